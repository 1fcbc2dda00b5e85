import { allTaxes } from '../../catalog/taxes.ts'
import { Failure } from '../../failure.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import {
  type Currency,
  currencyByAcronym,
  smallestCentsOf,
} from '../../platform/money/currencies.ts'
import { fromCents, toCents } from '../../platform/money/decimal.ts'
import { localMinute, localSecond, offsetText } from '../../platform/time/zone.ts'
import { dueOf, readDishTaxes } from '../../selling/bills/bill.ts'
import type { StoreOrderRecord } from '../../selling/checkout/store-orders.ts'
import { discountCentsOf } from '../../selling/restaurant/bill-discount.ts'
import type { OrderLine } from '../../selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../selling/restaurant/restaurant-orders.ts'
import { findSpace, findTable } from '../../selling/restaurant/tables.ts'
import { type BillInvoice, findBillInvoice } from '../../selling/sales/bill-invoice.ts'
import { tendersOf } from '../../selling/sales/order-payments.ts'
import { findOrder, type Order } from '../../selling/sales/orders.ts'
import type { LightningTender } from '../../selling/sales/payment.ts'
import {
  receiptNumberOf,
  refundReceiptNumber,
  type SaleRefund,
  type SaleSnapshot,
  type SaleTax,
  type SaleTender,
  type SoldLine,
  type SoldModifier,
  type SoldTax,
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
  billTemplate,
  receiptTemplate,
  refundTemplate,
} from '../layout/built-in.ts'
import {
  formatPrice,
  formatReceiptCents,
  methodName,
  type NumberForm,
  type Words,
  wordsOf,
} from '../layout/language.ts'
import type { Details, PrintedTicket } from '../layout/receipt.ts'
import { type Original, slipOfRefund } from './copy-mark.ts'

/** The ticket of an order, and the mark of this print: a repeated print is a copy. */
type OrderTicket = {
  readonly ticket: PrintedTicket
  readonly original: Original
  /** Template where the printer names none. */
  readonly template: BuiltInTemplate
  /** The shop as it was when the order was sold. */
  readonly config: ShopConfig | undefined
}

type Sold = {
  readonly quantity: number
  readonly name: string
  readonly unitCents: number
} & Pick<SoldLine, 'modifiers' | 'tax' | 'ownDiscountCents'>

/** Reads the contents of an order's ticket, or of a refund's slip. Throws `notFound`. */
export async function readOrderFacts(orderId: string, refundId?: string) {
  const [order, base] = await Promise.all([findOrder(orderId), findBaseCurrency()])
  if (!order) throw new Failure('notFound')
  // A slip shows neither
  if (refundId !== undefined) return { order, base, place: await placeOf(null) }
  const [place, taxes, invoice] = await Promise.all([
    placeOf(order.tableId),
    isBill(order) ? readTaxes(order) : undefined,
    isBill(order) ? findBillInvoice(orderId) : undefined,
  ])
  return { order, base, place, taxes, invoice }
}

const readTaxes = async (order: RestaurantOrderRecord) =>
  readDishTaxes({ order, taxes: await allTaxes() })

/** A print of an order. */
type Printed = {
  /** Of its slip, which is printed instead. */
  readonly refundId?: string | undefined
  /** Discount with which the bill is to be settled, in place of its own. */
  readonly discountCents?: number | undefined
  /** Address of the page that shows its receipt, if it has one. */
  readonly receiptPage?: string | undefined
}

/**
 * Returns all that receipts show of an order of either kind; for a refund, its slip.
 * Throws `refundNotFound`, and `checkoutInvalidDiscount` for a discount above the bill,
 * or on an order that is no longer a bill.
 */
