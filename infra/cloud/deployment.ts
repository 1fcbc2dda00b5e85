import { CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { answerAttributes } from '../../shared/agents/protocol/answer-records.ts'
import type { Options as DeclaredOptions } from '../../shared/platform/deployment/option-schemas.ts'
import {
  functionOptions,
  stackOptions,
} from '../../shared/platform/deployment/options.ts'
import type { SocketApi, Worker } from '../../shared/platform/http/endpoint.ts'
import { acknowledgeFindings } from './accepted-findings.ts'
import { ApiFunction } from './api-function.ts'
import { FrontDoor } from './front-door.ts'
import {
  type FunctionDeclaration,
  fallback,
  megabytesOf,
  warmer,
} from './function-names.ts'
import { allow, type Grant } from './grant.ts'
import { HttpGateway } from './http-api.ts'
import { keepWarm } from './keep-warm.ts'
import { Lookups } from './lookups.ts'
import { type MonitoredFunction, monitor } from './monitoring.ts'
import { commonEnvironment, type Options, ownHosts } from './options.ts'
import { PrintQueues } from './print-queues.ts'
import { answerPartitions, grantsOf, type SharedResources } from './resources.ts'
import { ShopSecrets } from './secrets.ts'
import { SocketGateway } from './socket-gateway.ts'
import { followStream } from './stream.ts'
import { ShopTable } from './table.ts'
import { Uploads } from './uploads.ts'
import { warmingEvent } from './warming-events.ts'

type DeploymentProps = {
  readonly options: Options
  /** The bundle of functions/<name>. */
  readonly codeOf: (name: string) => Code
}

/** Timeout for work in the background, which no client waits for. */
const longTimeout = Duration.minutes(5)

/** An older welcome frame helps no watcher: it has reconnected by then. */
const maxWelcomeAge = Duration.minutes(1)

/** A frame about a payment, live or replayed, is still useful after some minutes. */
const maxFrameAge = Duration.minutes(5)

/** A round of keep-warm calls is useless once the next is near. */
const maxWarmUpAge = Duration.minutes(1)

/**
 * The stack of one shop's backend. The front door leads to the HTTP API, and the HTTP API
 * to the functions, so functions refer to neither: a request says which host its viewer
 * asked.
 */
export class Deployment extends Stack {
  readonly #props: DeploymentProps
  readonly #sockets: ReadonlyMap<string, SocketGateway>
  readonly #shared: SharedResources
  readonly #http: HttpGateway
  readonly #functions: MonitoredFunction[] = []

  constructor(scope: Construct, id: string, props: DeploymentProps) {
    const { options } = props
    super(scope, id, {
      description: 'Lightning POS: the backend of one shop',
      terminationProtection: options.protectTable,
    })
    this.#props = props
    this.#sockets = new Map(
      socketApis.map(({ name }) => [name, new SocketGateway(this, name)]),
    )
    const table = new ShopTable(this, 'Records', {
      adopted: options.tableName,
      adoptedStream: options.tableStreamArn,
      isProtected: options.protectTable,
      keepsEarlierIndexes: options.keepEarlierIndexes,
    })
    const answers = table.grantPut(answerPartitions, answerAttributes)
    this.#shared = {
      options,
      table,
      secrets: new ShopSecrets(this, 'Secrets', options),
      printQueues: new PrintQueues(this, 'Printing', options.shop, answers),
      uploads: new Uploads(this, 'Uploads', options.uploadsBucket),
      lookups: options.nodeUrl ? new Lookups(this, 'Lookups') : undefined,
      watchers: found(this.#sockets.get('watchers')),
      tunnel: found(this.#sockets.get('tunnel')),
      invokeWorker: (worker) =>
        found(this.#functions.find(({ name }) => name === worker)).built.grantInvoke(
          worker,
        ),
    }
    // Workers come before the functions that invoke them.
    this.#startWorkers()
    this.#http = this.#serveHttp()
    this.#serveSockets()
    monitor(this, this.#functions, this.#http, this.#shared)
    this.#addOutputs(this.#frontDoor())
    addOperatorOutputs(this, this.#shared)
    acknowledgeFindings(this)
  }

  #addOutputs({ url, domainName }: FrontDoor): void {
    new CfnOutput(this, 'PublicUrl', {
      value: this.#props.options.publicUrl ?? url,
      description: "The API's address, the base URL of clients and agents",
    })
    new CfnOutput(this, 'FrontDoorDomain', {
      value: domainName,
      description: 'Where the DNS record (CNAME or alias) of a domain of your own points',
    })
    for (const [output, group, program] of [
      ['StaffFunction', 'users', 'reset-pin'],
      ['AgentsFunction', 'agents', 'shops'],
    ]) {
      const taken = this.#functions.find(({ name }) => name === group)
      new CfnOutput(this, output ?? '', {
        value: taken?.built.handler.functionName ?? '',
        description: `The function whose environment npm run ${program} takes over`,
      })
    }
    const { setupCode: value } = this.#props.options
    if (value) new CfnOutput(this, 'SetupCode', { value, description: 'Opens the setup' })
  }

  /** The front door serves the WebSocket APIs that authenticate by cookie. */
  #frontDoor(): FrontDoor {
    const { options } = this.#props
    return new FrontDoor(this, 'FrontDoor', {
      httpDomainName: this.#http.domainName,
      sockets: socketApis
        .filter(({ access }) => access === 'token')
        .map(({ name, paths }) => ({
          name,
          paths,
          ...found(this.#sockets.get(name)).origin,
        })),
      secret: this.#shared.secrets.frontDoorSecret,
      rotation: options.frontDoorRotation,
      hasFurtherShops: Boolean(options.shopDomain),
      webAclArn: options.webAclArn,
      domain: options.certificateArn
        ? {
            names: [
              ...ownHosts(options),
              ...(options.shopDomain ? [`*.${options.shopDomain}`] : []),
            ],
            certificateArn: options.certificateArn,
          }
        : undefined,
      corsOrigins: options.corsOrigins ?? functionOptions.corsOrigins.default,
    })
  }

  #startWorkers(): void {
    for (const worker of workers) {
      const uses = worker.uses.filter((resource) => resource !== worker.name)
      const invokesItself = uses.length < worker.uses.length
      const declaration = { name: worker.name, uses }
      const { table } = this.#shared
      const lookups = worker.looksUpInvoices ? this.#shared.lookups : undefined
      const sources = [
        ...(worker.follows ? [table.grantStream()] : []),
        ...(lookups ? [lookups.grantConsume()] : []),
      ]
      const isRecursive = invokesItself || lookups !== undefined
      const built = this.#function(declaration, sources, longTimeout, isRecursive)
      if (invokesItself) built.allowSelfInvocation()
      lookups?.follow(built.handler)
      built.configureAsyncEvents(maxFrameAge)
      this.#schedule(worker, built.handler)
      if (worker.follows) {
        followStream(this, 'Stream', built.handler, table.streamArn, worker.follows)
      }
    }
  }

  #serveHttp(): HttpGateway {
    const frontDoorSecret = this.#shared.secrets.grant('front-door-secret')
    // With further shops, each function reads the shop of a request's host, and counts
    // the request.
    const { table } = this.#shared
    const hosts = this.#props.options.shopDomain
      ? [table.grantRead(), table.grantWrite(['RATE#*'])]
      : []
    const handlers = new Map(
      [...groups, fallback].map((each) => [
        each.name,
        this.#function(each, [frontDoorSecret, ...hosts]).handler,
      ]),
    )
    if (this.#props.options.keepWarm) this.#keepWarm(handlers)
    return new HttpGateway(this, 'Http', {
      groups,
      fallback: fallback.name,
      handlers,
      rates: this.#props.options,
    })
  }

  /** The WebSocket APIs' functions need no call: one has its heartbeats, the other no tills. */
  #keepWarm(handlers: ReadonlyMap<string, IFunction>): void {
    const warm = [...groups.filter(({ keptWarm }) => keptWarm), fallback]
    const arns = warm.map(({ name }) => found(handlers.get(name)).functionArn)
    const mayInvoke = { statements: [allow(['lambda:InvokeFunction'], ...arns)] }
    const caller = this.#function(warmer, [mayInvoke], longTimeout)
    caller.configureAsyncEvents(maxWarmUpAge)
    const calls = warm.map(({ name }) => ({
      functionName: found(handlers.get(name)).functionName,
      event: warmingEvent(groups.find((group) => group.name === name)),
    }))
    keepWarm(this, caller.handler, { calls }, this.#props.options)
  }

  #serveSockets(): void {
    for (const api of socketApis) {
      const socketFunction = this.#function(
        api,
        api.access === 'token' ? [this.#shared.secrets.grant('front-door-secret')] : [],
        api.invokesItself ? longTimeout : undefined,
      )
      if (api.invokesItself) {
        socketFunction.allowSelfInvocation()
        socketFunction.configureAsyncEvents(maxWelcomeAge)
      }
      found(this.#sockets.get(api.name)).serveBy(socketFunction.handler)
      this.#schedule(api, socketFunction.handler)
    }
  }

  #schedule({ name, everyMinutes }: Worker | SocketApi, handler: IFunction): void {
    if (everyMinutes === undefined) return
    new Rule(this, `Every${everyMinutes}Minutes-${name}`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(handler, { retryAttempts: 0 })],
    })
  }

  #function(
    { name, uses }: FunctionDeclaration,
    more: readonly Grant[],
    timeout?: Duration,
    isRecursive = false,
  ) {
    const built = new ApiFunction(this, `Function-${name}`, {
      code: this.#props.codeOf(name),
      environment: commonEnvironment(this.#props.options),
      memorySize: megabytesOf({ name, uses }),
      grants: [
        ...uses.flatMap((resource) => grantsOf(resource, this.#shared, name)),
        ...more,
      ],
      timeout,
      isRecursive,
    })
    this.#functions.push({ name, uses, built })
    return built
  }
}

function found<T>(part: T | undefined): T {
  if (!part) throw new Error('functions/all.ts does not declare it')
  return part
}

/** Adds the outputs that the operator's programs read. */
function addOperatorOutputs(
  stack: Stack,
  { options, table, uploads, secrets }: SharedResources,
): void {
  const outputs = {
    SecretsPath: [secrets.path, 'The path of the parameters with the other secrets'],
    FrontDoorSecretArn: [
      secrets.frontDoorSecretArn,
      'The secret that CloudFront sends to the functions',
    ],
    TableName: [table.table.tableName, 'The table with all records'],
    UploadsBucket: [uploads.bucketName, 'The bucket with the pictures'],
    Options: [
      JSON.stringify(chosenOptions(options)),
      'The options of this deployment; the next one keeps them',
    ],
  } as const
  for (const [name, [value, description]] of Object.entries(outputs)) {
    new CfnOutput(stack, name, { value, description })
  }
}

/** Options that the deploy command does not keep: it chooses them again, or they are secret. */
const notKept = new Set([
  'shop',
  'protectTable',
  'keepEarlierIndexes',
  'tableStreamArn',
  'setupCode',
])

/** The options that differ from their defaults, each as the text that CDK context takes. */
function chosenOptions(options: Options): Record<string, string> {
  const declared: DeclaredOptions = { ...stackOptions, ...functionOptions }
  const chosen = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined &&
      !notKept.has(name) &&
      String(value) !== String(declared[name]?.default),
  )
  return Object.fromEntries(chosen.map(([name, value]) => [name, String(value)]))
}
