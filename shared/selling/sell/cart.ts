import { Failure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { type CartItem, type CartLine, cartLines } from '../checkout/cart-lines.ts'
import type { CartToSell } from '../checkout/checkout-request.ts'
import { type CheckoutResult, completedCheckout } from '../checkout/checkout-result.ts'
import { readSaleInputs, type SaleInputs } from '../checkout/sale-inputs.ts'
import {
  checkItems,
  planCart,
  planSale,
  refuseReduced,
  type SoldCart,
} from '../checkout/sale-plan.ts'
import { updateStockOf } from '../checkout/stock-needs.ts'
import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import type { CartQuoteRequest } from '../quotes/quote-request.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import type { OpenAmount, OtherPrice } from '../sales/sales-audit.ts'
import { insertSoldOrder } from '../sales/sell-once.ts'
import type { SoldTicket } from '../sales/sold-ticket.ts'
import { cartContent, cartDigest, cartSaleDigest, isSaleOf } from './cart-digest.ts'
import {
  type Payable,
  type Quotable,
  refuseDiscount,
  type SaleFacts,
  type SalePlan,
  taxedAt,
} from './payable.ts'

/** Attempts of a checkout whose products change in between. */
const maxTries = 5

/** The cart of a checkout. Its plan throws `checkoutTryAgain`, too. */
export function cart(input: CartToSell): Payable<SaleInputs, CheckoutResult> {
  const digest = cartSaleDigest(input)
  return {
    saleId: input.saleId,
    digest,
    content: cartContent(input),
    tenders: input.tenders,
    read: (facts) => readSaleInputs(input, taxedAt(facts), { till: facts.till }),
    refuse: async (facts, inputs) => {
      refuseDiscount(input.isDiscounted, facts)
      await refuseOpenAmounts(input, facts, inputs)
    },
    readAgain: async (inputs, times, facts) => {
      if (times === maxTries) throw new Failure('checkoutTryAgain')
      const taken = takenProducts(input, inputs)
      return readSaleInputs(input, taxedAt(facts), { taken, till: facts.till })
    },
    isSoldBy: (sale) => isSaleOf(input, sale),
    plan: (inputs, tenders, facts) =>
      planOf({ ...input, tenders: [...tenders] }, digest, inputs, facts),
    idsOf: ({ paymentIds, changeCents, ...ids }) =>
      // Only clients that sent tenders get all their payments in the response
      input.hasTenders ? { ...ids, paymentIds, changeCents } : ids,
    answer: completedCheckout,
  }
}

/** Cart whose prices the catalogue may give. */
export const cartToQuote = ({
  items,
  discountAmount,
  tipAmount: tipCents,
  paidCents,
}: CartQuoteRequest): Quotable<SaleInputs> => {
  const discountCents = discountAmount.cents
  const unpriced = items.map((item) => ({
    ...item,
    priceAtOrder: item.priceAtOrder ?? 0,
  }))
  return {
    read: (facts) =>
      readSaleInputs({ userId: facts.userId, items: unpriced }, taxedAt(facts)),
    refuse: async (facts, inputs) => {
      const isDiscounted =
        discountAmount.isAboveZero || items.some((item) => item.discountCents > 0)
      refuseDiscount(isDiscounted, facts)
      await refuseOpenAmounts({ items: unpriced }, facts, inputs)
    },
    price: (inputs, { mayDiscount }) => {
      const priced = pricedItems(items, unpriced, inputs)
      const tenderCount = paidCents > 0 ? 2 : 1
      checkItems({ items: priced, discountCents, tenderCount })
      const { lines, sums } = planCart(
        { items: priced, discountCents, tenderCount },
        inputs,
      )
      refuseReduced(lines, mayDiscount)
      const totalCents = sums.expectedCents + tipCents
      if (!Number.isSafeInteger(totalCents)) throw new Failure('checkoutInvalidQuantity')
      return {
        kind: 'store',
        items: priced,
        discountCents,
        tipCents,
        paidCents,
        totalCents,
      }
    },
  }
}

/**
 * An open amount can hide a discount; it throws without that right unless the shop allows
 * open amounts.
 */
async function refuseOpenAmounts(
  { items }: Pick<CartToSell, 'items'>,
  { mayDiscount }: SaleFacts,
  inputs: () => Promise<SaleInputs>,
): Promise<void> {
  if (mayDiscount || !items.some(({ keyedIn }) => keyedIn)) return
  const { safeguards } = await inputs()
  if (!safeguards.openAmounts) throw new Failure('permissionRequired')
}

/** Lists the products whose units a cart takes, also those that the cart does not name. */
const takenProducts = (input: CartToSell, inputs: SaleInputs): string[] =>
  cartLines(input, inputs).flatMap(({ takes }) => takes.map(({ productId }) => productId))

function planOf(
  input: CartToSell,
  saleDigest: string,
  inputs: SaleInputs,
  { mayDiscount, nowMs }: SaleFacts,
): SalePlan {
  const sold = planSale(input, inputs, mayDiscount)
  const openAmounts = openAmountsOf(sold)
  const orderId = input.saleId ?? newId()
  return {
    orderId,
    userId: sold.user.id,
    totalCents: sold.totalCents,
    tipCents: input.tipCents,
    notes: input.ticketNotes,
    buyer: input.buyer,
    fiscal: input.fiscal,
    sums: sold.sums,
    roundingCents: sold.roundingCents,
    prepaid: [],
    categoryIds: sold.lines.map(({ categoryId }) => categoryId),
    cartDigest: cartDigest(input),
    otherPrices: otherPrices(sold),
    openAmounts,
    counted: { openLines: countedOnce(openAmounts) },
    order: (records) => {
      const order = orderOf(orderId, sold, records, nowMs)
      const contentDigest = cartContent(input)(inputs.currency)
      return [
        insertSoldOrder(input.saleId ? { ...order, saleDigest, contentDigest } : order),
      ]
    },
    goods: updateStockOf(sold.stock, nowMs),
    // A transaction has room, or a payment hash, which is sold once
    knowsRepetition: true,
  }
}

/** The order of a cart that was sold at a moment in Unix ms. */
export const orderOf = (
  orderId: string,
  {
    user,
    items,
    totalCents,
  }: Pick<SoldCart, 'items' | 'totalCents'> & {
    readonly user: Pick<SoldCart['user'], 'id' | 'name'>
  },
  { payments, sale }: SoldTicket,
  nowMs: number,
): StoreOrderRecord => ({
  ...orderKey(orderId),
  id: orderId,
  kind: 'store',
  userId: user.id,
  userName: user.name,
  tableId: null,
  status: 'closed',
  settled: true,
  totalCents,
  createdAt: isoSeconds(nowMs),
  listedAt: listedAt(nowMs, orderId),
  items,
  payments: payments.map(
    ({ id: paymentId, methodId, amountCents, lightning, ticketIds }) => ({
      paymentId,
      methodId,
      amountCents,
      lightning,
      ticketIds,
    }),
  ),
  sale,
})

/** The lines whose price is not the catalogue's. */
const otherPrices = ({ lines }: SoldCart): OtherPrice[] =>
  lines.flatMap(({ productName, priceAtOrder: priceCents, cataloguePriceCents }) =>
    cataloguePriceCents !== undefined && priceCents !== cataloguePriceCents
      ? [{ productName, priceCents, cataloguePriceCents }]
      : [],
  )

/** Lines of amounts keyed in, with the amounts paid for them. */
const openAmountsOf = ({ lines, items }: SoldCart): OpenAmount[] =>
  lines.flatMap(({ keyedIn, quantity, priceAtOrder: priceCents }, at) =>
    keyedIn
      ? [
          {
            name: keyedIn.name,
            quantity,
            priceCents,
            paidCents: items[at]?.paidCents ?? 0,
          },
        ]
      : [],
  )

/** Amounts keyed in as the day counts them: each line once. */
const countedOnce = (amounts: readonly OpenAmount[]) => ({
  count: amounts.length,
  cents: amounts.reduce((sum, { paidCents }) => sum + paidCents, 0),
})

/** The items with the catalogue's prices where the till sent none. */
function pricedItems(
  items: CartQuoteRequest['items'],
  unpriced: readonly CartItem[],
  inputs: SaleInputs,
): CartItem[] {
  const lines = cartLines({ items: [...unpriced] }, inputs)
  return unpriced.map((item, at) => ({
    ...item,
    priceAtOrder: items[at]?.priceAtOrder ?? priceOf(lines[at], at),
  }))
}

function priceOf(line: CartLine | undefined, at: number): number {
  if (line?.cataloguePriceCents !== undefined) return line.cataloguePriceCents
  throw new Failure('invalid', {
    field: `items[${at}].priceAtOrder`,
    fault: `items.${at}.priceAtOrder: is required for an amount that is keyed in`,
  })
}