export function orderTicket(
  { order, base, place, taxes, invoice }: Awaited<ReturnType<typeof readOrderFacts>>,
  configNow: ShopConfig | undefined,
  { refundId, discountCents: namedCents, receiptPage }: Printed = {},
): OrderTicket {
  if (namedCents && namedCents > (isBill(order) ? order.totalCents : 0)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
  const smallestCents = smallestCentsOf(base)
  const ownCents = isBill(order) ? discountCentsOf(order, smallestCents) : 0
  // A receipt names the shop of its sale, whatever the settings are now
  const { sale } = order
  const config = configWith(configNow, sale?.shop)
  const currency = sale?.baseCurrency ?? sale?.currency ?? base.acronym
  const form = formOf(currencyByAcronym(currency), config)
  const words = wordsOf(form.language)
  const clock = clockOf(config)
  if (refundId !== undefined) {
    const refund = sale?.refunds?.find(({ id }) => id === refundId)
    if (!refund) throw new Failure('refundNotFound')
    return {
      ticket: refundSlip(refund, sale, linesOf(order), { clock, currency, form }),
      original: slipOfRefund(order.id, refundId),
      template: refundTemplate,
      config,
    }
  }
  const sold = soldIn(order, taxes)
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
    const letters = lettersOf(sale?.taxes ?? sums?.taxes)
    // A total that was set by hand may be less than the discounts of the dishes
    const totalCents =
      sums?.expectedCents ?? Math.max(0, order.totalCents - discountCents)
    return {
      ticketId: sale?.ticketId ?? order.payments[0]?.ticketIds[0] ?? order.id,
      ...place,
      date: clock.minute(printedTimeOf(order)),
      items: sold.map((each) => ({
        quantity: each.quantity,
        name: each.name,
        price: fromCents(each.quantity * each.unitCents),
        ...commentsOf(each, form),
        ...(each.ownDiscountCents && { discount: fromCents(each.ownDiscountCents) }),
        ...(letters && { taxLetters: letters.of(each.tax) }),
      })),
      total: fromCents(totalCents),
      details: {
        currency,
        ...form,
        time: clock.second(printedTimeOf(order)),
        ...detailsOf(order, {
          subtotalCents,
          discountCents,
          sums,
          clock,
          words,
          form,
          letters,
        }),
        ...(sale && receiptPage && { receiptPage }),
        ...(isBill(order) && {
          orderCode: orderCodeOf(order),
          ...tipsOf(config, totalCents, smallestCents),
        }),
      },
    }
  }
  // With the bill's own discount: a caller's discount would make it an original again
  const edition = isBill(order)
    ? `bill ${hashed(JSON.stringify(ticketWith(ownCents)))}`
    : 'receipt'
  return {
    ticket: withInvoice(ticketWith(namedCents ?? ownCents), invoice, clock),
    original: { of: { order, isBill: isBill(order) }, edition },
    template: isBill(order) ? billTemplate : receiptTemplate,
    config,
  }
}

/** Returns a bill with an invoice of its amount, and the end of the invoice's validity. */
const withInvoice = (
  ticket: PrintedTicket,
  made: BillInvoice | undefined,
  clock: PaperClock,
): PrintedTicket =>
  made && fromCents(made.dueCents) === ticket.total
    ? {
        ...ticket,
        invoice: made.invoice,
        details: { ...ticket.details, payUntil: clock.time(made.expiresAtMs) },
      }
    : ticket

/**
 * Returns the lines below an item: its price for several units, and modifiers with a
 * price. Notes are the kitchen's.
 */
function commentsOf(
  { quantity, unitCents, modifiers = [] }: Sold,
  form: NumberForm,
): { comments?: string[] } {
  const price = formatReceiptCents(unitCents, form)
  const units = quantity > 1 ? [`${quantity} x ${price}`] : []
  const costing = modifiers
    .filter(({ priceCents }) => priceCents !== 0)
    .map((modifier) => pricedText(modifier, form))
  const comments = [...units, ...costing]
  return comments.length > 0 ? { comments } : {}
}

const pricedText = (modifier: SoldModifier, form: NumberForm) =>
  `${modifierText(modifier)} ${formatReceiptCents(modifier.quantity * modifier.priceCents, form)}`

/** Returns the code by which the kitchen and a bill call an order without a table. */
export const orderCodeOf = ({ id }: Pick<Order, 'id'>) => id.slice(-4).toUpperCase()

/** Returns the formats of moments, ISO 8601 or Unix ms, on a shop's papers. */
export function clockOf(config: ShopConfig | undefined) {
  const { timezone = null, paperZone = false, receiptLanguage } = config ?? {}
  const { date } = wordsOf(receiptLanguage)
  const ms = (moment: string | number) =>
    typeof moment === 'number' ? moment : Date.parse(moment)
  return {
    time: (moment: string | number) => localMinute(ms(moment), timezone).slice(-5),
    minute: (moment: string | number) => date(localMinute(ms(moment), timezone)),
    second: (moment: string | number) => {
      const zone = paperZone ? ` (${offsetText(ms(moment), timezone)})` : ''
      return date(localSecond(ms(moment), timezone)) + zone
    },
  }
}
export type PaperClock = ReturnType<typeof clockOf>

