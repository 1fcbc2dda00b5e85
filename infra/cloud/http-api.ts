import { Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Group, routeKey } from '../../shared/http/endpoint.ts'

/** One line per request, without path, query, headers or cookies, which may hold secrets. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTime(),
    route: AccessLogField.contextRouteKey(),
    status: AccessLogField.contextStatus(),
    ms: AccessLogField.contextResponseLatency(),
    functionMs: AccessLogField.contextIntegrationLatency(),
    bytes: AccessLogField.contextResponseLength(),
    error: AccessLogField.contextIntegrationErrorMessage(),
  }),
)

/**
 * Under /aws/vendedlogs/ the log needs no part of the account's one log resource policy, which
 * holds 5,120 characters. The end is the first part of the stack's own UUID, so that a stack
 * that is created again at once does not meet the log of the one before.
 */
function accessLogName({ stackName, stackId }: Stack): string {
  const uuid = Fn.select(2, Fn.split('/', stackId))
  return `/aws/vendedlogs/${stackName}-access-${Fn.select(0, Fn.split('-', uuid))}`
}

/** The HTTP API: a route for each declared endpoint, and one for everything else. */
export class HttpGateway extends Construct {
  readonly stage: HttpStage
  readonly accessLog: LogGroup
  readonly #api: HttpApi

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: accessLogName(Stack.of(this)),
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.#api = new HttpApi(this, 'Api', {
      apiName: `${Stack.of(this).stackName}-http`,
      createDefaultStage: false,
    })
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default',
      autoDeploy: true,
      // A busy shop makes tens of requests a second. The limit bounds the cost of a flood.
      throttle: { rateLimit: 200, burstLimit: 400 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: accessLogFormat,
      },
    })
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        "Each endpoint declares who may call it and the group's function enforces it; the " +
        'contract words the refusals, which an authorizer of the gateway cannot.',
    })
  }

  /** The API's host, for the front door. */
  get domainName(): string {
    const { region, urlSuffix } = Stack.of(this)
    return `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`
  }

  /** Routes every endpoint of a group to its function. */
  serve({ name, endpoints }: Group, handler: IFunction): void {
    const integration = new HttpLambdaIntegration(name, handler, {
      // One permission per group: a function's policy is limited to 20 KB, so not one a route.
      scopePermissionToRoute: false,
    })
    for (const endpoint of Object.values(endpoints)) {
      new HttpRoute(this, routeKey(endpoint), {
        httpApi: this.#api,
        routeKey: HttpRouteKey.with(endpoint.path, HttpMethod[endpoint.method]),
        integration,
      })
    }
  }

  /** Routes every other request to the fallback function. */
  serveFallback(handler: IFunction): void {
    new HttpRoute(this, '$default', {
      httpApi: this.#api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('fallback', handler),
    })
  }
}
