import { Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CfnApi,
  CfnStage,
  HttpApi,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Endpoint, Group } from '../../shared/platform/http/endpoint.ts'
import { limitedRouteKeys } from '../limited-routes.ts'

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

type HttpGatewayProps = {
  readonly groups: readonly Group[]
  /** Name of the function that gets every request that no route matches. */
  readonly fallback: string
  /** The functions of the groups and the fallback, by name. */
  readonly handlers: ReadonlyMap<string, IFunction>
  /** Requests a second: to each public route, and to all others together. */
  readonly rates: { readonly publicRate: number; readonly signedInRate: number }
}

/**
 * Under /aws/vendedlogs/ the log needs no part of the account's one log resource policy, which
 * holds 5,120 characters. The end is the first part of the stack's own UUID, so that a stack
 * that is created again at once does not meet the log of the one before.
 */
function accessLogName({ stackName, stackId }: Stack): string {
  const uuid = Fn.select(2, Fn.split('/', stackId))
  return `/aws/vendedlogs/${stackName}-access-${Fn.select(0, Fn.split('-', uuid))}`
}

/** The HTTP API: a route for each declared endpoint, and one for all other paths. */
export class HttpGateway extends Construct {
  readonly stage: HttpStage
  readonly accessLog: LogGroup
  readonly #api: IHttpApi

  constructor(scope: Construct, id: string, props: HttpGatewayProps) {
    super(scope, id)
    this.accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: accessLogName(Stack.of(this)),
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.#api = this.#importRoutes(props)
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default',
      autoDeploy: true,
      // A busy shop makes tens of requests a second. The limits bound the cost of a flood.
      throttle: {
        rateLimit: props.rates.signedInRate,
        burstLimit: 2 * props.rates.signedInRate,
      },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: accessLogFormat,
      },
    })
    this.#limitPublicRoutes(props)
  }

  /** The API's host, for the front door. */
  get domainName(): string {
    const { region, urlSuffix } = Stack.of(this)
    return `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`
  }

  /** A flood of one public route leaves the others, and those of the staff, their own limits. */
  #limitPublicRoutes({ groups, rates }: HttpGatewayProps): void {
    const { defaultChild } = this.stage.node
    if (!(defaultChild instanceof CfnStage)) throw new Error('not a stage')
    const limit = {
      ThrottlingRateLimit: rates.publicRate,
      // A page of products loads all its pictures at once
      ThrottlingBurstLimit: 4 * rates.publicRate,
    }
    defaultChild.routeSettings = Object.fromEntries(
      limitedRouteKeys(groups).map((key) => [key, limit]),
    )
  }

  /**
   * Creates the API with all its routes at once. As separate resources, that many routes on
   * an API that deploys itself run into "concurrent modification" of its control plane.
   */
  #importRoutes({ groups, fallback, handlers }: HttpGatewayProps): IHttpApi {
    const title = `${Stack.of(this).stackName}-http`
    const uris = new Map(
      [...handlers].map(([name, handler]) => [name, this.#invocationUri(handler)]),
    )
    const { ref: httpApiId } = new CfnApi(this, 'Api', {
      body: apiDocument(title, groups, fallback, uris),
      failOnWarnings: true,
    })
    const anyRoute = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: httpApiId,
      resourceName: '*/*',
    })
    for (const handler of handlers.values()) {
      handler.addPermission('Api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: anyRoute,
      })
    }
    return HttpApi.fromHttpApiAttributes(this, 'Imported', { httpApiId })
  }

  #invocationUri(handler: IFunction): string {
    return Stack.of(this).formatArn({
      service: 'apigateway',
      account: 'lambda',
      resource: 'path/2015-03-31/functions',
      resourceName: `${handler.functionArn}/invocations`,
    })
  }
}

type Operations = Record<string, unknown>

/** API Gateway's names of its own parts of an OpenAPI document. */
const extension = {
  anyMethod: 'x-amazon-apigateway-any-method',
  integration: 'x-amazon-apigateway-integration',
  integrations: 'x-amazon-apigateway-integrations',
} as const

/**
 * The routes of an HTTP API as one OpenAPI document for API Gateway's import. It holds
 * paths and integrations only: what a request looks like is checked by the functions. HTTP
 * APIs accept OpenAPI 3.0, not 3.1. `uris` is where API Gateway invokes a function, by its
 * name.
 */
const apiDocument = (
  title: string,
  groups: readonly Group[],
  fallback: string,
  uris: ReadonlyMap<string, string>,
) => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: {
    ...pathsOf(groups),
    '/$default': {
      [extension.anyMethod]: { isDefaultRoute: true, ...operation(fallback) },
    },
  },
  components: {
    [extension.integrations]: Object.fromEntries(
      [...uris].map(([name, uri]) => [
        name,
        { type: 'aws_proxy', httpMethod: 'POST', payloadFormatVersion: '2.0', uri },
      ]),
    ),
  },
})

function pathsOf(groups: readonly Group[]): Record<string, Operations> {
  const paths: Record<string, Operations> = {}
  for (const { name, endpoints } of groups) {
    for (const { method, path } of Object.values<Endpoint>(endpoints)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = { ...pathParameters(path), ...operation(name) }
    }
  }
  return paths
}

/** OpenAPI demands a declaration of each parameter in a path. */
function pathParameters(path: string): Operations {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (names.length === 0) return {}
  const schema = { type: 'string' }
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema })),
  }
}

const operation = (functionName: string) => ({
  responses: { default: { description: 'Any' } },
  [extension.integration]: {
    $ref: `#/components/${extension.integrations}/${functionName}`,
  },
})
