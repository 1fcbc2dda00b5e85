import { type Answer, Client } from '../../../infra/local/client.ts'
import { checkAnswer, type Expectations } from './check-answer.ts'

/** A client that compares every answer with docs/openapi.json, and throws where it differs. */
export class CheckedClient extends Client {
  readonly #expectations: Expectations

  constructor(
    baseUrl: string,
    cookies?: Readonly<Record<string, string>>,
    expectations: Expectations = {},
  ) {
    super(baseUrl, cookies)
    this.#expectations = expectations
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
