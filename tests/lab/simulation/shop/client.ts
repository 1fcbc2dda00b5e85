import type { Cloud } from '../cloud/cloud.ts'
import type { HttpRequest, HttpResponse } from '../cloud/http.ts'
import type { Random } from '../machine/random.ts'

/**
 * Ways in which a request may be sent again: with its key, or because it is repeatable by
 * itself.
 */
export type Repeats = { readonly key?: string; readonly isRepeatable?: boolean }

const inProgress = 'The first request with this Idempotency-Key is still running'

/** The key of a request that ends so is free again. */
const changedByAnother = 'The record was changed by another request, try again'

const keyReused = 'Idempotency-Key was used with another request'

/** A person at a till, an office or a kitchen, with a session. */
export class Client {
  readonly random: Random
  readonly cloud: Cloud
  readonly #cookies: readonly string[]

  constructor(cloud: Cloud, random: Random, cookies: readonly string[]) {
    this.cloud = cloud
    this.random = random
    this.#cookies = cookies
  }

  /** Somebody else at the same place. */
  as(cookies: readonly string[]): Client {
    return new Client(this.cloud, this.random, cookies)
  }

  /** The answer, or undefined when it is unknown whether it was done. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    { key, isRepeatable = key !== undefined }: Repeats = {},
  ): Promise<HttpResponse | undefined> {
    const request: HttpRequest = {
      method,
      path,
      body,
      cookies: this.#cookies,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    }
    if (key !== undefined) this.cloud.keyed.push(request)
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.cloud.request(request)
      const isKnown = response.status < 500 && response.body?.message !== inProgress
      const mayTryAgain = isRepeatable && response.body?.message === changedByAnother
      if (response.body?.message === keyReused) {
        throw new Error(`${path}: somebody else has used the key of this request`)
      }
      if (isKnown && !mayTryAgain) return response
      if (!isRepeatable || attempt === 6) {
        if (key !== undefined) this.cloud.unanswered.push(request)
        return undefined
      }
      await this.cloud.scheduler.sleep(this.random.below(20_000))
    }
  }

  /** A pause as people make them. */
  pause(): Promise<void> {
    return this.cloud.scheduler.sleep(this.random.below(40))
  }
}
