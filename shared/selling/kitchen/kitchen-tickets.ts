import { Failure } from '../../failure.ts'
import type { Words } from '../../paper/layout/language.ts'
import type { PrintedTicket } from '../../paper/layout/receipt.ts'
import type { Printer } from '../../paper/printing/printer-configuration.ts'
import { isFired, type OrderLine } from '../restaurant/order-line.ts'
import { modifierText } from '../sales/sold-modifiers.ts'

/** Lines for one printer. Copies were printed before and get a separate ticket. */
export type KitchenTicket = {
  readonly printer: Printer
  readonly isCopy: boolean
  readonly lines: readonly OrderLine[]
}

/**
 * The lines of a course to print: every pending one that the kitchen has to make, or those of the
 * ids. Cancelled lines are never printed. Throws `invalid` for an id of no line.
 */
export function linesToFire(
  lines: readonly OrderLine[],
  ids: readonly string[] | undefined,
  isOfCourse: (line: OrderLine) => boolean,
): readonly OrderLine[] {
  if (ids === undefined) {
    return lines.filter(
      (line) => line.status === 'pending' && line.shouldPrepare && isOfCourse(line),
    )
  }
  const known = new Set(lines.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) {
    throw new Failure('invalid', { fault: 'dishIds names no line of this order' })
  }
  const wanted = new Set(ids)
  return lines.filter(
    (line) => wanted.has(line.id) && line.status !== 'cancelled' && isOfCourse(line),
  )
}

/**
 * One ticket a printer: each line goes to every printer that prints its dish's category, or
 * all categories. Configurations of one printer are one. Throws `printingFailed` for a line
 * that no printer takes, unless it is `onScreen`.
 */
export function ticketsFor(
  lines: readonly OrderLine[],
  categoryOf: (line: OrderLine) => string | undefined,
  printers: readonly Printer[],
  onScreen: boolean,
): readonly KitchenTicket[] {
  const tickets = new Map<
    string,
    { printer: Printer; isCopy: boolean; lines: OrderLine[] }
  >()
  for (const line of lines) {
    const category = categoryOf(line) ?? ''
    const takers = printers.filter(
      ({ categoryIds }) => categoryIds.length === 0 || categoryIds.includes(category),
    )
    if (takers.length === 0 && !onScreen) throw new Failure('printingFailed')
    const isCopy = isFired(line)
    for (const [name, printer] of new Map(
      takers.map((each) => [each.printerName, each]),
    )) {
      const key = `${isCopy} ${name}`
      const ticket = tickets.get(key) ?? { printer, isCopy, lines: [] }
      ticket.lines.push(line)
      tickets.set(key, ticket)
    }
  }
  return [...tickets.values()]
}

/**
 * Numbers a ticket among the order's tickets, such as 1 of 2; empty for copies and for a
 * single ticket.
 */
export function partOf(
  ticket: KitchenTicket,
  tickets: readonly KitchenTicket[],
  { kitchen }: Words,
): { part?: string } {
  const originals = tickets.filter(({ isCopy }) => !isCopy)
  const at = originals.indexOf(ticket)
  return originals.length > 1 && at >= 0
    ? { part: kitchen.part(at + 1, originals.length) }
    : {}
}

/**
 * Builds a kitchen ticket: table, room, user and lines with their modifiers and notes,
 * without prices.
 */
export function kitchenTicket(
  lines: readonly OrderLine[],
  courseOf: (line: OrderLine) => string | null | undefined,
  order: {
    readonly orderId: string
    readonly tableName: string
    readonly roomName: string
    readonly userName: string
    /** Date in its printed form. */
    readonly date: string
    readonly details: NonNullable<PrintedTicket['details']>
  },
): PrintedTicket {
  const same = Map.groupBy(lines, (line) =>
    JSON.stringify([line.dishId, courseOf(line), line.notes, ...commentsOf(line)]),
  )
  return {
    ticketId: order.orderId,
    tableName: order.tableName,
    roomName: order.roomName,
    date: order.date,
    items: [...same.values()].flatMap((group) => {
      const [line] = group
      if (!line) return []
      const comments = commentsOf(line)
      const course = courseOf(line)
      return {
        quantity: group.length,
        name: line.dishName,
        price: null,
        ...(course && { course }),
        ...(comments.length > 0 && { comments }),
        ...(line.notes && { notes: line.notes }),
      }
    }),
    total: null,
    details: { cashier: order.userName, ...order.details },
  }
}

const commentsOf = ({ modifiers = [], notes }: OrderLine): string[] => [
  ...modifiers.map(modifierText),
  ...(notes ? [notes] : []),
]
