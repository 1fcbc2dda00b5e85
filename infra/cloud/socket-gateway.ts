import { Stack, Validations } from 'aws-cdk-lib'
import { type CfnApi, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

const stageName = 'live'

/** The WebSocket API `id`: one function takes all that happens on its connections. */
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
      // One shop has a few dozen sockets; a thousand that reconnect at once still get in.
      throttle: { rateLimit: 500, burstLimit: 1000 },
    })
    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions-APIG1',
        reason:
          "A WebSocket API's access logs need a role set for the whole AWS account, which " +
          "is not one stack's to set; Lambda's log has each connection.",
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'The function authenticates $connect by cookie or bearer secret.',
      },
    )
  }

  /** Gives the API its function. */
  serveBy(handler: IFunction): void {
    for (const route of ['$connect', '$disconnect', '$default']) {
      const integration = new WebSocketLambdaIntegration(route, handler)
      this.#api.addRoute(route, { integration })
    }
  }

  /** Posting to the API's connections, or closing them (DELETE). */
  grant(method: 'POST' | 'DELETE'): Grant {
    const name = `${this.node.id.toUpperCase()}_ENDPOINT`
    return {
      environment: { [name]: this.#stage.callbackUrl },
      statements: [allow(['execute-api:ManageConnections'], this.#connections(method))],
      acknowledged: [
        acknowledgePattern(
          `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<${this.#logicalId}>/${stageName}/${method}/@connections/*`,
          "A connection's id is made when it is opened.",
        ),
      ],
    }
  }

  /** Where clients dial the API itself. */
  get url(): string {
    return this.#stage.url
  }

  /** The API's host and the path of its stage, for the front door. */
  get origin(): { domainName: string; stagePath: string } {
    const { region, urlSuffix } = Stack.of(this)
    const domainName = `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`
    return { domainName, stagePath: `/${stageName}` }
  }

  get #logicalId(): string {
    return Stack.of(this).getLogicalId(this.#api.node.defaultChild as CfnApi)
  }

  #connections(method: 'POST' | 'DELETE'): string {
    return Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.#api.apiId,
      resourceName: `${stageName}/${method}/@connections/*`,
    })
  }
}
