import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { type Answer, Client } from '../client.ts'
import { checkAnswer, type Expectations } from './check-answer.ts'
import { checkedFetch } from './checked-fetch.ts'

/** A client that compares every answer with docs/openapi.json, and throws where it differs. */
export class CheckedClient extends Client {
  readonly #expectations: Expectations
  #pos: Pos | undefined

  constructor(
    baseUrl: string,
    cookies?: Readonly<Record<string, string>>,
    expectations: Expectations = {},
  ) {
    super(baseUrl, cookies)
    this.#expectations = expectations
  }

  /** The typed client with the same cookies. It repeats nothing, so that no failure hides. */
  get pos(): Pos {
    const { baseUrl, cookies } = this
    this.#pos ??= connect({
      baseUrl,
      cookies,
      retries: 0,
      fetch: checkedFetch(baseUrl, this.#expectations),
    })
    return this.#pos
  }

  override async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const answer = await super.send(method, path, body, headers)
    // As it was sent: URLs drop dot segments, also percent-encoded ones.
    const { pathname, search } = new URL(this.baseUrl + path)
    checkAnswer(method, pathname + search, answer, this.#expectations)
    return answer
  }
}
