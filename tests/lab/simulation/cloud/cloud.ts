import type { Evaluate, FunctionName } from '../machine/bundle.ts'
import { type FaultPlan, Faults } from '../machine/faults.ts'
import { Instance, type Invocation } from '../machine/instance.ts'
import { Random } from '../machine/random.ts'
import { Scheduler } from '../machine/scheduler.ts'
import { MemoryTable } from '../table/table.ts'
import { environment, secrets } from './environment.ts'
import { eventOf, type HttpRequest, type HttpResponse, parsed, routeOf } from './http.ts'
import { LightningNode, nodeFetch } from './node.ts'
import { Queues } from './queues.ts'
import { Receiver } from './receiver.ts'
import { type Services, substitutes } from './services.ts'
import { Sockets } from './sockets.ts'
import { Stream } from './stream.ts'

/** Time after which API Gateway answers in place of a function. */
const timeoutMs = 30_000

/** Workers for which no client waits. */
const longTimeoutMs = 5 * 60_000
const hasLongTimeout = new Set<FunctionName>(['stream', 'deliveries'])

/** Status of a request that waits for a payment. */
const pending = 202

/** Longest delay of an asynchronous event. */
const latestMs = 60_000

/** Attempts of an asynchronous event, as the deployment sets them. */
export const maxAttempts = 2

/** Share of instances that are followed by a new one while they live. */
const retires = 0.02

/** The deployment: its functions' instances, its table, queues and sockets. */
export class Cloud implements Services {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly table: MemoryTable
  readonly queues = new Queues(() => this.scheduler.nowMs)
  readonly sockets = new Sockets()
  /** Target of the table's changes in some simulations. */
  readonly stream: Stream
  /** Receiver of webhooks. */
  readonly receiver: Receiver
  /** Instances of a function that run at the same time. */
  maxInstances = 2
  /** Called with each run of a function that has ended. */
  onEnd: (invocation: Invocation) => void = () => {}
  readonly node: LightningNode
  /** Log lines of the functions. */
  readonly log: string[] = []
  writer: Invocation | undefined
  /** Requests of clients under an Idempotency-Key. */
  readonly keyed: HttpRequest[] = []
  /** Requests whose client does not know the outcome. */
  readonly unanswered: HttpRequest[] = []
  /** Count of each operation that was done. */
  readonly done = new Map<string, number>()
  /** Print jobs that were received too often, as lists showed them in the end. */
  deadLetters = 0
  /** Number of instances that were killed. */
  kills = 0
  readonly evaluate: Evaluate
  readonly #instances = new Map<FunctionName, Instance[]>()
  readonly #waiting = new Map<FunctionName, (() => void)[]>()
  /** Asynchronous events that are not done. */
  #events = 0

  constructor(seed: number, evaluate: Evaluate, plan: FaultPlan) {
    this.random = new Random(seed, 'cloud')
    const isCalm = plan.kinds.length === 0
    this.scheduler = new Scheduler(new Random(seed, 'scheduler'), isCalm)
    this.faults = new Faults(new Random(seed, 'faults'), plan)
    this.table = new MemoryTable(() => this.scheduler.nowMs)
    this.node = new LightningNode(new Random(seed, 'node'), () => this.scheduler.nowMs)
    this.evaluate = evaluate
    this.stream = new Stream(this, new Random(seed, 'stream'))
    const { scheduler, faults } = this
    this.receiver = new Receiver({
      scheduler,
      faults,
      random: new Random(seed, 'receiver'),
    })
  }

  /** Counts a process beside the functions that was killed. */
  countKill(): void {
    this.kills += 1
  }

