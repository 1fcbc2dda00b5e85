import { cashId } from '../../../../shared/platform/money/payment-methods.ts'
import { type DayRecord, daySums } from '../../../../shared/selling/sales/day-record.ts'
import type { Order } from '../../../../shared/selling/sales/orders.ts'
import {
  type HashSale,
  isUse,
  saleKey,
} from '../../../../shared/selling/sales/payment-hashes.ts'
import type {
  SaleRefund,
  SaleSnapshot,
} from '../../../../shared/selling/sales/sale-snapshot.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import { type Findings, sumOf } from '../proof/records.ts'
import type { Key } from '../table/values.ts'
import { changesOf, type OpenStepCheck, type Step } from './step.ts'

/**
 * Each sale takes the next number, adds itself to the day in its own transaction, is paid
 * in full, and a payment hash has one; a Z takes the next number. Of an order no more is
 * given back than was paid.
 */
export const checkSales: OpenStepCheck = (table) => {
  const one = <T>(key: Key) => table.item(key) as unknown as T | undefined
  const day = one<DayRecord>({ pk: 'DAY', sk: 'DAY' })
  let [lastNumber, lastZ] = [day?.lastNumber ?? 0, day?.lastZNumber ?? 0]
  const soldHashes = new Set<string>()

  return (step, findings) => {
    const orders = changesOf<Order>(step, { sk: 'ORDER' })
    const made: SaleSnapshot[] = []
    for (const { before, after } of orders) {
      if (!after?.sale) continue
      checkRefunds(after, after.sale, findings)
      if (before?.sale) continue
      made.push(after.sale)
      lastNumber += 1
      findings.equal(`number of order ${after.id}`, after.sale.number, lastNumber)
      checkPaid(after, after.sale, findings)
      for (const { lightning } of after.sale.tenders) {
        const hash = lightning?.paymentHash
        if (!hash) continue
        const sold = one<HashSale>(saleKey(hash))
        findings.equal(`order of payment hash ${hash}`, sold?.orderId, after.id)
        findings.isTrue(`${hash} was sold again`, !soldHashes.has(hash))
        soldHashes.add(hash)
      }
    }
    for (const { before, after } of changesOf<HashSale>(step, { sk: 'SALE' })) {
      if (before && !isUse(before)) {
        findings.equal('order of a hash', after?.orderId, before.orderId)
      }
    }
    const closed = changesOf<ZReportRecord>(step, { pk: 'Z-REPORT' })
    for (const { before, after } of closed) {
      lastZ += 1
      findings.equal(
        'number of the Z report',
        [before, after?.number],
        [undefined, lastZ],
      )
    }
    checkDay(step, made, closed.length > 0, findings)
    const now = one<DayRecord>({ pk: 'DAY', sk: 'DAY' })
    findings.equal('last number of the day', now?.lastNumber ?? 0, lastNumber)
    findings.equal('last Z of the day', now?.lastZNumber ?? 0, lastZ)
  }
}

/** The sums of payments, refunds, tips and discounts change by the sales of the step. */
function checkDay(
  step: Step,
  made: readonly SaleSnapshot[],
  isClosed: boolean,
  findings: Findings,
): void {
  const [day] = changesOf<DayRecord>(step, { pk: 'DAY', sk: 'DAY' })
  if (isClosed) {
    findings.equal('the day after its close', sumsOf(day?.after), sumsOf(undefined))
    return
  }
  const refunded = changesOf<Order>(step, { sk: 'ORDER' }).flatMap(({ before, after }) =>
    (after?.sale?.refunds ?? []).slice(before?.sale?.refunds?.length ?? 0),
  )
  const [one, other] = [sumsOf(day?.before), sumsOf(day?.after)]
  findings.equal(
    'what the step adds to the day',
    other.map((sum, at) => sum - (one[at] ?? 0)),
    [
      made.length,
      sumOf(made.flatMap(({ tenders }) => tenders.map((each) => each.amountCents))),
      sumOf(refunded.map(givenCents)),
      sumOf(made.map(({ tipCents }) => tipCents)),
      sumOf(made.map(({ discountCents }) => discountCents)),
      sumOf(made.map(({ roundingCents = 0 }) => roundingCents)),
      sumOf(refunded.map(({ roundingCents = 0 }) => roundingCents)),
    ],
  )
}

