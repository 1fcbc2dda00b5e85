import { type TaxesRecord, taxesKey } from '../../catalog/taxes.ts'
import { Failure } from '../../failure.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import {
  type Currency,
  currencyByAcronym,
  smallestCentsOf,
} from '../../platform/money/currencies.ts'
import { formatMoney, fromCents } from '../../platform/money/decimal.ts'
import { localMinute, type Timezone } from '../../platform/time/zone.ts'
import { dueOf, readDishTaxes } from '../../selling/bills/bill.ts'
import type { StoreOrderRecord } from '../../selling/checkout/store-orders.ts'
import { discountCentsOf } from '../../selling/restaurant/bill-discount.ts'
import type { OrderLine } from '../../selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../selling/restaurant/restaurant-orders.ts'
import { findSpace, findTable } from '../../selling/restaurant/tables.ts'
import { tendersOf } from '../../selling/sales/order-payments.ts'
import { findOrder, type Order } from '../../selling/sales/orders.ts'
import type { LightningTender } from '../../selling/sales/payment.ts'
import {
  refundReceiptNumber,
  type SaleRefund,
  type SaleTax,
  type SaleTender,
  type SoldLine,
  type SoldModifier,
  soldAtOf,
  type TenderCorrection,
} from '../../selling/sales/sale-snapshot.ts'
import {
  givenBackCents,
  type SaleSums,
  taxesOfRefund,
} from '../../selling/sales/sale-sums.ts'
import { modifierText } from '../../selling/sales/sold-modifiers.ts'
import { findBaseCurrency, type ShopConfig } from '../../selling/shop-config/config.ts'
import { configWith } from '../../selling/shop-config/sold-shop.ts'
import {
  type BuiltInTemplate,
  receiptTemplate,
  refundTemplate,
} from '../layout/built-in.ts'
import {
  type Details,
  type FractionDigits,
  formatPrice,
  type PrintedTicket,
} from '../layout/receipt.ts'
import { type Original, slipOfRefund } from './copy-mark.ts'

/** The ticket of an order, and which print of it this is: the same one again is a copy. */
type OrderTicket = {
  readonly ticket: PrintedTicket
  readonly original: Original
  /** What prints it where the printer names no template. */
  readonly template: BuiltInTemplate
  /** The shop as it was when the order was sold. */
  readonly config: ShopConfig | undefined
}

type Sold = {
  readonly quantity: number
  readonly name: string
  readonly unitCents: number
  readonly notes: string | null
} & Pick<SoldLine, 'modifiers'>

/** Reads what a ticket of an order shows, or the slip of a refund. Throws `notFound`. */
export async function readOrderFacts(orderId: string, refundId?: string) {
  const [order, base] = await Promise.all([findOrder(orderId), findBaseCurrency()])
  if (!order) throw new Failure('notFound')
  // A slip shows neither
  if (refundId !== undefined) return { order, base, place: await placeOf(null) }
  const [place, taxes] = await Promise.all([
    placeOf(order.tableId),
    isBill(order) ? readTaxes(order) : undefined,
  ])
  return { order, base, place, taxes }
}

const readTaxes = async (order: RestaurantOrderRecord) =>
  readDishTaxes({ order, taxes: await read<TaxesRecord>(taxesKey) })

/** What is printed of an order. */
type Printed = {
  /** Of its slip, which is printed instead. */
  readonly refundId?: string | undefined
  /** What its bill is to be settled with, in place of its own discount. */
  readonly discountCents?: number | undefined
}

/**
 * Everything that receipts show of an order of either kind; with a refund what its slip shows.
 * Throws `refundNotFound`, and `checkoutInvalidDiscount` for a discount above the bill, or on what
 * is not a bill any more.
 */
