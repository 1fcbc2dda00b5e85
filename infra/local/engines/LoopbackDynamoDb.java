import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/*
 * Starts DynamoDB Local on the loopback address, with the arguments of the engine itself.
 * The engine has no option for its address and listens on every interface, where anybody
 * on the network reads and writes every record.
 *
 * The class file beside this source spares its users a compiler. After a change:
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
            ((ServerConnector) connector).setHost("127.0.0.1");
        }
        engine.safeStart();
    }
}
