import { isKnownTax, type TaxesRecord } from '../../catalog/taxes.ts'
import { Failure } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { findCurrency, smallestCentsOf } from '../../platform/money/currencies.ts'
import { bitcoinId, cashId } from '../../platform/money/payment-methods.ts'
import { dayOf } from '../../platform/time/days.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { readSaleInputs, type SaleInputs } from '../checkout/sale-inputs.ts'
import { checkAmounts, modifierSum, soldItem } from '../checkout/sale-plan.ts'
import { waitingCents, withHandedIn } from '../sales/handed-in.ts'
import type { SaleFlag } from '../sales/sale-flags.ts'
import type { SaleIds } from '../sales/sale-on-wire.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums, taxKey } from '../sales/sale-sums.ts'
import { receiptName } from '../sales/sales-audit.ts'
import { insertSoldOrder, type SoldContent } from '../sales/sell-once.ts'
import { checkTenders, readTender, roundingOf, type Tender } from '../sales/tenders.ts'
import { orderOf } from '../sell/cart.ts'
import { cartContent, cartSaleDigest } from '../sell/cart-digest.ts'
import type { Payable, SaleFacts, SalePlan } from '../sell/payable.ts'
import { largestCashRounding } from '../shop-config/business.ts'
import type { OfflineSale } from './offline-sale.ts'
import { Refused } from './refused.ts'
import { cartItemOf, writtenLines } from './written-lines.ts'
import { takenStock } from './written-stock.ts'

/** Facts of a sale beside what its till wrote. */
export type WrittenFacts = {
  /** The id of its order: the saleId, but for one that is accepted beside another. */
  readonly orderId: string
  /** Flags of its time, its till and its person. */
  readonly flags: readonly SaleFlag[]
  /** The time on its paper, where that is another. */
  readonly statedAt: string | undefined
  readonly receivedMs: number
  /** When the last Z was made, in Unix ms; 0 before the first. */
  readonly lastZMs: number
  readonly taxes: TaxesRecord | undefined
  /** True if its seller and whoever hands it in may give discounts. */
  readonly mayDiscount: boolean
  /** Gets the tickets that it tries to write. */
  readonly tickets: Set<string>
  /** Why an administrator books it although it was refused; undefined where nobody does. */
  readonly accepted: string | undefined
}

/** After so many changes of its products, what a sale takes is owed. */
const maxTries = 3

/**
 * A sale that a till made without the cloud, in the words of its receipt: it is refused for nothing
 * that has changed since. Its plan throws Refused.
 */
export function written(
  sale: OfflineSale,
  known: WrittenFacts,
): Payable<SaleInputs & { readonly owesAll?: boolean }, SaleIds> {
  const asCart = cartOf(sale)
  const { tenders } = asCart
  const { digest: saleDigest, content } = contentOf(sale)
  const readInputs = async ({ nowMs, till }: SaleFacts) => {
    const taken = new Set(asCart.items.flatMap(({ productId }) => productId || []))
    const first = await readSaleInputs(asCart, nowMs, { taken: [...taken], till })
    const others = writtenLines(sale, taxesOf(sale), first, new Set())
      .flatMap(({ takes }) => takes.map(({ productId }) => productId))
      .filter((id) => !first.products.has(id))
    if (others.length === 0) return first
    return readSaleInputs(asCart, nowMs, { taken: [...taken, ...others], till })
  }
  return {
    saleId: known.orderId,
    digest: saleDigest,
    content,
    tenders,
    read: readInputs,
    refuse: async () => {},
    readAgain: async (_, times, facts) => ({
      ...(await readInputs(facts)),
      owesAll: times >= maxTries,
    }),
    isSoldBy: async () => false,
    plan: (inputs, _, facts) => {
      const plan = planOf(sale, tenders, known, inputs, facts)
      const contentDigest = content?.(currencyOf(sale).acronym)
      return {
        ...plan,
        order: (records) => {
          known.tickets.add(records.ticket.id)
          const order = orderOf(plan.orderId, plan.cart, records, facts.nowMs)
          return [
            insertSoldOrder({
              ...order,
              saleDigest,
              ...(contentDigest && { contentDigest }),
            }),
            known.accepted !== undefined &&
              insertAuditEntry({
                kind: 'order',
                subject: { id: order.id, name: receiptName(records.sale) },
                after: {
                  accepted: known.accepted,
                  saleId: sale.saleId,
                  totalCents: plan.totalCents,
                  adjustmentCents: plan.sums.adjustmentCents,
                },
              }),
          ]
        },
      }
    },
    idsOf: (ids) => ids,
    answer: (ids) => ids,
  }
}