export function orderTicket(
  { order, base, place, taxes }: Awaited<ReturnType<typeof readOrderFacts>>,
  configNow: ShopConfig | undefined,
  { refundId, discountCents: namedCents }: Printed = {},
): OrderTicket {
  if (namedCents && namedCents > (isBill(order) ? order.totalCents : 0)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
  const smallestCents = smallestCentsOf(base)
  const ownCents = isBill(order) ? discountCentsOf(order, smallestCents) : 0
  // A receipt names the shop of its sale, whatever the settings are now
  const { sale } = order
  const config = configWith(configNow, sale?.shop)
  const timezone = config?.timezone ?? null
  const currency = sale?.baseCurrency ?? sale?.currency ?? base.acronym
  const { fractionDigits } = currencyByAcronym(currency)
  const money = digitsOf(fractionDigits)
  if (refundId !== undefined) {
    const refund = sale?.refunds?.find(({ id }) => id === refundId)
    if (!refund) throw new Failure('refundNotFound')
    return {
      ticket: refundSlip(refund, sale?.number, linesOf(order), { timezone, ...money }),
      original: slipOfRefund(order.id, refundId),
      template: refundTemplate,
      config,
    }
  }
  const sold = soldIn(order)
  const items = sold.map((each) => ({
    quantity: each.quantity,
    name: each.name,
    price: fromCents(each.quantity * each.unitCents),
    ...commentsOf(each, fractionDigits),
  }))
  const subtotalCents = sold.reduce(
    (sum, { quantity, unitCents }) => sum + quantity * unitCents,
    0,
  )
  // A client that sets the total by hand has its own idea of taxes
  const sumsWith = (discountCents: number) =>
    taxes && isBill(order) && order.totalCents === subtotalCents
      ? dueOf(
          {
            order,
            pricesIncludeTax: config?.pricesIncludeTax ?? true,
            smallestCents,
          },
          { discountCents, tipCents: 0 },
          taxes,
        ).sums
      : undefined
  const ticketWith = (discountCents: number): PrintedTicket => {
    const sums = sumsWith(discountCents)
    // A total that was set by hand may be less than what is off the dishes
    const totalCents =
      sums?.expectedCents ?? Math.max(0, order.totalCents - discountCents)
    return {
      ticketId: sale?.ticketId ?? order.payments[0]?.ticketIds[0] ?? order.id,
      ...place,
      date: localMinute(Date.parse(soldAtOf(order)), timezone),
      items,
      total: fromCents(totalCents),
      details: {
        currency,
        ...money,
        ...detailsOf(order, { subtotalCents, discountCents, sums, timezone }),
      },
    }
  }
  // With the bill's own discount: else one that the caller names would make it an original again
  const edition = isBill(order)
    ? `bill ${hashed(JSON.stringify(ticketWith(ownCents)))}`
    : 'receipt'
  return {
    ticket: ticketWith(namedCents ?? ownCents),
    original: { of: { order, isBill: isBill(order) }, edition },
    template: receiptTemplate,
    config,
  }
}

/**
 * Below an item: how its price comes about, unless it is that of one unit, the modifiers in the
 * price of a unit that cost something, and its notes.
 */
function commentsOf(
  { quantity, unitCents, modifiers = [], notes }: Sold,
  fractionDigits: FractionDigits,
): { comments?: string[] } {
  const price = formatMoney(unitCents, fractionDigits)
  const units = quantity > 1 ? [`${quantity} x ${price}`] : []
  const costing = modifiers
    .filter(({ priceCents }) => priceCents !== 0)
    .map((modifier) => pricedText(modifier, fractionDigits))
  const comments = [...units, ...costing, ...(notes ? [notes] : [])]
  return comments.length > 0 ? { comments } : {}
}

const pricedText = (modifier: SoldModifier, fractionDigits: FractionDigits) =>
  `${modifierText(modifier)} ${formatMoney(modifier.quantity * modifier.priceCents, fractionDigits)}`

/** The names of a table and its room; blank without a table. */
export async function placeOf(tableId: string | null) {
  const table = tableId === null ? undefined : await findTable(tableId)
  const space = table && (await findSpace(table.spaceId))
  return { tableName: table?.name ?? '', roomName: space?.name ?? '' }
}

/** A bill that is not paid yet may change; every other order has one receipt. */
const isBill = (order: Order): order is RestaurantOrderRecord =>
  order.kind === 'restaurant' && !order.sale && order.status !== 'paid'

function soldIn(order: Order): readonly Sold[] {
  if (order.kind === 'restaurant') return byDish((order as RestaurantOrderRecord).lines)
  return (order as StoreOrderRecord).items.map(
    ({ quantity, productName, priceAtOrder, modifiers = [] }) => ({
      quantity,
      modifiers,
      name: productName,
      unitCents: priceAtOrder,
      notes: null,
    }),
  )
}

/** Lines of a dish with the same price, modifiers and notes as one; cancelled ones are not sold. */
function byDish(lines: readonly OrderLine[]): readonly Sold[] {
  const groups = Map.groupBy(
    lines.filter(({ status }) => status !== 'cancelled'),
    ({ dishId, priceCents, modifiers = [], notes }) =>
      JSON.stringify([
        dishId,
        priceCents,
        notes,
        modifiers.map((each) => [each.name, each.priceCents, each.quantity]),
      ]),
  )
  return [...groups.values()].map((same) => ({
    quantity: same.length,
    name: same[0]?.dishName ?? '',
    unitCents: same[0]?.priceCents ?? 0,
    notes: same[0]?.notes ?? null,
    modifiers: same[0]?.modifiers ?? [],
  }))
}

type Terms = {
  readonly subtotalCents: number
  /** Of a bill; a sale has its own. */
  readonly discountCents: number
  readonly sums: SaleSums | undefined
  readonly timezone: Timezone
}

function detailsOf(
  order: Order,
  { subtotalCents, discountCents: ofBillCents, sums, timezone }: Terms,
): Details {
  const { sale } = order
  const tenders = tendersOf(order)
  const paid = tenders.find(({ lightning }) => lightning?.paymentHash)
  const paymentHash = paid?.lightning?.paymentHash
  const details = {
    cashier: order.userName,
    subtotal: fromCents(subtotalCents),
    tenders: tenders.map((tender) => printedTender(tender, sale?.corrections?.at(-1))),
    ...(paymentHash && { paymentHash }),
  }
  if (!sale) {
    return {
      ...details,
      ...(ofBillCents > 0 && { discount: fromCents(ofBillCents) }),
      ...(sums && {
        addedTax: fromCents(sums.expectedCents - subtotalCents + ofBillCents),
        taxes: sums.taxes.map(printedTax),
      }),
      adjustment: fromCents(order.totalCents - subtotalCents),
    }
  }
  const { number, goodsCents, adjustmentCents, discountCents, refunds } = sale
  return {
    ...details,
    ...(number !== undefined && { number }),
    discount: fromCents(discountCents),
    addedTax: fromCents(goodsCents - subtotalCents + discountCents - adjustmentCents),
    adjustment: fromCents(adjustmentCents),
    tip: fromCents(sale.tipCents),
    ...(sale.roundingCents && { rounding: fromCents(sale.roundingCents) }),
    taxes: sale.taxes.map(printedTax),
    ...(refunds && {
      refunds: refunds.map((refund) => ({
        ...numberOf(refund),
        date: localMinute(Date.parse(refund.refundedAt), timezone),
        method: refund.methodName,
        amount: fromCents(refund.amountCents),
        ...(refund.roundingCents && { rounding: fromCents(refund.roundingCents) }),
      })),
    }),
    ...(sale.voided && { summaries: [voided] }),
  }
}

/** What a receipt says of a sale whose ticket was deleted. */
const voided = { title: 'Voided', rows: [{ label: 'VOIDED', value: '' }] }

const numberOf = (refund: SaleRefund) => {
  const number = refundReceiptNumber(refund)
  return number === null ? {} : { number }
}

const printedTender = (tender: SaleTender, correction?: TenderCorrection) => ({
  method: correction ? correctedName(tender, correction) : tender.methodName,
  amount: fromCents(tender.amountCents),
  ...(tender.givenCents !== undefined && { given: fromCents(tender.givenCents) }),
  ...(tender.changeCents !== undefined && { change: fromCents(tender.changeCents) }),
  ...(tender.lightning && satoshisOf(tender.lightning)),
})

/** With what was booked before, where it was not this payment. */
function correctedName(
  { paymentId, methodName }: SaleTender,
  { tenders }: TenderCorrection,
): string {
  if (tenders.some((before) => before.paymentId === paymentId)) return methodName
  const before = new Set(tenders.map((each) => each.methodName))
  return `${methodName} (corrected, was ${[...before].join(', ')})`
}

const satoshisOf = ({
  satoshiAmount,
  exchangeRateAtPayment,
  exchangeRateCurrency,
  rateSource,
}: LightningTender) => ({
  ...(satoshiAmount !== null && { satoshis: satoshiAmount }),
  ...(exchangeRateAtPayment !== null && {
    exchangeRate:
      `${formatPrice(exchangeRateAtPayment)} ${exchangeRateCurrency?.toUpperCase() ?? ''}`.trim(),
  }),
  ...(rateSource !== undefined && { rateSource }),
})

/** What a slip shows beyond its refund; amounts have two decimals by default. */
type SlipTerms = {
  readonly timezone: Timezone
  readonly fractionDigits?: FractionDigits
}

/** For a currency without cents, where receipts say so. */
export const digitsOf = (fractionDigits: FractionDigits) =>
  fractionDigits === 0 ? { fractionDigits } : {}

/** A till's ticket with the decimals of the shop's currency. */
export const inCurrency = (
  ticket: PrintedTicket,
  base: Currency | undefined,
): PrintedTicket =>
  base?.fractionDigits === 0
    ? { ...ticket, details: { ...ticket.details, ...digitsOf(base.fractionDigits) } }
    : ticket

/** The slip of a refund of a sale, with the units that were given back. */
export function refundSlip(
  refund: SaleRefund,
  number: number | undefined,
  sold: readonly NamedLine[],
  { timezone, fractionDigits = 2 }: SlipTerms,
): PrintedTicket {
  const { amountCents, roundingCents, satoshiAmount } = refund
  return {
    ticketId: refund.id,
    tableName: '',
    roomName: '',
    date: localMinute(Date.parse(refund.refundedAt), timezone),
    items: refund.lines.map(({ at, quantity, paidCents }) => {
      const name = sold[at]?.name ?? ''
      const isSum = quantity === 0
      return {
        quantity: isSum ? 1 : quantity,
        name: isSum ? `Part of ${name}` : name,
        price: fromCents(paidCents),
      }
    }),
    total: fromCents(amountCents),
    details: {
      ...(number !== undefined && { number }),
      cashier: refund.userName,
      ...digitsOf(fractionDigits),
      ...(roundingCents && { rounding: fromCents(-roundingCents) }),
      tip: fromCents(refund.tipCents),
      summaries: summariesOf(refund),
      tenders: [
        {
          method: refund.methodName,
          amount: fromCents(givenBackCents(refund)),
          ...(satoshiAmount > 0 && { satoshis: satoshiAmount }),
        },
      ],
      taxes: taxesOfRefund(refund, sold).map(printedTax),
    },
  }
}

/** The number of a refund, where it has one. */
const summariesOf = (refund: SaleRefund) => {
  const number = refundReceiptNumber(refund)
  return number === null
    ? []
    : [{ title: 'Number', rows: [{ label: 'Refund', value: number }] }]
}

type NamedLine = Pick<SoldLine, 'tax'> & { readonly name: string }

/** The lines of an order by their place, which its refunds name. */
const linesOf = (order: Order): readonly NamedLine[] =>
  order.kind === 'store'
    ? (order as StoreOrderRecord).items.map((item) => ({
        ...item,
        name: item.productName,
      }))
    : (order as RestaurantOrderRecord).lines.map((line) => ({
        ...line,
        name: line.dishName,
      }))

const printedTax = ({ name, rateThousandths, netCents, taxCents }: SaleTax) => ({
  name,
  ratePercent: rateThousandths / 1_000,
  net: fromCents(netCents),
  tax: fromCents(taxCents),
})
