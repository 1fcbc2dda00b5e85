import type { Model } from './linearizable.ts'

/** The stock of a product: it is taken, given back, or read. */
export type StockInput = { readonly change: number } | 'read'
export type StockOutput = boolean | number

export const stockModel = (opening: number): Model<number, StockInput, StockOutput> => ({
  initial: opening,
  apply: (stock, input, output) => {
    if (input === 'read') return output === stock ? stock : undefined
    const after = stock + input.change
    if (output === false) return after < 0 ? stock : undefined
    return after < 0 ? undefined : after
  },
})

/** A payment hash: paid by the customer, and sold once. */
export type HashInput = 'pay' | 'sell'
/** For a sale its order's id, or `pending`. */
export type HashOutput = string
type HashState = { readonly isPaid: boolean; readonly orderId: string | null }

export const hashModel: Model<HashState, HashInput, HashOutput> = {
  initial: { isPaid: false, orderId: null },
  apply: (state, input, output) => {
    if (input === 'pay') return { ...state, isPaid: true }
    if (output === 'pending') return state.isPaid ? undefined : state
    if (!state.isPaid) return undefined
    // An unknown sale has an id that the next answer tells
    if (output === undefined) return { ...state, orderId: state.orderId ?? '?' }
    if (state.orderId !== null && state.orderId !== '?') {
      return state.orderId === output ? state : undefined
    }
    return { ...state, orderId: output }
  },
}

/** Operations on the open shift: null when none is open. */
export type ShiftInput = { readonly open: true } | { readonly close: string } | 'read'
/** For opening its id, or null when another is open; for closing whether it was open. */
export type ShiftOutput = string | boolean | null
type ShiftState = string | null

/** An opened shift whose id was in no answer. */
const unnamed = '?'

export const shiftModel: Model<{ open: ShiftState }, ShiftInput, { value: ShiftOutput }> =
  {
    initial: { open: null },
    apply: ({ open }, input, output) => {
      if (input === 'read') {
        if (output === undefined) return { open }
        if (open === unnamed && output.value !== null)
          return { open: String(output.value) }
        return output.value === open ? { open } : undefined
      }
      if ('open' in input) {
        if (output === undefined) return { open: open ?? unnamed }
        if (output.value === null) return open === null ? undefined : { open }
        return open === null ? { open: String(output.value) } : undefined
      }
      const isOpen = open === input.close || open === unnamed
      if (output === undefined) return { open: isOpen ? null : open }
      return output.value ===
        (open === input.close || (open === unnamed && output.value === true))
        ? { open: output.value ? null : open }
        : undefined
    },
  }

/** An idempotency key: all requests get the first answer. */
export const keyModel: Model<{ answer: string | null }, 'send', string> = {
  initial: { answer: null },
  apply: ({ answer }, _input, output) => {
    if (output === undefined) return { answer }
    return answer === null || answer === output ? { answer: output } : undefined
  },
}
