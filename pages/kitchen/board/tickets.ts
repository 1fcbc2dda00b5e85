import type { KitchenLine, KitchenOrder } from '../../../shared/client/api.ts'

/** Like units of a dish on one ticket. */
export type Row = {
  readonly key: string
  readonly name: string
  readonly quantity: number
  readonly modifiers: readonly string[]
  readonly notes: string | null
  /** Blank for none. */
  readonly course: string
  readonly state: 'open' | 'done' | 'cancelled'
  readonly lines: readonly LineRef[]
}

/** A line, and the order that it is in. */
export type LineRef = { readonly orderId: string; readonly id: string }

/** Lines that one table was sent at once. */
export type Ticket = {
  readonly key: string
  readonly tableName: string
  readonly roomName: string
  readonly userName: string
  /** Unix ms */
  readonly firedMs: number
  readonly rows: readonly Row[]
  readonly isOpen: boolean
}

/** Test for the lines that a screen shows. */
export type Wanted = (line: KitchenLine) => boolean

/** Time for which a ticket with all lines cancelled is shown, in ms. */
const cancelledMs = 2 * 60 * 60_000

/**
 * Groups orders into tickets, oldest first. Lines that were sent together from one table
 * are one ticket, even after their bill was split.
 */
export function ticketsOf(
  orders: readonly KitchenOrder[],
  wanted: Wanted,
  seen: ReadonlySet<string>,
  nowMs: number,
): readonly Ticket[] {
  const sent = orders.flatMap((order) =>
    order.lines
      .filter(wanted)
      .map((line) => ({ order, line, firedMs: firedMs(order, line) })),
  )
  const groups = Map.groupBy(
    sent,
    ({ order, firedMs }) => `${order.tableId ?? order.id} ${firedMs}`,
  )
  return [...groups]
    .flatMap(([key, group]) => {
      const [first] = group
      if (!first) return []
      const rows = rowsOf(group)
      const isNews = group.some(
        ({ line }) => line.status === 'cancelled' && !seen.has(line.id),
      )
      const { tableName, roomName, userName } = first.order
      return {
        key,
        tableName,
        roomName,
        userName,
        firedMs: first.firedMs,
        rows,
        isOpen:
          rows.some(({ state }) => state === 'open') ||
          (isNews && nowMs - first.firedMs < cancelledMs),
      }
    })
    .sort((one, other) => one.firedMs - other.firedMs)
}

type Sent = { readonly order: KitchenOrder; readonly line: KitchenLine }

const firedMs = (order: KitchenOrder, line: KitchenLine) =>
  Date.parse(line.firedAt ?? order.createdAt)

function rowsOf(sent: readonly Sent[]): readonly Row[] {
  const alike = Map.groupBy(sent, ({ line }) =>
    JSON.stringify([stateOf(line), line.dishId, textsOf(line), line.notes, line.course]),
  )
  return [...alike].flatMap(([key, group]) => {
    const [first] = group
    if (!first) return []
    const { line } = first
    return {
      key,
      name: line.name,
      quantity: group.length,
      modifiers: textsOf(line),
      notes: line.notes,
      course: line.course ?? '',
      state: stateOf(line),
      lines: group.map(({ order, line: { id } }) => ({ orderId: order.id, id })),
    }
  })
}

const stateOf = ({ status }: KitchenLine): Row['state'] =>
  status === 'done' || status === 'cancelled' ? status : 'open'

const textsOf = ({ modifiers = [] }: KitchenLine) =>
  modifiers.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))

/** The lines of a ticket in a state. */
export const linesOf = ({ rows }: Ticket, state: Row['state']): readonly LineRef[] =>
  rows.filter((row) => row.state === state).flatMap(({ lines }) => lines)

/** Counts the dishes still to be made by name, the most first. */
export function allDay(tickets: readonly Ticket[]) {
  const open = tickets.flatMap(({ rows }) => rows.filter(({ state }) => state === 'open'))
  return [...Map.groupBy(open, ({ name }) => name)]
    .map(([name, rows]) => ({
      name,
      count: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
}

/** Returns the age of a ticket, and its level by the minutes of `soon` and `late`. */
export function ageOf(
  { firedMs }: Pick<Ticket, 'firedMs'>,
  nowMs: number,
  { soon, late }: { readonly soon: number; readonly late: number },
) {
  const minutes = Math.max(0, Math.floor((nowMs - firedMs) / 60_000))
  const level = minutes >= late ? 'late' : minutes >= soon ? 'soon' : 'fresh'
  return { minutes, level } as const
}

/** The orders with a line's new status, before the shop has confirmed it. */
export const withStatus = (
  orders: readonly KitchenOrder[],
  changed: ReadonlyMap<string, KitchenLine['status']>,
): readonly KitchenOrder[] =>
  orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => {
      const status = changed.get(line.id)
      return status && line.status !== 'cancelled' ? { ...line, status } : line
    }),
  }))