/** A letter for each of several taxes, in the order of the summary. */
function lettersOf(taxes: readonly SaleTax[] = []) {
  if (taxes.length < 2 || taxes.length > 26) return undefined
  const letters = new Map(
    taxes.map((tax, at) => [taxKey(tax), String.fromCharCode(65 + at)] as const),
  )
  return {
    of: (tax: SoldTax | undefined) => (tax && letters.get(taxKey(tax))) ?? '',
  }
}
type TaxLetters = ReturnType<typeof lettersOf>

const taxKey = ({ name, rateThousandths }: SoldTax) => `${rateThousandths} ${name}`

/** Returns the tips that a bill suggests, where the shop asks for tips. */
function tipsOf(
  config: ShopConfig | undefined,
  totalCents: number,
  smallestCents: number,
): Pick<Details, 'tipSuggestions'> {
  if (!config?.tipsEnabled || totalCents <= 0) return {}
  const percentages = (config.tipPercentages ?? '10,15,20').split(',')
  return {
    tipSuggestions: percentages.map((percent) => {
      const hundredths = BigInt(toCents(Number(percent)))
      const unit = 10_000n * BigInt(smallestCents)
      const units = (BigInt(totalCents) * hundredths + unit / 2n) / unit
      return {
        percent: percent.trim(),
        amount: fromCents(Number(units) * smallestCents),
      }
    }),
  }
}

/** The names of a table and its room; blank without a table. */
export async function placeOf(tableId: string | null) {
  const table = tableId === null ? undefined : await findTable(tableId)
  const space = table && (await findSpace(table.spaceId))
  return { tableName: table?.name ?? '', roomName: space?.name ?? '' }
}

/** A bill that is not paid yet may change; every other order has one receipt. */
const isBill = (order: Order): order is RestaurantOrderRecord =>
  order.kind === 'restaurant' && !order.sale && order.status !== 'paid'

type DishTaxes = ReadonlyMap<string, SoldTax>

function soldIn(order: Order, taxes: DishTaxes | undefined): readonly Sold[] {
  if (order.kind === 'restaurant') {
    return byDish((order as RestaurantOrderRecord).lines, taxes)
  }
  return (order as StoreOrderRecord).items.map(
    ({ quantity, productName, priceAtOrder, modifiers = [], tax, ownDiscountCents }) => ({
      quantity,
      modifiers,
      name: productName,
      unitCents: priceAtOrder,
      ...(tax && { tax }),
      ...(ownDiscountCents && { ownDiscountCents }),
    }),
  )
}

/** Lines of a dish with the same price and modifiers as one; cancelled ones are not sold. */
function byDish(
  lines: readonly OrderLine[],
  taxes: DishTaxes | undefined,
): readonly Sold[] {
  const groups = Map.groupBy(
    lines.filter(({ status }) => status !== 'cancelled'),
    ({ dishId, priceCents, modifiers = [] }) =>
      JSON.stringify([
        dishId,
        priceCents,
        modifiers.map((each) => [each.name, each.priceCents, each.quantity]),
      ]),
  )
  return [...groups.values()].map((same) => {
    const tax = same[0]?.tax ?? taxes?.get(same[0]?.dishId ?? '')
    return {
      quantity: same.length,
      name: same[0]?.dishName ?? '',
      unitCents: same[0]?.priceCents ?? 0,
      modifiers: same[0]?.modifiers ?? [],
      ...(tax && { tax }),
    }
  })
}

type Terms = {
  readonly subtotalCents: number
  /** Of a bill; a sale has its own. */
  readonly discountCents: number
  readonly sums: SaleSums | undefined
  readonly clock: PaperClock
  readonly words: Words
  readonly form: NumberForm
  readonly letters: TaxLetters
}

