import type {
  StoreOrderItemRecord,
  StoreOrderRecord,
} from '../../../../shared/selling/checkout/store-orders.ts'
import { leftOf } from '../../../../shared/selling/refunds/refundable.ts'
import type { RefundRecord } from '../../../../shared/selling/sales/orders.ts'
import type { HashUse } from '../../../../shared/selling/sales/payment-hashes.ts'
import type { SaleRefund } from '../../../../shared/selling/sales/sale-snapshot.ts'
import { linesOf, type PaidOrder } from '../shop/refunders.ts'
import type { World } from '../shop/world.ts'
import { type Findings, type Records, sumOf } from './records.ts'

/** Refunds give back what was paid at most, and the money of each left once or not at all. */
export function auditRefunds(records: Records, world: World, findings: Findings): void {
  const orders = paidOrders(records)
  for (const order of orders) auditRefundsOf(order, world, findings)
  const refunds = orders.flatMap(({ id, sale }) =>
    (sale.refunds ?? []).map((refund) => ({ ...refund, orderId: id })),
  )
  const told = (some: readonly (SaleRefund & { orderId: string })[]) =>
    some.map(({ id, orderId, amountCents }) => `${orderId} ${id} ${amountCents}`).sort()
  findings.equal(
    'refunds by themselves',
    told(records.in<RefundRecord>('REFUND')),
    told(refunds),
  )
  for (const [mark, outcome] of world.refunds) {
    const found = refunds.filter(({ reason }) => reason === mark).length
    const isRight =
      outcome === 'unknown' ? found <= 1 : found === (outcome === 'done' ? 1 : 0)
    findings.isTrue(`${mark} was ${outcome} and is there ${found} times`, isRight)
  }
  auditPayouts(records, world, refunds, findings)
}

export const paidOrders = (records: Records): readonly PaidOrder[] =>
  records
    .startingWith<PaidOrder>('ORDER#', 'ORDER')
    .filter(({ sale }) => sale !== undefined)

/** Payments that were given back because nothing was sold for them. */
export const refundedPayments = (records: Records) =>
  records
    .startingWith<HashUse>('PAYMENT-HASH#', 'SALE')
    .flatMap((each) => (each.use === 'refunded' ? [each] : []))

function auditRefundsOf(order: PaidOrder, { cloud }: World, findings: Findings): void {
  const { id, sale } = order
  const refunds = sale.refunds ?? []
  const left = leftOf(linesOf(order), sale.tipCents, refunds)
  const isTooMuch =
    left.tipCents < 0 ||
    left.lines.some(
      ({ units, paidCents, taxCents }) => units < 0 || paidCents < 0 || taxCents < 0,
    )
  findings.isTrue(`order ${id} gave back more than was paid`, !isTooMuch)
  // An order whose every dish was cancelled has nothing left from the start
  const isRefunded = refunds.length > 0 && left.cents === 0 && left.units === 0
  findings.equal(`whether order ${id} is refunded`, sale.isRefunded ?? false, isRefunded)
  const satoshis = sumOf(refunds.map(({ satoshiAmount }) => satoshiAmount))
  const received = sumOf(
    sale.tenders.map(({ lightning }) => cloud.node.satOf(lightning?.paymentHash ?? '')),
  )
  findings.isTrue(`order ${id} paid out ${satoshis} satoshis`, satoshis <= received)
}

/** Fills in what refunds returned to stock, for the history of the products. */
export function fillInReturns(records: Records, { returns }: World): void {
  const orders = paidOrders(records)
  for (const expected of returns) {
    for (const order of orders) {
      if (order.kind !== 'store') continue
      const refund = order.sale.refunds?.find(({ reason }) => reason === expected.mark)
      if (refund) expected.change = unitsReturned(order, refund, expected.productId)
    }
  }
}

/** Units of a product that a refund returned to stock, with those that came in bundles. */
export const unitsReturned = (
  { items }: StoreOrderRecord,
  { lines, restocks }: SaleRefund,
  productId: string,
): number =>
  restocks
    ? sumOf(
        lines.map(({ at, quantity }) => {
          const item = items[at]
          return item ? quantity * unitsIn(item, productId) : 0
        }),
      )
    : 0

/** Units of a product that one unit of a sold item takes of stock. */
export const unitsIn = (
  { productId, parts }: StoreOrderItemRecord,
  id: string,
): number =>
  parts
    ? sumOf(parts.filter((part) => part.productId === id).map(({ quantity }) => quantity))
    : Number(productId === id)

/**
 * Checks that the node's payments are those of the books, and that no payout stays open
 * forever.
 */
function auditPayouts(
  records: Records,
  { cloud }: World,
  refunds: readonly SaleRefund[],
  findings: Findings,
): void {
  const open = records.in<{ sk: string }>('PAYOUT').map(({ sk }) => sk)
  findings.equal('payouts that never end', open, [])
  const begun = records
    .startingWith<PaidOrder>('ORDER#', 'ORDER')
    .flatMap(({ refunding }) => refunding?.id ?? [])
  findings.equal('refunds that never end', begun, [])
  const { node } = cloud
  const told = (hash: string, satoshis: number) => `${hash} ${satoshis}`
  const guards = records.startingWith<Guard>('PAYMENT-HASH#', 'REFUND')
  const ofOrders = refunds.flatMap(({ invoice, satoshiAmount }) =>
    invoice === undefined
      ? []
      : [{ hash: node.termsOf(invoice)?.paymentHash ?? '', satoshiAmount }],
  )
  // A payment that was given back has no order
  const ofPayments = refundedPayments(records).map(({ refundId, satoshiAmount }) => {
    const guard = guards.find((each) => each.refundId === refundId)
    return { hash: guard?.pk.replace('PAYMENT-HASH#', '') ?? '', satoshiAmount }
  })
  const paidOut = [...ofOrders, ...ofPayments]
  findings.equal(
    'satoshis that left the node',
    node
      .paidOut()
      .map(({ paymentHash, amountSat }) => told(paymentHash, amountSat))
      .sort(),
    paidOut.map(({ hash, satoshiAmount }) => told(hash, satoshiAmount)).sort(),
  )
  findings.equal(
    'invoices that paid out a refund',
    guards.map(({ pk }) => pk).sort(),
    paidOut.map(({ hash }) => `PAYMENT-HASH#${hash}`).sort(),
  )
}

type Guard = { readonly pk: string; readonly refundId: string }
