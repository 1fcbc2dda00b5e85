import {
  centsOf,
  isNothingLeft,
  type Left,
  leftOf,
  type Parts,
  type RefundableLine,
  refundAll,
  refundAmount,
  refundUnits,
} from '../../../../shared/selling/refunds/refundable.ts'
import type { Model } from './linearizable.ts'

/** Amount of a refund: all that is left, a sum, or units by the place of their line. */
export type RefundInput =
  | { readonly all: true }
  | { readonly cents: number }
  | { readonly units: readonly (readonly [at: number, units: number])[] }

/** A refund that was made, or the code of its refusal. */
export type RefundOutput =
  | { readonly id: string; readonly cents: number }
  | { readonly code: string }

type State = { readonly refunds: readonly Parts[]; readonly ids: readonly string[] }

/** An order's refunds: each takes from what those before it have left. */
export const refundModel = (
  lines: readonly RefundableLine[],
  tipCents: number,
): Model<State, RefundInput, RefundOutput> => ({
  initial: { refunds: [], ids: [] },
  apply: (state, input, output) => {
    // A repeated refund gets the first answer
    if (output && 'id' in output && state.ids.includes(output.id)) return state
    const parts = partsOf(leftOf(lines, tipCents, state.refunds), input)
    if (output && 'code' in output) return parts === output.code ? state : undefined
    if (typeof parts === 'string') return output === undefined ? state : undefined
    if (output && output.cents !== centsOf(parts)) return undefined
    return {
      refunds: [...state.refunds, parts],
      ids: [...state.ids, output?.id ?? '?'],
    }
  },
})

/** Returns the parts that a refund takes, or the code with which it is refused. */
export function partsOf(left: Left, input: RefundInput): Parts | string {
  if (isNothingLeft(left)) return 'already_refunded'
  try {
    if ('cents' in input) return refundAmount(left, input.cents)
    return 'units' in input ? refundUnits(left, new Map(input.units)) : refundAll(left)
  } catch {
    return 'refund_exceeds_paid'
  }
}