/** A receipt as the checkout that its till would have sent. */
const cartOf = (sale: OfflineSale) => ({
  saleId: sale.saleId,
  userId: sale.userId,
  items: sale.items.map(cartItemOf),
  amountCents: sale.amount,
  discountCents: sale.discountAmount,
  tipCents: sale.tipAmount,
  tenders: tendersOf(sale),
  isDiscounted: false,
  ticketNotes: sale.ticketNotes,
  buyer: sale.buyer,
  fiscal: sale.fiscal,
  hasTenders: true,
  paymentHash: null,
  satoshiAmount: null,
})

/** Identifies a receipt as the same sale as one that has its id. */
export const contentOf = (sale: OfflineSale): SoldContent => ({
  digest: cartSaleDigest(cartOf(sale)),
  content: cartContent(cartOf(sale)),
})

const currencyOf = ({ currencyId }: Pick<OfflineSale, 'currencyId'>) => {
  const currency = findCurrency(currencyId)
  if (!currency) throw new Refused('offline_sale_invalid', 'currencyId')
  return currency
}

/** The tenders in the currency of the sale; without payments, which need the cloud. */
const tendersOf = ({ tenders, currencyId }: OfflineSale): Tender[] =>
  tenders.map((input) => ({
    ...readTender(input),
    currencyId: input.currencyId ?? currencyId,
    lightning: null,
  }))

/** Throws Refused for what nobody can pay without the cloud. */
export function refuseTenders({ tenders }: OfflineSale): void {
  const at = tenders.findIndex(
    (tender) => tender.paymentMethodId === bitcoinId || tender.paymentHash !== null,
  )
  if (at !== -1) throw new Refused('offline_tender_not_allowed', `tenders[${at}]`)
}

/** The taxes of a receipt by their ids. Throws Refused where two have one id. */
function taxesOf({ taxes }: OfflineSale): Map<string, SoldTax> {
  const byId = new Map<string, SoldTax>()
  for (const [at, { taxId, name, ratePercent }] of taxes.entries()) {
    if (byId.has(taxId)) throw new Refused('offline_sale_invalid', `taxes[${at}].taxId`)
    const rateThousandths = Math.round(ratePercent * 1_000)
    byId.set(taxId, { name, rateThousandths })
  }
  return byId
}

