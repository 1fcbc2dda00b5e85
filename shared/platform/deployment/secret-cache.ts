import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, logger } from '../../logger.ts'
import type { ParsedSecret } from './secret-fields.ts'

/** Longest time that a secret is used before it is read again. */
const maxAgeMs = 60 * 60_000

/** Instances that started together do not read again together: each is up to this earlier. */
const maxEarlierMs = 10 * 60_000

/**
 * The shortest time between two reads while there is a value. Many
 * wrong tokens or signatures cannot make a function read more often.
 */
const minIntervalMs = 30_000

/** Longest time that a request waits for a new value while its old one is good. */
const maxWaitMs = 250

/** Longest wait after the old value did not match: as long as a PIN may take to check. */
const maxWaitForMatchMs = 2_000

/** Parsed secrets in memory, read again every hour and when a verification fails. */
export class SecretCache {
  readonly #label: string
  readonly #read: () => Promise<ParsedSecret>
  #value: ParsedSecret | undefined
  #oldAtMs = Number.NEGATIVE_INFINITY
  #startedAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  /** `label` names the secret in log lines. */
  constructor(label: string, read: () => Promise<ParsedSecret>) {
    this.#label = label
    this.#read = read
  }

  /** Starts the first read without waiting for it. If it fails, the first use reads again. */
  preload(): void {
    this.#startReading().catch(() => {})
  }

  /** The secret. Throws when the first read fails; after that the old value stays in use. */
  async value(): Promise<ParsedSecret> {
    if (!this.#value) return this.#firstValue()
    if (this.#isOld() && this.#mayReadAgain()) {
      await this.#readFor(maxWaitMs)
    }
    return this.#value
  }

  /** The secret after another read, at most one in 30 s: for a value that did not match. */
  async latest(): Promise<ParsedSecret> {
    const value = await this.value()
    if (this.#reading || this.#mayReadAgain()) await this.#readFor(maxWaitForMatchMs)
    return this.#value ?? value
  }

  /** A value that arrives later is kept, too. */
  async #readFor(waitMs: number): Promise<void> {
    const reading = this.#startReading().catch(() => {})
    await Promise.race([reading, sleep(waitMs, undefined, { ref: false })])
  }

  /** A preload may fail without fault of its own, as Lambda may freeze the process then. */
  async #firstValue(): Promise<ParsedSecret> {
    if (this.#reading) await this.#reading.catch(() => {})
    if (!this.#value) await this.#startReading()
    if (!this.#value) throw new Error(`${this.#label} was not read`)
    return this.#value
  }

  #isOld = () => Date.now() >= this.#oldAtMs

  #mayReadAgain = () => Date.now() - this.#startedAtMs >= minIntervalMs

  #startReading(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readOnce(): Promise<void> {
    const startedAtMs = Date.now()
    this.#startedAtMs = startedAtMs
    try {
      const value = await this.#read()
      this.#logFaults(value)
      this.#value = value
      this.#oldAtMs = startedAtMs + maxAgeMs - Math.random() * maxEarlierMs
    } catch (error) {
      logger.error('secret_unreadable', {
        secret: this.#label,
        error: describeError(error),
      })
      throw error
    }
  }

  /** Names of unknown fields are not logged: one of them may be a secret in a wrong place. */
  #logFaults({ malformed, unknownCount }: ParsedSecret): void {
    if (malformed.length === 0 && unknownCount === 0) return
    logger.error('secret_malformed', {
      secret: this.#label,
      malformed,
      unknownFields: unknownCount,
    })
  }
}