function detailsOf(
  order: Order,
  { subtotalCents, discountCents: ofBillCents, sums, ...terms }: Terms,
): Details {
  const { sale } = order
  const { clock, words, form, letters } = terms
  const lettered = (tax: SaleTax) => ({
    ...(letters && { letter: letters.of(tax) }),
    ...printedTax(tax),
  })
  const tenders = tendersOf(order)
  const paid = tenders.find(({ lightning }) => lightning?.paymentHash)
  const paymentHash = paid?.lightning?.paymentHash
  const details = {
    cashier: order.userName,
    subtotal: fromCents(subtotalCents),
    tenders: tenders.map((tender) =>
      printedTender(tender, sale?.corrections?.at(-1), { words, form }),
    ),
    ...(paymentHash && { paymentHash }),
  }
  if (!sale) {
    return {
      ...details,
      ...(ofBillCents > 0 && { discount: fromCents(ofBillCents) }),
      ...(sums && {
        addedTax: fromCents(sums.expectedCents - subtotalCents + ofBillCents),
        taxes: sums.taxes.map(lettered),
      }),
      adjustment: fromCents(order.totalCents - subtotalCents),
    }
  }
  const { goodsCents, adjustmentCents, discountCents, refunds } = sale
  return {
    ...details,
    ...printedNumber(sale),
    discount: fromCents(discountCents),
    addedTax: fromCents(goodsCents - subtotalCents + discountCents - adjustmentCents),
    adjustment: fromCents(adjustmentCents),
    tip: fromCents(sale.tipCents),
    ...(sale.roundingCents && { rounding: fromCents(sale.roundingCents) }),
    ...(sale.soldAt && { openedAt: clock.second(order.createdAt) }),
    taxes: sale.taxes.map(lettered),
    ...(refunds && {
      refunds: refunds.map((refund) => ({
        ...numberOf(refund),
        date: clock.minute(refund.refundedAt),
        method: refund.methodName,
        amount: fromCents(refund.amountCents),
        ...(refund.roundingCents && { rounding: fromCents(refund.roundingCents) }),
      })),
    }),
    ...(sale.voided && { summaries: [voidedIn(words)] }),
    ...(sale.fiscal && { fiscal: sale.fiscal }),
    ...buyerOf(sale, clock),
  }
}

/** Returns the time on a receipt: as its till stated it, where it printed one without the cloud. */
const printedTimeOf = (order: Order) => order.sale?.statedAt ?? soldAtOf(order)

/** Returns the buyer of a sale, and the time of a change after it. */
function buyerOf(
  { buyer, buyerChangedAt }: Pick<SaleSnapshot, 'buyer' | 'buyerChangedAt'>,
  clock: PaperClock,
): Pick<Details, 'buyer'> {
  if (!buyer && buyerChangedAt === undefined) return {}
  const changed = buyerChangedAt !== undefined && {
    changedAt: clock.second(buyerChangedAt),
  }
  return { buyer: { name: null, ...buyer, ...changed } }
}

/** Returns the notice of a sale whose ticket was deleted. */
const voidedIn = ({ receipt }: Words) => ({
  title: 'Voided',
  rows: [{ label: receipt.voided, value: '' }],
})

/** Formats the number of a sale, with its till's part. */
const printedNumber = (sale: Pick<SaleSnapshot, 'number' | 'series'> | undefined) => ({
  ...(sale?.number !== undefined && { number: sale.number }),
  ...(sale?.series !== undefined && { receiptNumber: receiptNumberOf(sale) ?? '' }),
})

const numberOf = (refund: SaleRefund) => {
  const number = refundReceiptNumber(refund)
  return number === null ? {} : { number }
}

const printedTender = (
  tender: SaleTender,
  correction: TenderCorrection | undefined,
  { words, form }: Pick<Terms, 'words' | 'form'>,
) => ({
  method: correction ? correctedName(tender, correction, words) : tender.methodName,
  amount: fromCents(tender.amountCents),
  ...(tender.givenCents !== undefined && { given: fromCents(tender.givenCents) }),
  ...(tender.changeCents !== undefined && { change: fromCents(tender.changeCents) }),
  ...(tender.lightning && satoshisOf(tender.lightning, form)),
})

/** Name of a tender's method, with its earlier booking if that was another. */
function correctedName(
  { paymentId, methodName: now }: SaleTender,
  { tenders }: TenderCorrection,
  words: Words,
): string {
  if (tenders.some((before) => before.paymentId === paymentId)) return now
  const before = new Set(tenders.map((each) => methodName(each.methodName, words)))
  return words.corrected(methodName(now, words), [...before].join(', '))
}

