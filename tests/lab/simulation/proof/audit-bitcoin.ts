import type { AuditEntry } from '../../../../shared/people/audit/audit-entry.ts'
import type { Item } from '../../../../shared/platform/dynamodb/keys.ts'
import { bitcoinId } from '../../../../shared/platform/money/payment-methods.ts'
import { type DayRecord, daySums } from '../../../../shared/selling/sales/day-record.ts'
import {
  type HashFee,
  type HashSale,
  saleKey,
} from '../../../../shared/selling/sales/payment-hashes.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import type { World } from '../shop/world.ts'
import { paidOrders } from './audit-refunds.ts'
import { type Findings, type Records, sumOf } from './records.ts'

/** True for the entry of a sale whose Bitcoin differs from its tenders. */
export const isOfBitcoin = ({ kind, after }: AuditEntry): boolean =>
  kind === 'payment' && typeof after?.note === 'string' && 'amountCents' in after

type Remark = { readonly note: string; readonly overpaidSat?: number }

/**
 * The Bitcoin of sales is the same on the orders, in the day with its Z reports, and in the audit
 * trail: tenders without a payment on record, and satoshis that nobody sold anything for. Each
 * satoshi that the node kept is in the books once, and a sale has what the customer sent.
 */
export function auditBitcoin(
  records: Records,
  world: Pick<World, 'cloud' | 'paid'>,
  findings: Findings,
): void {
  const sums = daySums(records.one<DayRecord>('DAY', 'DAY'))
  const figures = records.in<ZReportRecord>('Z-REPORT').map((report) => report.figures)
  const entries = records.in<AuditEntry>('AUDIT').filter(isOfBitcoin)
  const remarks = entries.flatMap(({ after }): Remark[] => {
    const { others = [], ...first } = after as Remark & { readonly others?: Remark[] }
    return [first, ...others]
  })

  const without = paidOrders(records).flatMap(({ sale }) =>
    sale.tenders.filter(({ methodId, lightning }) => {
      const hash = lightning?.paymentHash
      if (methodId !== bitcoinId) return false
      return !hash || isUnreceived(records, hash)
    }),
  )
  findings.equal(
    'Bitcoin without a payment in the day and its Z reports',
    [
      sums.bitcoinWithoutPayment.count +
        sumOf(figures.map((each) => each.bitcoinWithoutPayment?.count ?? 0)),
      Number(sums.bitcoinWithoutPayment.cents) +
        sumOf(figures.map((each) => Number(each.bitcoinWithoutPayment?.cents ?? 0))),
    ],
    [without.length, sumOf(without.map(({ amountCents }) => amountCents))],
  )
  const entered = remarks.filter(({ note }) => note.includes('no payment on record'))
  // Some of them were told later, which takes nothing off the audit trail
  findings.isTrue(
    `${without.length} Bitcoin tenders without a payment, and ${entered.length} in the audit trail`,
    entered.length >= without.length,
  )
  findings.equal(
    'overpaid satoshis in the day and its Z reports',
    Number(sums.overpaidSat) +
      sumOf(figures.map((each) => Number(each.overpaidSat ?? 0))),
    sumOf(remarks.map(({ overpaidSat = 0 }) => overpaidSat)),
  )
  auditNodeFees(records, world, findings)
}

function auditNodeFees(
  records: Records,
  { cloud: { node }, paid }: Pick<World, 'cloud' | 'paid'>,
  findings: Findings,
): void {
  const counted = records.startingWith<HashFee & Item>('PAYMENT-HASH#', 'FEE')
  for (const { pk, feeSat } of counted) {
    const hash = pk.slice('PAYMENT-HASH#'.length)
    findings.equal(`what the node kept of ${hash}`, feeSat, node.feeOf(hash))
  }
  const kept = sumOf([...paid.keys()].map((hash) => node.feeOf(hash)))
  const day = daySums(records.one<DayRecord>('DAY', 'DAY'))
  const figures = records.in<ZReportRecord>('Z-REPORT').map((report) => report.figures)
  findings.equal(
    "the node's fees in the day and its Z reports",
    Number(day.nodeFeeSat) + sumOf(figures.map((each) => Number(each.nodeFeeSat ?? 0))),
    kept,
  )
  for (const { id, sale } of paidOrders(records)) {
    for (const { lightning } of sale.tenders) {
      const { paymentHash: hash, sentSat, receivedSat, nodeFeeSat } = lightning ?? {}
      if (!hash || sentSat === undefined || nodeFeeSat === undefined) continue
      findings.equal(
        `what order ${id} says of its payment`,
        [sentSat, receivedSat, nodeFeeSat],
        [node.satOf(hash), node.receivedOf(hash), node.feeOf(hash)],
      )
    }
  }
}

function isUnreceived(records: Records, hash: string): boolean {
  const { pk, sk } = saleKey(hash)
  return records.one<HashSale>(pk, sk)?.unreceived !== undefined
}
