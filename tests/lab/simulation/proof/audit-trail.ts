import type { AuditEntry } from '../../../../shared/people/audit/audit-entry.ts'
import type { StoreOrderRecord } from '../../../../shared/selling/checkout/store-orders.ts'
import type { TicketRecord } from '../../../../shared/selling/sales/tickets.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import type { World } from '../shop/world.ts'
import { isOfBitcoin } from './audit-bitcoin.ts'
import { paidOrders, refundedPayments } from './audit-refunds.ts'
import type { Findings, Records } from './records.ts'

/** Kinds whose entries are noted by the name of their subject, not by its id. */
const named = new Set(['role', 'user', 'pin', 'stock', 'shift', 'catalog'])

/** The audit trail has one entry for each operation that was done, and none for others. */
export function auditTrail(records: Records, world: World, findings: Findings): void {
  const before = new Set(world.shop.items.map(({ pk, sk }) => pk === 'AUDIT' && sk))
  const entries = records
    .in<AuditEntry & { readonly sk: string }>('AUDIT')
    .filter(({ sk }) => !before.has(sk))
  if (world.listed) {
    const all = records.in<AuditEntry>('AUDIT').map(({ id }) => id)
    findings.equal('the audit trail as it is read', [...world.listed].sort(), all.sort())
  }
  const of = (kind: AuditEntry['kind']) => entries.filter((entry) => entry.kind === kind)
  const orders = paidOrders(records)

  findings.equal(
    'discounts and other sums than the lines in the audit trail',
    of('discount')
      .map(({ subjectId, after }) => `${subjectId} ${String(after?.discountCents)}`)
      .sort(),
    orders
      .filter(
        (order) =>
          order.sale.discountCents > 0 ||
          order.sale.adjustmentCents !== 0 ||
          isWithoutItsTax(order),
      )
      .map(({ id, sale }) => `${id} ${sale.discountCents}`)
      .sort(),
  )
  findings.equal(
    'Z reports in the audit trail',
    of('z-report')
      .map(({ subjectName }) => subjectName ?? '')
      .sort(),
    records
      .in<ZReportRecord>('Z-REPORT')
      .map(({ number }) => `Z ${number}`)
      .sort(),
  )
  const deleted = new Set(of('cancellation').map(({ subjectId }) => subjectId))
  const kept = (ids: readonly (string | null)[]) =>
    ids.flatMap((id) => (id === null || deleted.has(id) ? [] : id)).sort()
  findings.equal(
    'tickets by hand in the audit trail',
    kept(of('ticket').map(({ subjectId }) => subjectId)),
    kept(
      records
        .in<TicketRecord>('TICKET')
        .flatMap(({ id, number }) => (number === undefined ? id : [])),
    ),
  )
  const refunds = of('refund')
  const isGivenUp = ({ after }: AuditEntry) => after?.givenUp !== undefined
  findings.equal(
    'refunds in the audit trail',
    refunds
      .filter((entry) => !isGivenUp(entry))
      .map(({ after }) => {
        const amount = after?.amountCents ?? after?.satoshiAmount
        return `${String(after?.refundId)} ${String(amount)}`
      })
      .sort(),
    [
      ...orders
        .flatMap(({ sale }) => sale.refunds ?? [])
        .map(({ id, amountCents }) => `${id} ${amountCents}`),
      ...refundedPayments(records).map(
        ({ refundId, satoshiAmount }) => `${refundId} ${satoshiAmount}`,
      ),
    ].sort(),
  )
  const ended = refunds.map(({ after }) => after?.refundId)
  findings.equal('refunds that ended twice', ended.length - new Set(ended).size, 0)
  const below = entries.filter(isBelowMenu)
  auditBelowMenu(below, world, findings)
  auditNoted(
    without(entries, [...below, ...entries.filter(isOfBitcoin)]),
    world,
    findings,
  )
}

/** True if a sale of the store charged its prices without the tax to be added. */
function isWithoutItsTax({
  sale,
  ...order
}: ReturnType<typeof paidOrders>[number]): boolean {
  const { items = [] } = order as Partial<StoreOrderRecord>
  const linesCents = items.reduce(
    (sum, { quantity, priceAtOrder }) => sum + quantity * priceAtOrder,
    0,
  )
  const isTaxed = sale.taxes.some(({ taxCents }) => taxCents > 0)
  return !sale.pricesIncludeTax && isTaxed && sale.goodsCents === linesCents
}

/** An entry of dishes that were ordered for less than they cost on the menu. */
const isBelowMenu = ({ kind, after }: AuditEntry) => kind === 'price' && !!after?.lines

const without = <T>(all: readonly T[], some: readonly T[]) =>
  all.filter((each) => !some.includes(each))

/**
 * Checks lines below the menu's price: each is entered once, and only if it was ordered.
 * Every line has a price of its own.
 */
function auditBelowMenu(
  entries: readonly AuditEntry[],
  { lines }: World,
  findings: Findings,
): void {
  const entered = entries.flatMap(
    ({ after }) => after?.lines as { readonly priceCents: number }[],
  )
  const prices = entered.map(({ priceCents }) => priceCents)
  findings.equal('dishes entered twice', prices.length - new Set(prices).size, 0)
  const ordered = new Set(
    [...lines.values()]
      .filter(({ added }) => added !== 'refused')
      .map((line) => line.prices[0]),
  )
  findings.equal(
    'dishes entered below the menu that nobody ordered',
    prices.filter((cents) => !ordered.has(cents)),
    [],
  )
}

/** For each thing: one entry for each operation that was done, or may have been. */
function auditNoted(
  entries: readonly AuditEntry[],
  { audited }: World,
  findings: Findings,
): void {
  const noted = Map.groupBy(audited, ({ kind, subject }) => `${kind} of ${subject}`)
  const found = Map.groupBy(
    entries.filter(
      ({ kind }) => !['discount', 'z-report', 'refund', 'ticket'].includes(kind),
    ),
    ({ kind, subjectId, subjectName }) =>
      `${kind} of ${named.has(kind) ? subjectName : subjectId}`,
  )
  for (const what of new Set([...noted.keys(), ...found.keys()])) {
    const operations = noted.get(what) ?? []
    const count = found.get(what)?.length ?? 0
    const least = operations.filter(({ outcome }) => outcome === 'done').length
    const most = operations.filter(({ outcome }) => outcome !== 'refused').length
    findings.isTrue(
      `${what}: ${count} entries in the audit trail, and not ${least} to ${most}`,
      count >= least && count <= most,
    )
  }
}