const satoshisOf = (
  {
    satoshiAmount,
    exchangeRateAtPayment,
    exchangeRateCurrency,
    rateSource,
  }: LightningTender,
  { language, shopCurrency }: NumberForm,
) => ({
  ...(satoshiAmount !== null && { satoshis: satoshiAmount }),
  ...(exchangeRateAtPayment !== null && {
    exchangeRate:
      `${formatPrice(exchangeRateAtPayment, { language, shopCurrency })} ${exchangeRateCurrency?.toUpperCase() ?? ''}`.trim(),
  }),
  ...(rateSource !== undefined && { rateSource }),
})

/** Context of a refund's slip. */
type SlipTerms = {
  readonly clock: PaperClock
  readonly currency?: string
  readonly form: NumberForm
}

/**
 * Returns the form of amounts and words on a shop's papers; empty for two decimals and English.
 */
export const formOf = (
  base: Currency | undefined,
  config: ShopConfig | undefined,
): Pick<Details, 'fractionDigits' | 'language' | 'shopCurrency'> => {
  const { receiptLanguage = 'en' } = config ?? {}
  return {
    ...(base?.fractionDigits === 0 && { fractionDigits: 0 }),
    ...(receiptLanguage !== 'en' && {
      language: receiptLanguage,
      shopCurrency: base?.acronym,
    }),
  }
}

/** A till's ticket in the form of the shop's currency and language. */
export function inShopsForm(
  ticket: PrintedTicket,
  base: Currency | undefined,
  config: ShopConfig | undefined,
): PrintedTicket {
  const form = formOf(base, config)
  if (Object.keys(form).length === 0) return ticket
  return { ...ticket, details: { ...ticket.details, ...form } }
}

/** The slip of a refund of a sale, with the units that were given back. */
export function refundSlip(
  refund: SaleRefund,
  sale: Pick<SaleSnapshot, 'number' | 'series' | 'buyer' | 'buyerChangedAt'> | undefined,
  sold: readonly NamedLine[],
  { clock, currency, form }: SlipTerms,
): PrintedTicket {
  const { amountCents, roundingCents, satoshiAmount } = refund
  const words = wordsOf(form.language)
  const taxes = taxesOfRefund(refund, sold)
  const letters = lettersOf(taxes)
  return {
    ticketId: refund.id,
    tableName: '',
    roomName: '',
    date: clock.minute(refund.refundedAt),
    items: refundedItems(refund, sold, words).map(({ tax, ...item }) => ({
      ...item,
      ...(letters && { taxLetters: letters.of(tax) }),
    })),
    total: fromCents(amountCents),
    details: {
      ...printedNumber(sale),
      ...(sale && buyerOf(sale, clock)),
      ...(refund.fiscal && { fiscal: refund.fiscal }),
      cashier: refund.userName,
      time: clock.second(refund.refundedAt),
      ...(currency && { currency }),
      ...form,
      ...(roundingCents && { rounding: fromCents(-roundingCents) }),
      tip: fromCents(refund.tipCents),
      summaries: summariesOf(refund, words),
      tenders: [
        {
          method: refund.methodName,
          amount: fromCents(givenBackCents(refund)),
          ...(satoshiAmount > 0 && { satoshis: satoshiAmount }),
        },
      ],
      taxes: taxes.map((tax) => ({
        ...(letters && { letter: letters.of(tax) }),
        ...printedTax(tax),
      })),
    },
  }
}

/** Lists the returned units; a sum that was given back over several lines is one. */
function refundedItems(
  { lines }: SaleRefund,
  sold: readonly NamedLine[],
  { refund }: Words,
) {
  if (lines.length > 1 && lines.every(({ quantity }) => quantity === 0)) {
    const cents = lines.reduce((sum, { paidCents }) => sum + paidCents, 0)
    return [{ quantity: 1, name: refund.bySum, price: fromCents(cents), tax: undefined }]
  }
  return lines.map(({ at, quantity, paidCents }) => {
    const { name = '', tax } = sold[at] ?? {}
    const isSum = quantity === 0
    return {
      quantity: isSum ? 1 : quantity,
      name: isSum ? refund.partOf(name) : name,
      price: fromCents(paidCents),
      tax,
    }
  })
}

/** The number of a refund, where it has one. */
const summariesOf = (refund: SaleRefund, words: Words) => {
  const number = refundReceiptNumber(refund)
  return number === null
    ? []
    : [{ title: 'Number', rows: [{ label: words.refund.number, value: number }] }]
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
