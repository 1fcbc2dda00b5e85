/**
 * How far a payout is. The first two are states of its record; at the end the record goes,
 * and the refund is on its order, or nothing is.
 */
export type PayoutState = 'begun' | 'paid' | 'finished' | 'given-up'

/**
 * Which state may follow which. `given-up` follows `begun` alone: what was paid is only ever
 * finished, and nothing follows an end.
 */
export const payoutTransitions = {
  begun: ['paid', 'given-up'],
  paid: ['finished'],
  finished: [],
  'given-up': [],
} as const satisfies Record<PayoutState, readonly PayoutState[]>

type Table = Readonly<Record<string, readonly string[]>>

/** The states from which a state follows: conditions of transactions hold a change to them. */
export const statesBefore = (state: PayoutState): PayoutState[] =>
  (Object.keys(payoutTransitions) as PayoutState[]).filter((before) =>
    (payoutTransitions[before] as readonly PayoutState[]).includes(state),
  )

/** Throws for a table in which a payout could be stuck, or be paid and given up. */
export function checkTransitions(table: Table): void {
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of table[from] ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      reachable(next, seen)
    }
    return seen
  }
  const fault = (text: string) => new Error(`transitions of payouts: ${text}`)
  const fromBegun = reachable('begun')
  for (const state of Object.keys(table)) {
    if (state !== 'begun' && !fromBegun.has(state)) throw fault(`${state} is not reached`)
    if (reachable(state).has(state)) throw fault(`${state} comes again`)
  }
  if (reachable('paid').has('given-up')) throw fault('what was paid may be given up')
  if (!table.paid?.includes('finished')) throw fault('what was paid is not finished')
  for (const end of ['finished', 'given-up']) {
    if (table[end]?.length !== 0) throw fault(`${end} is no end`)
  }
}

checkTransitions(payoutTransitions)