/** Tickets, payments, refunds, tips, discounts and rounding of a day. */
function sumsOf(day: DayRecord | undefined): number[] {
  const sums = daySums(day)
  const sum = (some: readonly { cents: number | bigint }[]) =>
    sumOf(some.map(({ cents }) => Number(cents)))
  return [
    sums.tickets,
    sum(sums.tenders),
    sum(sums.refunds),
    ...[
      sums.tipCents,
      sums.discountCents,
      sums.roundingCents,
      sums.refundRoundingCents,
    ].map(Number),
  ]
}

function checkPaid(order: Order, sale: SaleSnapshot, findings: Findings): void {
  const paid = sumOf(sale.tenders.map(({ amountCents }) => amountCents))
  const { roundingCents = 0 } = sale
  findings.equal(`payments of order ${order.id}`, paid - roundingCents, order.totalCents)
  findings.isTrue(`rounding of order ${order.id}`, Math.abs(roundingCents) <= 10)
  const parts = sale.goodsCents + sale.tipCents
  findings.equal(`goods and tip of order ${order.id}`, parts, order.totalCents)
}

/** Checks refunds, a begun one included, against the amount paid, line by line. */
function checkRefunds(order: Order, sale: SaleSnapshot, findings: Findings): void {
  const { refunds = [] } = sale
  const all = order.refunding ? [...refunds, order.refunding] : refunds
  if (all.length === 0) return
  const given = sumOf(all.map(({ amountCents }) => amountCents))
  const paid = sumOf(sale.tenders.map(({ amountCents }) => amountCents))
  const due = paid - (sale.roundingCents ?? 0)
  findings.isTrue(`order ${order.id} got back ${given} of ${due}`, given <= due)
  checkCashBack(order, sale, findings)
  const tips = sumOf(all.map(({ tipCents }) => tipCents))
  findings.isTrue(`order ${order.id} got back a tip of ${tips}`, tips <= sale.tipCents)
  for (const refund of all) {
    const parts = refund.tipCents + sumOf(refund.lines.map(({ paidCents }) => paidCents))
    findings.equal(`parts of refund ${refund.id}`, parts, refund.amountCents)
  }
  const sold = (order.items ?? order.lines ?? []) as readonly SoldUnits[]
  for (const [at, { quantity = 1, paidCents }] of sold.entries()) {
    const lines = all.flatMap((refund) => refund.lines.filter((line) => line.at === at))
    const units = sumOf(lines.map((line) => line.quantity))
    findings.isTrue(`${units} of ${quantity} units came back`, units <= quantity)
    if (paidCents === undefined) continue
    const cents = sumOf(lines.map((line) => line.paidCents))
    findings.isTrue(`a line got back ${cents} of ${paidCents}`, cents <= paidCents)
  }
}

/** Checks that cash returns at most the cash paid, and its replacement of other tenders. */
function checkCashBack({ id }: Order, sale: SaleSnapshot, findings: Findings): void {
  const { tenders, refunds = [], roundingCents = 0 } = sale
  const isCash = ({ methodId }: { readonly methodId: string }) => methodId === cashId
  const paid = sumOf(tenders.filter(isCash).map(({ amountCents }) => amountCents))
  const owed = sumOf(refunds.filter(isCash).map(({ amountCents }) => amountCents))
  const instead = Math.max(0, owed - (paid - roundingCents))
  const given = sumOf(refunds.filter(isCash).map(givenCents))
  findings.isTrue(`order ${id} got back ${given} in cash`, given <= paid + instead)
}

/** Returns the amount that a refund handed over. */
const givenCents = ({ amountCents, roundingCents = 0 }: SaleRefund) =>
  amountCents - roundingCents

type SoldUnits = { readonly quantity?: number; readonly paidCents?: number }
