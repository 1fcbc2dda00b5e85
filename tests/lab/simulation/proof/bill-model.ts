import type { Model } from './linearizable.ts'

/** Operations on an order of the restaurant that its bill decides about. */
export type BillInput =
  | 'settle'
  | 'split'
  /** Refused once the order is settled, and only then. */
  | 'change'
  | { readonly status: string }

/** Done, for a settlement with its ticket; or refused because the order is paid. */
export type BillOutput = { readonly ticketId: string | null } | 'paid'

type State = {
  /** The ticket of the settlement; `?` for one that was in no answer. */
  readonly ticketId: string | null
  /** True if a client set the status `paid`. */
  readonly isPaid: boolean
}

/** An order of the restaurant: it is settled once, and locked from then on. */
export const billModel: Model<State, BillInput, BillOutput> = {
  initial: { ticketId: null, isPaid: false },
  apply: (state, input, output) => {
    const isSettled = state.ticketId !== null
    const isRefused =
      input === 'settle' || input === 'split' ? isSettled || state.isPaid : isSettled
    if (output === 'paid') return isRefused ? state : undefined
    if (isRefused) return output === undefined ? state : undefined
    if (input === 'settle') return { ticketId: output?.ticketId ?? '?', isPaid: true }
    if (typeof input === 'object') return { ...state, isPaid: input.status === 'paid' }
    return state
  },
}
