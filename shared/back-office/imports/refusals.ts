import { codeOf, type Failure, type FailureKind } from '../../failure.ts'
import { maxRefusedOfPart, type RefusedRow, type WhyRefused } from './import-run.ts'
import { WrongCell } from './wrong-cell.ts'

/** Texts for refused rows whose failure has none of its own. */
const reasons: Partial<Record<FailureKind, string>> = {
  alreadyExists: 'another record has it already',
  blankNameOrPin: 'must not be blank',
  roleNotFound: 'is missing',
  adminRequired: 'only an administrator may do this',
  lastAdmin: 'would leave the shop without an administrator',
  tooManyCategories: 'a product has at most 40 categories',
  conflict: 'was changed by others at the same time: import it again',
}

/** The column that a failure blames where it names no field. */
const columns: Partial<Record<FailureKind, string>> = {
  roleNotFound: 'role',
  lastAdmin: 'role',
  adminRequired: 'role',
  tooManyCategories: 'categories',
}

const codes: Partial<Record<FailureKind, WhyRefused>> = {
  alreadyExists: 'taken',
  adminRequired: 'not_allowed',
  lastAdmin: 'not_allowed',
  conflict: 'changed_meanwhile',
}

const maxReason = 200

/** Turns a row's failure into a refusal: the column, the reason and its code. */
export function refusalOf(
  failure: Failure,
  columnOf: Readonly<Record<string, string>>,
): Pick<RefusedRow, 'column' | 'reason' | 'why'> {
  const { kind, details } = failure
  const field = details.field === undefined ? undefined : String(details.field)
  const name = field?.replace(/[.[].*$/, '')
  const { takenCode, productName } = details
  const owner = productName && `${productName} has ${takenCode} already`
  const fault = String(owner ?? details.fault ?? reasons[kind] ?? codeOf(kind))
  const path = field?.replaceAll(/\[(\d+)\]/g, '.$1')
  const reason = fault.startsWith(`${path}: `) ? fault.slice(`${path}: `.length) : fault
  return {
    column: (name === undefined ? columns[kind] : (columnOf[name] ?? name)) ?? null,
    reason: reason.slice(0, maxReason).toWellFormed(),
    why: failure instanceof WrongCell ? failure.why : (codes[kind] ?? 'invalid'),
  }
}

/** The refused rows of a part: the first of them, and how many there are. */
export class Refusals {
  readonly kept: RefusedRow[]
  count: number

  constructor(kept: readonly RefusedRow[], count: number) {
    this.kept = [...kept]
    this.count = count
  }

  add(refused: RefusedRow): void {
    this.count += 1
    if (this.kept.length < maxRefusedOfPart) this.kept.push(refused)
  }
}
