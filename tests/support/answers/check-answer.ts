import type { Answer } from '../client.ts'
import { declarationOf } from './declaration-of.ts'
import { faultOf } from './faults.ts'
import { recordAnswer } from './record.ts'

/** Expectations of a test beyond the document. */
export type Expectations = {
  /** True if storage or another service may fail, so that the response may be 5xx. */
  readonly mayFail?: boolean
}

/** The parts of a response that the document describes. */
export type CheckedAnswer = Pick<Answer, 'status' | 'body' | 'headers'>

/** Compares a response with docs/openapi.json, and records it. Throws if it differs. */
export function checkAnswer(
  method: string,
  path: string,
  answer: CheckedAnswer,
  expectations: Expectations = {},
): void {
  const { operation, fault } = faultOf(method, path, answer, expectations)
  if (fault !== undefined) {
    const sent = `${method} ${path.slice(0, 200)} returned ${answer.status}`
    const received = JSON.stringify(answer.body)?.slice(0, 1_000)
    throw new Error(
      `${sent}, unlike docs/openapi.json: ${fault}\n${received}\n` +
        `Declared at ${declarationOf(operation)}; if that has changed, run npm run generate.`,
    )
  }
  recordAnswer(operation ?? '(no operation)', answer.status)
}