  /** True if the clock of an instance is wrong. */
  get hasSkew(): boolean {
    return [...this.#instances.values()].flat().some(({ skewMs }) => skewMs !== 0)
  }

  /** Sets the clocks of all instances right. */
  setClocks(): void {
    for (const instance of [...this.#instances.values()].flat()) instance.skewMs = 0
  }

  get isIdle(): boolean {
    const isBusy = [...this.#instances.values()].flat().some((each) => each.isBusy)
    return !isBusy && this.#events === 0
  }

  /** A request over the internet. Its answer may be one of API Gateway's own. */
  async request(request: HttpRequest): Promise<HttpResponse> {
    const { method, path } = request
    const match = routeOf(method, path.replace(/\?.*$/, ''))
    if (!match) throw new Error(`no route: ${method} ${path}`)
    await this.scheduler.turn(match.routeKey)
    const event = eventOf(request, match, this.random.uuid(), this.scheduler.nowMs)
    const result = await this.invoke(match.functionName as FunctionName, event)
    await this.scheduler.turn(`${match.routeKey} answers`)
    const {
      statusCode,
      body,
      cookies = [],
    } = result as {
      statusCode: number
      body?: string
      cookies?: string[]
    }
    const count = this.done.get(match.routeKey) ?? 0
    this.done.set(
      match.routeKey,
      count + (statusCode < 300 && statusCode !== pending ? 1 : 0),
    )
    return { status: statusCode, body: parsed(body), cookies }
  }

  /** Runs a function on an event. A killed instance answers status 500. */
  async invoke(name: FunctionName, event: unknown): Promise<unknown> {
    const instance = await this.#free(name)
    try {
      return await this.#run(instance, event)
    } finally {
      instance.isBusy = false
      if (this.random.chance(retires)) this.#remove(instance)
      this.#waiting.get(name)?.shift()?.()
    }
  }

  /**
   * Queues an asynchronous event. It may come late, behind later ones, or twice; one that
   * fails is tried once more.
   */
  invokeLater = (name: string, event: unknown, attempt = 1): void => {
    const fault = this.faults.draw(['message doubled', 'message late'])
    if (fault === 'message doubled') this.#queue(name, event, attempt)
    if (fault !== 'message late') {
      this.#queue(name, event, attempt)
      return
    }
    this.#events += 1
    this.scheduler.at(this.scheduler.nowMs + this.random.below(latestMs), () => {
      this.#events -= 1
      this.#queue(name, event, attempt)
    })
  }

  #queue(name: string, event: unknown, attempt: number): void {
    this.#events += 1
    const finish = (result: unknown) => {
      const { statusCode } = (result ?? {}) as { statusCode?: number }
      if (statusCode === 500 && attempt < maxAttempts)
        this.invokeLater(name, event, attempt + 1)
      this.#events -= 1
    }
    this.scheduler.add(`${name} asynchronously`, () => {
      void this.invoke(name as FunctionName, event).then(finish)
    })
  }

  #run(instance: Instance, event: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      let isOver = false
      const limitMs = hasLongTimeout.has(instance.name) ? longTimeoutMs : timeoutMs
      const invocation = instance.begin()
      const end = (result: unknown) => {
        isOver = true
        this.onEnd(invocation)
        resolve(result)
      }
      instance.onKilled = () => {
        this.kills += 1
        this.#remove(instance)
        end({ statusCode: 500 })
      }
      const { scheduler } = this
      const expire = () => {
        instance.disturb()
        this.#remove(instance)
        instance.isAlive = false
        end({ statusCode: 503 })
      }
      scheduler.at(scheduler.nowMs + limitMs, expire, () => !isOver)
      instance
        .handler(event, {
          functionName: instance.name,
          getRemainingTimeInMillis: () => limitMs,
        })
        .then(end, (error: Error) => {
          this.log.push(`${instance.name}: ${error.stack}`)
          end({ statusCode: 500 })
        })
    })
  }

  /** An instance that is now busy for the caller. */
  async #free(name: FunctionName): Promise<Instance> {
    for (;;) {
      const instances = this.#instances.get(name) ?? []
      const free = instances.filter(({ isBusy }) => !isBusy)
      const isFull = instances.length >= this.maxInstances
      if (free.length > 0 || !isFull) {
        const instance = free.length > 0 ? this.random.pick(free) : this.#start(name)
        instance.isBusy = true
        return instance
      }
      await new Promise<void>((resolve) =>
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]),
      )
    }
  }

  #start(name: FunctionName): Instance {
    const instance = new Instance(name, {
      scheduler: this.scheduler,
      random: this.random,
      evaluate: this.evaluate,
      environment,
      secrets,
      substitutes: (one) => substitutes(this, one),
      fetch: (one) => (url, init) =>
        nodeFetch(this, one, this.node, url, String(init?.body ?? '')),
      log: (line) => this.log.push(line),
    })
    this.#instances.set(name, [...(this.#instances.get(name) ?? []), instance])
    return instance
  }

  #remove(instance: Instance): void {
    const others = (this.#instances.get(instance.name) ?? []).filter(
      (each) => each !== instance,
    )
    this.#instances.set(instance.name, others)
  }
}