function planOf(
  sale: OfflineSale,
  tenders: readonly Tender[],
  known: WrittenFacts,
  inputs: SaleInputs & { readonly owesAll?: boolean },
  { nowMs }: SaleFacts,
): SalePlan & { readonly cart: Parameters<typeof orderOf>[1] } {
  const { orderId, receivedMs, accepted } = known
  const flags = new Set(known.flags)
  const taxes = taxesOf(sale)
  for (const [id, tax] of taxes) {
    if (isKnownTax(known.taxes, tax)) continue
    flags.add('tax_differs')
    taxes.set(id, { ...tax, isUnknown: true })
  }
  const currency = currencyOf(sale)
  const smallestCents = smallestCentsOf(currency)
  const { discountAmount: discountCents, pricesIncludeTax } = sale
  const { lines, goods } = takenStock(
    writtenLines(sale, taxes, inputs, flags),
    inputs.owesAll ?? false,
    receivedMs,
  )
  if (lines.some(({ shortQuantity }) => shortQuantity > 0)) flags.add('stock_short')
  if (isReduced(sale, inputs) && !known.mayDiscount) flags.add('discount_not_permitted')
  const { cashRoundingCents } = inputs.safeguards
  if (
    sale.roundingCents !== 0 &&
    sale.roundingCents !== roundingOf(tenders, sale.amount, cashRoundingCents)
  ) {
    flags.add('price_differs')
  }
  if (!inputs.user) flags.add('user_gone')
  const frozenAt = inputs.tillDay?.frozenAt
  const frozenMs = typeof frozenAt === 'string' ? Date.parse(frozenAt) : 0
  if (nowMs < Math.max(known.lastZMs, frozenMs)) flags.add('late')
  const isApart = currency.id !== inputs.baseCurrencyId
  const paid = paidOf(sale, tenders, accepted !== undefined)
  const { offlineMaxSaleCents, offlineMaxTotalCents } = inputs.safeguards
  const { handedIn = [] } = inputs.tillDay ?? {}
  const isTotalLimited = offlineMaxTotalCents !== null && !isApart
  if (
    (offlineMaxSaleCents !== null && paid.totalCents > offlineMaxSaleCents) ||
    (isTotalLimited &&
      waitingCents(handedIn, nowMs) + paid.totalCents > offlineMaxTotalCents)
  ) {
    flags.add('over_limit')
  }
  checkCart(sale)
  const sums = computeSale(
    lines.map(({ quantity, priceAtOrder, discountCents: own, tax }) => ({
      quantity,
      costCents: quantity * priceAtOrder,
      discountCents: own,
      tax,
    })),
    { discountCents, pricesIncludeTax, goodsCents: paid.goodsCents, smallestCents },
  )
  if (![sums.expectedCents, modifierSum(lines)].every(Number.isSafeInteger)) {
    throw new Refused('offline_sale_invalid', 'items')
  }
  if (accepted === undefined) requireSums(sale, sums, paid.goodsCents)
  const openAmounts = lines.flatMap(
    ({ keyedIn, quantity, priceAtOrder: priceCents }, at) => {
      const paidCents = sums.lines[at]?.paidCents ?? 0
      return keyedIn ? [{ name: keyedIn.name, quantity, priceCents, paidCents }] : []
    },
  )
  const items = lines.map(({ shortQuantity, ...line }, at) => ({
    ...soldItem(line, sums.lines[at]),
    ...(shortQuantity > 0 && { shortQuantity }),
  }))
  const user = { id: sale.userId, name: inputs.user?.name ?? '' }
  const { totalCents, tipCents, roundingCents } = paid
  return {
    orderId,
    userId: user.id,
    totalCents,
    tipCents,
    notes: sale.ticketNotes,
    buyer: sale.buyer,
    fiscal: sale.fiscal,
    sums,
    roundingCents,
    prepaid: [],
    categoryIds: lines.map(({ categoryId }) => categoryId),
    otherPrices: lines.flatMap((line) =>
      line.cataloguePriceCents === undefined ||
      line.cataloguePriceCents === line.priceAtOrder
        ? []
        : [
            {
              productName: line.productName,
              priceCents: line.priceAtOrder,
              cataloguePriceCents: line.cataloguePriceCents,
            },
          ],
    ),
    openAmounts,
    counted: {
      openLines: {
        count: openAmounts.length,
        cents: openAmounts.reduce((sum, { paidCents }) => sum + paidCents, 0),
      },
    },
    written: {
      pricesIncludeTax,
      smallestCents,
      currency: currency.acronym,
      baseCurrencyId: currency.id,
      place: {
        syncedAt: isoSeconds(receivedMs),
        ...(known.statedAt !== undefined && { statedAt: known.statedAt }),
      },
      flags: [...flags],
      isApart,
      lateDay:
        flags.has('late') && !isApart
          ? dayOf(nowMs, {
              timezone: inputs.shop?.timezone ?? null,
              dayStartMs: inputs.shop?.dayStartMs ?? 0,
            })
          : undefined,
      handedIn: isTotalLimited
        ? withHandedIn(handedIn, { ms: receivedMs, cents: paid.totalCents })
        : undefined,
    },
    order: () => [],
    goods,
    knowsRepetition: true,
    cart: { user, items, totalCents },
  }
}

