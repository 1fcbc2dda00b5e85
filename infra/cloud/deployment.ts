import { CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { groups, socketApis, workers } from '../../functions/all.ts'
import type { Resource } from '../../shared/http/endpoint.ts'
import type { SocketApi } from '../../shared/http/sockets.ts'
import type { WorkerName } from '../../shared/http/worker.ts'
import { Alarms } from './alarms.ts'
import { ApiFunction } from './api-function.ts'
import { dashboard } from './dashboard.ts'
import { FrontDoor } from './front-door.ts'
import type { Grant } from './grant.ts'
import { HttpGateway } from './http-api.ts'
import { keepWarm } from './keep-warm.ts'
import { commonEnvironment, type Options } from './options.ts'
import { PrintQueues } from './print-queues.ts'
import { grantsOf, type SharedResources, secretNames } from './resources.ts'
import { ShopSecrets } from './secrets.ts'
import { SocketGateway } from './socket-gateway.ts'
import { ShopTable } from './table.ts'
import { Uploads } from './uploads.ts'

export type DeploymentProps = {
  readonly options: Options
  /** The bundle of functions/<name>. */
  readonly codeOf: (name: string) => Code
}

/** One function: its folder's name and the resources that it uses. */
type FunctionDeclaration = { readonly name: string; readonly uses: readonly Resource[] }

type BuiltFunction = FunctionDeclaration & { readonly built: ApiFunction }

/** Handles requests that no route matches. It authorizes known paths with a blank id. */
const fallback: FunctionDeclaration = {
  name: 'fallback',
  uses: ['table:read', 'token-key'],
}

/** Timeout for work in the background, which no client waits for. */
const longTimeout = Duration.minutes(5)

/** An older welcome frame helps no watcher: it has reconnected by then. */
const maxWelcomeAge = Duration.minutes(1)

/** A frame about a payment, live or replayed, is still useful after some minutes. */
const maxFrameAge = Duration.minutes(5)

/** The names of the functions' folders; each becomes one bundle. */
export const functionNames = [...groups, ...socketApis, ...workers, fallback].map(
  ({ name }) => name,
)

/**
 * The stack of one shop's backend. APIs are created before functions, and routes after
 * them, so that a function can have the front door's URL in its environment although the
 * front door leads to the function.
 */
export class Deployment extends Stack {
  readonly #props: DeploymentProps
  readonly #sockets: ReadonlyMap<string, SocketGateway>
  readonly #shared: SharedResources
  readonly #http: HttpGateway
  readonly #publicUrl: string
  readonly #functions: BuiltFunction[] = []

  constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id, { description: 'Lightning POS: the backend of one shop' })
    const { options } = props
    this.#props = props
    this.#sockets = new Map(
      socketApis.map(({ name }) => [name, new SocketGateway(this, name)]),
    )
    this.#shared = {
      options,
      table: new ShopTable(this, 'Records'),
      secrets: new ShopSecrets(this, 'Secrets', secretNames(options)),
      printQueues: new PrintQueues(this, 'Printing', options.shop),
      uploads: new Uploads(this, 'Uploads'),
      watchers: this.#socketGateway('watchers'),
      tunnel: this.#socketGateway('tunnel'),
      invokeWorker: (worker) => this.#worker(worker).grantInvoke(worker),
    }
    this.#http = new HttpGateway(this, 'Http')
    const frontDoor = this.#frontDoor()
    this.#publicUrl = options.publicUrl ?? frontDoor.url
    // Workers come before the functions that invoke them.
    this.#startWorkers()
    this.#serveHttp()
    this.#serveSockets()
    this.#monitor()
    this.#addOutputs(frontDoor)
  }

  #addOutputs({ domainName }: FrontDoor): void {
    new CfnOutput(this, 'PublicUrl', {
      value: this.#publicUrl,
      description: "The API's address, the base URL of clients and agents",
    })
    new CfnOutput(this, 'FrontDoorDomain', {
      value: domainName,
      description: 'Where the DNS record (CNAME or alias) of a domain of your own points',
    })
    const staff = this.#functions.find(({ name }) => name === 'users')
    new CfnOutput(this, 'StaffFunction', {
      value: staff?.built.handler.functionName ?? '',
      description: 'The function whose environment npm run reset-pin takes over',
    })
    const { setupCode: value } = this.#props.options
    if (value) new CfnOutput(this, 'SetupCode', { value, description: 'Opens the setup' })
  }

  /** The front door serves the WebSocket APIs that authenticate by cookie. */
  #frontDoor(): FrontDoor {
    const { domainName: name, certificateArn } = this.#props.options
    return new FrontDoor(this, 'FrontDoor', {
      httpDomainName: this.#http.domainName,
      sockets: socketApis
        .filter(({ access }) => access === 'token')
        .map(({ name, path }) => ({ name, path, ...this.#socketGateway(name).origin })),
      secret: this.#shared.secrets.reference('front-door-secret'),
      domain: name && certificateArn ? { name, certificateArn } : undefined,
    })
  }

  #startWorkers(): void {
    for (const { name, uses } of workers) {
      const others = uses.filter((resource) => resource !== name)
      const worker = this.#function({ name, uses: others }, [], longTimeout)
      if (others.length < uses.length) worker.allowSelfInvocation()
      worker.configureAsyncEvents(maxFrameAge)
    }
  }

  #serveHttp(): void {
    const frontDoorSecret = this.#shared.secrets.grant('front-door-secret')
    const served = groups.map((group) => {
      const { handler } = this.#function(group, [frontDoorSecret])
      this.#http.serve(group, handler)
      return { group, handler }
    })
    keepWarm(this, served)
    this.#http.serveFallback(this.#function(fallback, [frontDoorSecret]).handler)
  }

  #serveSockets(): void {
    for (const api of socketApis) {
      const socketFunction = this.#function(
        api,
        [],
        api.invokesItself ? longTimeout : undefined,
      )
      if (api.invokesItself) {
        socketFunction.allowSelfInvocation()
        socketFunction.configureAsyncEvents(maxWelcomeAge)
      }
      this.#socketGateway(api.name).serveBy(socketFunction.handler)
      this.#schedule(api, socketFunction.handler)
    }
  }

  #schedule({ name, everyMinutes }: SocketApi, handler: IFunction): void {
    if (everyMinutes === undefined) return
    new Rule(this, `Every${everyMinutes}Minutes-${name}`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(handler, { retryAttempts: 0 })],
    })
  }

  #monitor(): void {
    const { accessLog, stage } = this.#http
    const { options, printQueues } = this.#shared
    const { table } = this.#shared.table
    const { deadLetters } = printQueues
    const handlers = new Map(
      this.#functions.map(({ name, built }) => [name, built.handler]),
    )
    const logsOf = (functions: readonly BuiltFunction[]) =>
      new Map(functions.map(({ name, built }) => [name, built.log]))
    dashboard(this, { stage, table, deadLetters, handlers })
    new Alarms(this, 'Alarms', {
      stage,
      accessLog,
      table,
      deadLetters,
      socketHandlers: new Map([...handlers].filter(([name]) => this.#sockets.has(name))),
      fanOutLogs: logsOf(
        this.#functions.filter(({ uses }) => uses.includes('watchers:post')),
      ),
      workerLogs: logsOf(
        this.#functions.filter((each) => workers.some(({ name }) => name === each.name)),
      ),
      needsAgent: options.nodeUrl === undefined,
      email: options.alarmEmail,
    })
  }

  #function(
    { name, uses }: FunctionDeclaration,
    more: readonly Grant[],
    timeout?: Duration,
  ) {
    const built = new ApiFunction(this, `Function-${name}`, {
      code: this.#props.codeOf(name),
      environment: {
        ...commonEnvironment(this.#props.options),
        PUBLIC_URL: this.#publicUrl,
      },
      grants: [...uses.flatMap((resource) => grantsOf(resource, this.#shared)), ...more],
      timeout,
    })
    this.#functions.push({ name, uses, built })
    return built
  }

  #worker(name: WorkerName): ApiFunction {
    const worker = this.#functions.find((each) => each.name === name)
    if (!worker) throw new Error(`functions/all.ts declares no worker ${name}`)
    return worker.built
  }

  #socketGateway(name: string): SocketGateway {
    const gateway = this.#sockets.get(name)
    if (!gateway) throw new Error(`functions/all.ts declares no WebSocket API ${name}`)
    return gateway
  }
}
