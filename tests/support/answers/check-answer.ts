import type { Answer } from '../../../infra/local/client.ts'
import { faultOf } from './faults.ts'
import { recordAnswer } from './record.ts'

/** What a test expects beyond the document. */
export type Expectations = {
  /** Whether storage or another service may fail, so that 5xx may be answered. */
  readonly mayFail?: boolean
}

/** What of an answer the document describes. */
export type CheckedAnswer = Pick<Answer, 'status' | 'body' | 'headers'>

/** Compares an answer with docs/openapi.json, and records it. Throws where it differs. */
export function checkAnswer(
  method: string,
  path: string,
  answer: CheckedAnswer,
  expectations: Expectations = {},
): void {
  const { operation, fault } = faultOf(method, path, answer, expectations)
  if (fault !== undefined) {
    const sent = `${method} ${path.slice(0, 200)} answered ${answer.status}`
    const received = JSON.stringify(answer.body)?.slice(0, 1_000)
    throw new Error(
      `${sent} otherwise than docs/openapi.json says: ${fault}\n${received}\n` +
        'If the declaration says so, run npm run generate.',
    )
  }
  recordAnswer(operation ?? '(no operation)', answer.status)
}
