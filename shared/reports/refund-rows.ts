import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import type { CsvCell } from '../csv.ts'
import { readMany } from '../dynamodb/read.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import type { RefundRecord } from '../sales/refund-records.ts'
import { dayOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import { amountCell } from './amount-cell.ts'

export const refundColumns = [
  'day',
  'time',
  'refundId',
  'number',
  'orderId',
  'userName',
  'reason',
  'method',
  'amount',
  'net',
  'tax',
  'tip',
  'satoshis',
  'invoice',
  'productName',
  'quantity',
  'currency',
] as const

type Row = Record<(typeof refundColumns)[number], CsvCell>

/**
 * A row for each line of each refund, on its own day, and one for the tip in it. In every row
 * net + tax + tip = amount; what was paid out stands in the first. Reads the orders of the
 * refunds; `currency` is of sales that do not say it.
 */
export async function refundRows(
  refunds: readonly RefundRecord[],
  { timezone, currency }: { readonly timezone: Timezone; readonly currency: string },
): Promise<Row[]> {
  const keys = refunds.map(({ orderId }) => orderKey(orderId))
  const orders = (await readMany(keys)) as (Order | undefined)[]
  return refunds.flatMap((refund, at) => {
    const order = orders[at]
    const shop = order?.sale?.shop
    const header = {
      day: dayOf(Date.parse(refund.refundedAt), shop ? shop.timezone : timezone),
      time: refund.refundedAt,
      refundId: refund.id,
      number: refund.number,
      orderId: refund.orderId,
      userName: refund.userName,
      reason: refund.reason ?? null,
      method: refund.methodName,
      invoice: refund.invoice ?? null,
      currency: order?.sale?.currency ?? currency,
    }
    return partsOf(refund, order).map((part, place) => ({
      ...header,
      ...part,
      satoshis: place === 0 ? refund.satoshiAmount : 0,
    }))
  })
}

function partsOf({ lines, tipCents }: RefundRecord, order: Order | undefined) {
  const names = namesIn(order)
  const ofLines = lines.map(({ at, quantity, paidCents, taxCents }) => ({
    productName: names[at] ?? null,
    quantity,
    amount: amountCell(paidCents),
    net: amountCell(paidCents - taxCents),
    tax: amountCell(taxCents),
    tip: amountCell(0),
  }))
  if (tipCents === 0 && ofLines.length > 0) return ofLines
  const none = amountCell(0)
  const tip = amountCell(tipCents)
  const ofTip = { productName: null, quantity: 0, amount: tip, net: none, tax: none, tip }
  return [...ofLines, ofTip]
}

const namesIn = (order: Order | undefined): readonly string[] =>
  order?.kind === 'restaurant'
    ? (order as RestaurantOrderRecord).lines.map(({ dishName }) => dishName)
    : ((order as StoreOrderRecord | undefined)?.items ?? []).map(
        ({ productName }) => productName,
      )
