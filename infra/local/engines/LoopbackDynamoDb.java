import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/*
 * Starts DynamoDB Local on the loopback address in the property "host", with the engine's
 * own arguments.
 * The engine has no option for its address and listens on every interface, where anyone
 * on the network can read and write every record.
 *
 * The compiled class file is in this folder, so that no Java compiler is needed. After a
 * change:
 *
 *   javac --release 17 -g:none -cp <path of DynamoDBLocal.jar> LoopbackDynamoDb.java
 */
public final class LoopbackDynamoDb {
    public static void main(String[] args) throws Exception {
        DynamoDBProxyServer engine = ServerRunner.createServerFromCommandLineArgs(args);
        var field = DynamoDBProxyServer.class.getDeclaredField("server");
        field.setAccessible(true);
        Server jetty = (Server) field.get(engine);
        for (var connector : jetty.getConnectors()) {
            ((ServerConnector) connector).setHost(System.getProperty("host"));
        }
        engine.safeStart();
    }
}
