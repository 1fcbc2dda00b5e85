import type { HandInResult } from './offline-sale.ts'

/** Why a sale is not booked: its till keeps it for a person. */
export class Refused extends Error {
  readonly code: NonNullable<HandInResult['code']>
  readonly field: string | undefined
  constructor(code: NonNullable<HandInResult['code']>, field?: string) {
    super(code)
    this.code = code
    this.field = field
  }
}
