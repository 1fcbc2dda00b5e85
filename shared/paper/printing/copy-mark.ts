import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { Key } from '../../platform/dynamodb/keys.ts'
import { unchanged, updateUnchanged } from '../../platform/dynamodb/optimistic-lock.ts'
import { transact, transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update, upsert, type Write } from '../../platform/dynamodb/write.ts'
import { type RequestKey, repeatableId } from '../../platform/idempotency/request-key.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { type Order, orderKey } from '../../selling/sales/orders.ts'
import { soldAtOf } from '../../selling/sales/sale-snapshot.ts'
import { receiptName } from '../../selling/sales/sales-audit.ts'
import type { SeenLine } from '../../selling/sales/seen-lines.ts'

/** The edition that was printed last as an original, its request, and the requests before. */
export type PrintedMark = {
  readonly edition: string
  readonly requestId?: string
  readonly earlier?: readonly string[]
}

/** An order as its bill or receipt is printed. */
type PrintedOrder = Order & {
  readonly printed?: PrintedMark | undefined
  readonly lines?: readonly SeenLine[]
  readonly revision?: number
}

/** A document that is printed as an original once per edition. */
export type Original = {
  /** Edition of the document: another edition is an original again. */
  readonly edition: string
  /** The order of a bill or receipt, which has the mark; a slip has a record of its own. */
  readonly of: { readonly order: PrintedOrder; readonly isBill: boolean } | Key
}

/** The slip of a refund. */
export function slipOfRefund(orderId: string, refundId: string): Original {
  const edition = `refund ${refundId}`
  return { of: { ...orderKey(orderId), sk: `PRINTED#${edition}` }, edition }
}

/** A print that is an original. */
export type Marked = {
  /** Takes the mark back after nothing could be sent to a printer. */
  readonly unmark: () => Promise<unknown>
  /** True for the first print of a sale that was made more than an hour ago, or without the cloud. */
  readonly isLate: boolean
}

/**
 * Marks a document as printed by this request. Undefined when another request has printed
 * it: then this print is a copy. A repeated request is not a copy of itself. A further
 * original of a bill, and the late first one of a sale, are entered in the audit trail.
 * Throws VersionConflict when the order has changed since it was read.
 */
export async function markPrinted(
  { edition, of }: Original,
  requestKey: RequestKey | undefined,
  nowMs: number,
): Promise<Marked | undefined> {
  const mark = { edition, requestId: repeatableId(requestKey, 'original') }
  return 'order' in of ? markOrder(of, mark, nowMs) : markSlip(of, mark)
}

async function markSlip(key: Key, printed: PrintedMark): Promise<Marked | undefined> {
  const isFirst = await transactIfHolds([
    upsert(key, {
      set: { printed },
      when: 'attribute_not_exists(#printed) OR #printed = :printed',
    }),
  ])
  if (!isFirst) return undefined
  const change = { remove: ['printed'], when: '#printed = :printed', values: { printed } }
  return { unmark: () => transactIfHolds([update(key, change)]), isLate: false }
}

async function markOrder(
  { order, isBill }: { readonly order: PrintedOrder; readonly isBill: boolean },
  { edition, requestId }: Required<Pick<PrintedMark, 'edition' | 'requestId'>>,
  nowMs: number,
): Promise<Marked | undefined> {
  const { printed, lines = [], revision = 0 } = order
  const isLate = !isBill && isSoldBefore(order, nowMs - lateMs)
  const isMarkedLate = isLate || order.sale?.syncedAt !== undefined
  if (printed?.edition === edition && printed.requestId === requestId) {
    return { unmark: async () => {}, isLate: isMarkedLate }
  }
  const earlier = printed ? [...(printed.earlier ?? []), printed.edition] : []
  // Up to 0.3.1 an edition was named by the order's revision
  if ([edition, `bill ${revision}`].some((each) => earlier.includes(each)))
    return undefined
  const mark: PrintedMark = { edition, requestId, earlier: earlier.slice(-maxEditions) }
  const seen = lines.map((line) =>
    line.status === 'cancelled' ? line : { ...line, wasPrinted: true as const },
  )
  const conditions = isBill ? (['printed', 'revision'] as const) : (['printed'] as const)
  await transact([
    updateUnchanged(order, conditions, {
      set: { printed: mark, ...(isBill && { lines: seen }) },
      add: isBill ? { revision: 1 } : {},
    }),
    insertPrintAudit(
      order,
      { isFurther: isBill && printed !== undefined, isLate },
      nowMs,
    ),
  ])
  const marked = { ...order, printed: mark, ...(isBill && { revision: revision + 1 }) }
  const change = {
    set: { printed, ...(isBill && { lines }) },
    remove: printed ? [] : ['printed'],
    add: isBill ? { revision: 1 } : {},
    ...unchanged(marked, conditions),
  }
  return { unmark: () => transactIfHolds([update(order, change)]), isLate: isMarkedLate }
}

/** More than a bill is printed in; the record has room for its lines. */
const maxEditions = 20

/** A receipt that is printed later than this after its sale says so. */
const lateMs = 60 * 60_000

const isSoldBefore = (order: Order, ms: number): boolean =>
  (order.kind === 'store' || order.sale !== undefined) && Date.parse(soldAtOf(order)) < ms

function insertPrintAudit(
  order: PrintedOrder,
  is: { readonly isFurther: boolean; readonly isLate: boolean },
  nowMs: number,
): Write | undefined {
  if (!is.isFurther && !is.isLate) return undefined
  const { id, sale, totalCents, printed } = order
  return insertAuditEntry({
    kind: 'print',
    subject: { id, name: receiptName(sale) },
    after: {
      note: is.isLate ? 'first print of the receipt' : 'further original of the bill',
      totalCents,
      printedAt: isoSeconds(nowMs),
      ...(is.isLate && { soldAt: soldAtOf(order) }),
      ...(is.isFurther && { originalsBefore: (printed?.earlier?.length ?? 0) + 1 }),
    },
  })
}
