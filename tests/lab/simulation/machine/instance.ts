import * as nodeCrypto from 'node:crypto'
import { getEventListeners } from 'node:events'
import { createRequire } from 'node:module'
import type { Evaluate, FunctionName, Handler } from './bundle.ts'
import { like } from './modules.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { subtle } from './subtle.ts'

const requireOfTests = createRequire(import.meta.url)

/** Modules that all instances share, which are looked up once. */
const shared = new Map<string, object>()

function required(name: string): object {
  const module = shared.get(name) ?? requireOfTests(name)
  shared.set(name, module)
  return module
}

/** One run of a function. */
export type Invocation = {
  readonly name: FunctionName
  /** A call of it failed or took too long, or it left work to another function. */
  isDisturbed: boolean
}

/** Surroundings of an instance. */
export type Surroundings = {
  readonly scheduler: Scheduler
  readonly random: Random
  readonly evaluate: Evaluate
  readonly environment: Readonly<Record<string, string>>
  /** The text of the file with the deployment's secrets. */
  readonly secrets: string
  /** Modules that take the place of the AWS SDK's, for this instance. */
  readonly substitutes: (instance: Instance) => Readonly<Record<string, object>>
  /** Takes the place of `fetch`. */
  readonly fetch: (
    instance: Instance,
  ) => (
    url: string,
    init?: { readonly body?: URLSearchParams | string },
  ) => Promise<unknown>
  /** Takes the place of `WebSocket`; functions open none. */
  readonly webSocket?: object
  readonly log: (line: string) => void
}

/**
 * An instance of a function with its own module state, on the virtual clock. Once it was
 * killed, nothing in it goes on.
 */
export class Instance {
  readonly name: FunctionName
  readonly handler: Handler
  isAlive = true
  isBusy = false
  /** Its running invocation, or its last one. */
  invocation: Invocation | undefined
  /** Distance of its clock from the right time. */
  skewMs = 0
  /** Called when it is killed. */
  onKilled: () => void = () => {}
  readonly #around: Surroundings

  constructor(name: FunctionName, around: Surroundings) {
    this.name = name
    this.#around = around
    this.handler = around.evaluate(this.#globals())[name]().handler
  }

  kill(): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.onKilled()
  }

  /** Begins to run an event. */
  begin(): Invocation {
    this.invocation = { name: this.name, isDisturbed: false }
    return this.invocation
  }

  /** Notes that what it runs does not go as it would without faults. */
  disturb(): void {
    if (this.invocation) this.invocation.isDisturbed = true
  }

  nowMs(): number {
    return this.#around.scheduler.nowMs + this.skewMs
  }

  /** Returns the values of `globals` in their order, without those of the module itself. */
  #globals(): unknown[] {
    const { environment, log } = this.#around
    return [
      this.#require(),
      like(process, { env: environment }),
      { log, error: log, warn: log },
      this.#crypto(),
      this.#date(),
      this.#math(),
      this.#abortSignal(),
      this.#setTimeout,
      clearTimeout,
      this.#around.fetch(this),
      { now: () => this.nowMs() },
      this.#setInterval,
      clearTimeout,
      this.#around.webSocket,
    ]
  }

  #setTimeout = (run: () => void, ms = 0) => this.#timer(ms, run)

  #timer(ms: number, run: () => void) {
    const { scheduler } = this.#around
    const timer = { isWanted: true, unref: () => timer, ref: () => timer }
    scheduler.at(scheduler.nowMs + ms, run, () => timer.isWanted && this.isAlive)
    return timer
  }

  #setInterval = (run: () => void, ms: number) => {
    const timer = { isWanted: true }
    const { scheduler } = this.#around
    const next = () =>
      scheduler.at(scheduler.nowMs + ms, tick, () => timer.isWanted && this.isAlive)
    const tick = () => {
      run()
      next()
    }
    next()
    return timer
  }

  #sleep = (ms = 0, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => this.#timer(ms, () => resolve(value)))

  #require() {
    const { random, secrets, substitutes } = this.#around
    const modules: Record<string, object> = {
      'node:timers': { setTimeout: this.#setTimeout, clearTimeout },
      'node:timers/promises': { setTimeout: this.#sleep },
      'node:fs/promises': { readFile: async () => secrets },
      'node:crypto': like(nodeCrypto, {
        randomUUID: () => random.uuid(),
        randomBytes: (count: number) => random.bytes(count),
        pbkdf2: derive,
        hkdfSync: deriveSecret,
      }),
      ...substitutes(this),
    }
    return (name: string) => modules[name] ?? required(name)
  }

  #crypto() {
    const { random } = this.#around
    return {
      subtle,
      randomUUID: () => random.uuid(),
      getRandomValues: (bytes: Uint8Array) => {
        bytes.set(random.bytes(bytes.length))
        return bytes
      },
    }
  }

  #date() {
    const nowMs = () => this.nowMs()
    return class extends Date {
      constructor(...given: [number]) {
        super(...((given.length > 0 ? given : [nowMs()]) as [number]))
      }
      static override now = nowMs
    }
  }

  #math() {
    const { random } = this.#around
    return like(Math, { random: () => random.next() })
  }

  #abortSignal() {
    return {
      any: (signals: readonly AbortSignal[]) => AbortSignal.any([...signals]),
      timeout: (ms: number) => {
        const controller = new AbortController()
        const { signal } = controller
        const { scheduler } = this.#around
        const isWanted = () =>
          this.isAlive && getEventListeners(signal, 'abort').length > 0
        const abort = () =>
          controller.abort(new DOMException('timed out', 'TimeoutError'))
        scheduler.at(scheduler.nowMs + ms, abort, isWanted)
        return signal
      },
    }
  }
}

const clearTimeout = (timer?: { isWanted: boolean }) => {
  if (timer) timer.isWanted = false
}

const derived = new Map<string, Buffer>()

/** A derivation of equal input is made once. */
function once(name: string, make: () => Buffer): Buffer {
  const key = derived.get(name) ?? make()
  derived.set(name, key)
  return key
}

/** The real key derivation from a password; it answers at once. */
function derive(
  password: string,
  salt: string,
  iterations: number,
  length: number,
  digest: string,
  answer: (error: null, key: Buffer) => void,
): void {
  const name = JSON.stringify([password, salt, iterations, length, digest])
  answer(
    null,
    once(name, () => nodeCrypto.pbkdf2Sync(password, salt, iterations, length, digest)),
  )
}

/** The real key derivation from the master key, which each instance begins with. */
const deriveSecret = (
  digest: string,
  key: string,
  salt: string,
  info: string,
  length: number,
): Buffer =>
  once(JSON.stringify([digest, key, salt, info, length]), () =>
    Buffer.from(nodeCrypto.hkdfSync(digest, key, salt, info, length)),
  )
