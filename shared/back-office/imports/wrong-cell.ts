import { Failure } from '../../failure.ts'
import type { WhyRefused } from './import-run.ts'

/** A failure of one column, and its code. */
export class WrongCell extends Failure<'invalid'> {
  readonly why: WhyRefused

  constructor(field: string, fault: string, why: WhyRefused) {
    super('invalid', { fault, field })
    this.why = why
  }
}

/** Makes a failure of a column; `invalid` is the code of all that have no own. */
export const wrong = (field: string, fault: string, why: WhyRefused = 'invalid') =>
  new WrongCell(field, fault, why)
