import { Stack } from 'aws-cdk-lib'
import { type CfnApi, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

const stageName = 'live'

/** The WebSocket API `id`, all of whose routes lead to one function. */
export class SocketGateway extends Construct {
  readonly #api: WebSocketApi
  readonly #stage: WebSocketStage

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.#api = new WebSocketApi(this, 'Api', {
      apiName: `${Stack.of(this).stackName}-${id}`,
    })
    this.#stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName,
      autoDeploy: true,
      // A shop has a few dozen sockets; even a thousand can reconnect at once.
      throttle: { rateLimit: 500, burstLimit: 1000 },
    })
  }

  /** Routes connects, disconnects and messages to a function. */
  serveBy(handler: IFunction): void {
    const integration = new WebSocketLambdaIntegration('handler', handler)
    for (const route of ['$connect', '$disconnect', '$default']) {
      this.#api.addRoute(route, { integration })
    }
  }

  /** Permission to post to the API's connections (POST) or to close them (DELETE). */
  grant(method: 'POST' | 'DELETE'): Grant {
    const name = `${this.node.id.toUpperCase()}_ENDPOINT`
    const connections = `${stageName}/${method}/@connections/*`
    const stack = Stack.of(this)
    const arn = stack.formatArn({
      service: 'execute-api',
      resource: this.#api.apiId,
      resourceName: connections,
    })
    const logicalId = stack.getLogicalId(this.#api.node.defaultChild as CfnApi)
    return {
      environment: { [name]: this.#stage.callbackUrl },
      statements: [allow(['execute-api:ManageConnections'], arn)],
      acknowledged: [
        acknowledgePattern(
          `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<${logicalId}>/${connections}`,
          "A connection's id is made when it is opened.",
        ),
      ],
    }
  }

  /** The API's own URL, for clients that do not use the front door. */
  get url(): string {
    return this.#stage.url
  }

  /** The API's host and its stage's path, for the front door. */
  get origin(): { domainName: string; stagePath: string } {
    const { region, urlSuffix } = Stack.of(this)
    const domainName = `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`
    return { domainName, stagePath: `/${stageName}` }
  }
}
