import type { QuoteRecord } from '../../../../shared/selling/quotes/quotes.ts'
import {
  type HashInvoice,
  type HashSale,
  type HashUse,
  invoiceKey,
  isUse,
  saleKey,
  type UnmatchedPayment,
} from '../../../../shared/selling/sales/payment-hashes.ts'
import type { World } from '../shop/world.ts'
import { paidOrders } from './audit-refunds.ts'
import type { Findings, Records } from './records.ts'

/**
 * No payment is lost: it was sold, given back or dismissed, or it is listed as unmatched, with all
 * that the customer sent, whatever the node kept of it. What a
 * quote sold was paid with at least its satoshis, for the goods that it quotes.
 */
export function auditPayments(
  records: Records,
  { paid, cloud }: World,
  findings: Findings,
): void {
  const listed = new Set(
    records.in<UnmatchedPayment>('UNMATCHED').map(({ paymentHash }) => paymentHash),
  )
  for (const { paymentHash, amountSat } of records.in<UnmatchedPayment>('UNMATCHED')) {
    const { pk, sk } = invoiceKey(paymentHash)
    // If an invoice has no record, a refund asks the node about it
    if (!records.one<HashInvoice>(pk, sk)) continue
    findings.equal(
      `what can be given back of ${paymentHash}`,
      amountSat,
      cloud.node.satOf(paymentHash),
    )
  }
  for (const hash of paid.keys()) {
    const outcome = outcomeOf(records, hash)
    const isKept = outcome !== undefined || listed.has(hash)
    findings.isTrue(`payment ${hash} is lost`, isKept)
    const isListedUse = isUse(outcome) && listed.has(hash)
    findings.isTrue(`payment ${hash} is unmatched and was used`, !isListedUse)
  }
  const orders = new Map(paidOrders(records).map((order) => [order.id, order]))
  for (const quote of records.startingWith<QuoteRecord>('QUOTE#', 'QUOTE')) {
    const { id, paymentHash, amountSat, totalCents, dueCents } = quote
    const sale = outcomeOf(records, paymentHash)
    if (!sale || isUse(sale)) continue
    const order = orders.get(sale.orderId)
    const tender = order?.sale.tenders.find(({ lightning }) => lightning)
    findings.equal(
      `what quote ${id} sold`,
      [order?.totalCents, tender?.amountCents, tender?.lightning?.satoshiAmount],
      [totalCents, dueCents, amountSat],
    )
    findings.isTrue(
      `quote ${id} was sold for too few satoshis`,
      cloud.node.satOf(paymentHash) >= amountSat,
    )
  }
}

const outcomeOf = (records: Records, hash: string) => {
  const { pk, sk } = saleKey(hash)
  return records.one<HashSale | HashUse>(pk, sk)
}