/** True if something was given off: by a discount, or as an amount that is keyed in where the shop has none. */
const isReduced = (sale: OfflineSale, { safeguards }: SaleInputs): boolean =>
  sale.discountAmount > 0 ||
  sale.items.some(
    ({ discountCents, productId }) =>
      discountCents > 0 || (productId === '' && !safeguards.openAmounts),
  )

/** Throws Refused for lines that no receipt can have. */
function checkCart(sale: OfflineSale): void {
  asRefused(() => checkAmounts(sale.items.map(cartItemOf), sale.discountAmount), 'items')
}

/**
 * Amounts that were paid: for one that is accepted what the tenders say. Throws Refused where they are not
 * what the receipt says.
 */
function paidOf(sale: OfflineSale, tenders: readonly Tender[], isAccepted: boolean) {
  const { amount, tipAmount, roundingCents } = sale
  const sum = tenders.reduce((all, { amountCents }) => all + amountCents, 0)
  const inCash = tenders.filter(({ methodId }) => methodId === cashId)
  const cashCents = inCash.reduce((all, { amountCents }) => all + amountCents, 0)
  const isRounded =
    roundingCents === 0 ||
    (Math.abs(roundingCents) <= largestCashRounding(currencyOf(sale)) / 2 &&
      inCash.length > 0 &&
      cashCents > roundingCents)
  if (
    isAccepted &&
    !(isRounded && sum === amount + roundingCents && tipAmount <= amount)
  ) {
    asRefused(() => checkTenders(tenders, sum), 'tenders')
    const tipCents = Math.min(tipAmount, sum)
    return { totalCents: sum, tipCents, roundingCents: 0, goodsCents: sum - tipCents }
  }
  if (!isRounded) throw new Refused('offline_sale_invalid', 'roundingCents')
  if (tipAmount > amount) throw new Refused('offline_sale_invalid', 'tipAmount')
  asRefused(() => checkTenders(tenders, amount, { roundingCents }), 'tenders')
  return {
    totalCents: amount,
    tipCents: tipAmount,
    roundingCents,
    goodsCents: amount - tipAmount,
  }
}

/** Runs a check of checkouts. Throws Refused with the field that it names, or this one. */
function asRefused(check: () => void, field: string): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Refused('offline_sale_invalid', String(error.details.field ?? field))
  }
}

/** Throws Refused where the lines do not come to what the receipt says. */
function requireSums(
  { taxes: stated }: OfflineSale,
  { expectedCents, taxes }: SaleSums,
  goodsCents: number,
): void {
  if (expectedCents !== goodsCents) throw new Refused('offline_sale_invalid', 'amount')
  const left = new Map<string, readonly [net: number, tax: number]>()
  const add = (tax: SoldTax, netCents: number, taxCents: number) => {
    const [net, ofNet] = left.get(taxKey(tax)) ?? [0, 0]
    left.set(taxKey(tax), [net + netCents, ofNet + taxCents])
  }
  for (const tax of taxes) add(tax, tax.netCents, tax.taxCents)
  for (const { name, ratePercent, netCents, taxCents } of stated) {
    const rateThousandths = Math.round(ratePercent * 1_000)
    add({ name, rateThousandths }, -netCents, -taxCents)
  }
  const isSame = [...left.values()].every(([net, tax]) => net === 0 && tax === 0)
  if (!isSame) throw new Refused('offline_sale_invalid', 'taxes')
}
