import { type Answer, Client } from '../../../infra/local/client.ts'
import { faultOf } from './faults.ts'
import { recordAnswer } from './record.ts'

/** What a test's client expects beyond the document. */
export type Expectations = {
  /** Whether storage or another service may fail, so that 500 and 503 may be answered. */
  readonly mayFail?: boolean
}

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
    const { operation, fault } = faultOf(method, path, answer, this.#expectations)
    if (fault !== undefined) {
      const sent = `${method} ${path.slice(0, 200)} answered ${answer.status}`
      const received = JSON.stringify(answer.body)?.slice(0, 1_000)
      throw new Error(
        `${sent} otherwise than docs/openapi.json says: ${fault}\n${received}`,
      )
    }
    recordAnswer(operation ?? '(no operation)', answer.status)
    return answer
  }
}
