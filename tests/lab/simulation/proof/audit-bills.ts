import type { AuditEntry } from '../../../../shared/people/audit/audit-entry.ts'
import type { OrderLine } from '../../../../shared/selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import {
  ordersAt,
  type TableRecord,
} from '../../../../shared/selling/restaurant/tables.ts'
import { toldOf } from '../shop/cashiers.ts'
import type { LineFate, World } from '../shop/world.ts'
import { type Findings, type Records, sumOf } from './records.ts'

type Found = { readonly order: RestaurantOrderRecord; readonly line: OrderLine }

/** No line is lost, doubled or has another price, and what is settled stays as it was. */
export function auditBills(records: Records, world: World, findings: Findings): void {
  const orders = records
    .startingWith<RestaurantOrderRecord>('ORDER#', 'ORDER')
    .filter(({ kind }) => kind === 'restaurant')
  const found = orders.flatMap((order) => order.lines.map((line) => ({ order, line })))
  const deletesOrders = world.audited.some(
    ({ kind, subject, outcome }) =>
      kind === 'cancellation' && subject !== null && outcome !== 'refused',
  )
  const byMark = Map.groupBy(found, ({ line }) => line.notes ?? '')
  for (const [mark, fate] of world.lines) {
    auditLine(mark, fate, byMark.get(mark) ?? [], deletesOrders, findings)
  }
  auditLineCount(records, world, found.length, findings)
  for (const order of orders) auditSettled(order, findings)
  for (const [id, { ticketId, told }] of world.locked) {
    const order = orders.find((each) => each.id === id)
    findings.equal(`settled order ${id}`, order && toldOf(order), told)
    findings.equal(`ticket of settled order ${id}`, order?.sale?.ticketId, ticketId)
  }
  const settled = new Set(world.locked.keys())
  for (const table of records.in<TableRecord>('TABLE')) {
    const stays = (table.seated ?? []).filter((id) => settled.has(id))
    const isSeated = ordersAt(table).length > 1 && stays.length > 0
    findings.isTrue(`table ${table.name} keeps settled orders ${stays.join()}`, !isSeated)
  }
}

function auditLine(
  mark: string,
  { added, deleted, prices }: LineFate,
  found: readonly Found[],
  deletesOrders: boolean,
  findings: Findings,
): void {
  const count = found.length
  const isThere = added === 'done' && deleted === 'refused' && !deletesOrders
  const isGone = added === 'refused' || deleted === 'done'
  const isRight = isThere ? count === 1 : isGone ? count === 0 : count <= 1
  findings.isTrue(
    `${mark} was added: ${added}, deleted: ${deleted}, and is there ${count} times`,
    isRight,
  )
  for (const { order, line } of found) {
    const isFree = order.sale !== undefined && line.status === 'cancelled'
    const allowed = isFree ? [0] : prices
    findings.isTrue(
      `${mark} costs ${line.priceCents} and not one of ${allowed.join()}`,
      allowed.includes(line.priceCents),
    )
  }
}

/** All lines that were added are there, but those that the audit trail has deleted. */
function auditLineCount(
  records: Records,
  { lines }: World,
  found: number,
  findings: Findings,
): void {
  const deleted = records
    .in<AuditEntry>('AUDIT')
    .filter(({ kind, before, after }) => kind === 'cancellation' && before && !after)
    .map(({ before }) => Number(before?.dishes ?? (before?.dishName ? 1 : 0)))
  const fates = [...lines.values()]
  const least = fates.filter(({ added }) => added === 'done').length
  const most = fates.filter(({ added }) => added !== 'refused').length
  const all = found + sumOf(deleted)
  findings.isTrue(
    `${all} lines are there or deleted, of ${least} to ${most} that were added`,
    all >= least && all <= most,
  )
}

/** An order is settled with all that belongs to it, or open. */
function auditSettled(order: RestaurantOrderRecord, findings: Findings): void {
  const { id, sale, status, payments } = order
  findings.equal(
    `payments of order ${id}`,
    payments.map(({ paymentId }) => paymentId),
    (sale?.tenders ?? []).map(({ paymentId }) => paymentId),
  )
  if (sale) findings.equal(`status of settled order ${id}`, status, 'paid')
}
