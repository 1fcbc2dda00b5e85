import { decrementLineCounts } from '../../catalog/dish-use.ts'
import { Failure, isFailure } from '../../failure.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { updateUnchanged } from '../../platform/dynamodb/optimistic-lock.ts'
import { maxActions } from '../../platform/dynamodb/transact.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type Bill,
  dueOf,
  isPrepaidInAnotherCurrency,
  planSettlement,
  readBill,
  readDishes,
  readDishTaxes,
  refuseOtherCurrency,
  refuseReduced,
  type Settlement,
  taxesOf,
} from '../bills/bill.ts'
import { type Settled, type SettleRequest, settledOf } from '../bills/bill-requests.ts'
import { tablesOfBill, updateLeftTables } from '../bills/split-and-merge.ts'
import type { BillQuoteRequest } from '../quotes/quote-request.ts'
import type { QuoteRecord } from '../quotes/quotes.ts'
import { sumOf } from '../restaurant/order-line.ts'
import {
  type Prepaid,
  prepaidOf,
  pricedIn,
  type RestaurantOrderRecord,
  refusePaid,
} from '../restaurant/restaurant-orders.ts'
import { addLinks } from '../sales/order-payments.ts'
import { findOrder, listedAt } from '../sales/orders.ts'
import { type HashSale, updateAttachedToSale } from '../sales/payment-hashes.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import { goneOfSettled } from '../sales/seen-lines.ts'
import {
  insertSettlementId,
  type SoldContent,
  saleDigest,
  tenderContent,
} from '../sales/sell-once.ts'
import type { SoldTicket } from '../sales/sold-ticket.ts'
import {
  checkTenders,
  hashesOf,
  namedDiscount,
  roundingOf,
  type Tender,
} from '../sales/tenders.ts'
import {
  type Payable,
  type Quotable,
  refuseDiscount,
  type SaleFacts,
  type SalePlan,
  taxedAt,
} from './payable.ts'

/**
 * The bill of a restaurant's order, which its settlement makes `paid`. Payments that are attached
 * to it become tenders of their own. Its `read` throws `notFound`, its plan `orderPaid`,
 * `prepaidExceedsDue` and `tooManyTablesOfBill`, too. That of a quote is due as it was quoted, and
 * else `quoteDiffers`. Throws `saleDiffers` for a saleId that is the order's id.
 */
export function bill(
  orderId: string,
  request: SettleRequest,
  quote?: Pick<QuoteRecord, 'totalCents'>,
): Payable<Bill, Settled> {
  const { saleId } = request
  if (saleId === orderId) throw new Failure('saleDiffers')
  const { discountCents = 0 } = request
  const digest = saleDigest({ ...request, discountCents }, [orderId])
  const content: Content = (baseCurrency) =>
    hashed(
      JSON.stringify([
        orderId,
        request.userId,
        discountCents,
        request.tipCents,
        tenderContent(request.tenders, baseCurrency),
      ]),
    )
  return {
    saleId,
    digest,
    content,
    tenders: request.tenders,
    read: async (facts) => {
      // A caller without the permission does not learn whether there is such an order
      refuseDiscount(request.isDiscounted, facts)
      return readBill(orderId, request, taxedAt(facts), facts.till)
    },
    refuse: async (_facts, inputs) => refusePaid((await inputs()).order),
    readAgain: async (_inputs, _times, facts) => {
      const again = await readBill(orderId, request, taxedAt(facts), facts.till)
      refusePaid(again.order)
      return again
    },
    isSoldBy: async (sale) =>
      // A quote shows the use of its payment
      quote ? sale.orderId === orderId : isSettledBy(orderId, request, sale),
    plan: (inputs, tenders, facts) =>
      planOf(
        { ...request, tenders: [...tenders] },
        { digest, content },
        inputs,
        facts,
        quote,
      ),
    idsOf: (ids) => ids,
    answer: settledOf,
  }
}

/** A bill to quote: the amount due less the payments that are attached to it. */
export const billToQuote = ({
  orderId,
  discountAmount,
  tipAmount: tipCents,
  paidCents,
}: BillQuoteRequest): Quotable<Bill> => ({
  read: async (facts) => {
    refuseDiscount(discountAmount.isAboveZero, facts)
    return readBill(orderId, facts, taxedAt(facts))
  },
  refuse: async (facts, inputs) => {
    const found = await inputs()
    refusePaid(found.order)
    if (found.order.lines.length === 0) throw new Failure('checkoutEmpty')
    refuseReduced(found, facts)
    refuseOtherCurrency(found)
    if (isPrepaidInAnotherCurrency(found)) throw new Failure('prepaidInAnotherCurrency')
  },
  price: async (found) => {
    const changes = { discountCents: namedDiscount(discountAmount), tipCents }
    const due = dueOf(found, changes, await readDishTaxes(found))
    const { discountCents, leftCents: totalCents } = due
    return { kind: 'order', orderId, discountCents, tipCents, paidCents, totalCents }
  },
})

/** True if a sale settled a bill by the same amount as these tenders. */
async function isSettledBy(
  orderId: string,
  { tenders, tipCents }: SettleRequest,
  sale: HashSale,
): Promise<boolean> {
  const order = await findOrder(sale.orderId)
  const attached = order ? prepaidOf(order as RestaurantOrderRecord) : []
  const tenderedCents = [
    ...tenders.map(({ amountCents }) => amountCents),
    ...attached.map(({ cents }) => cents),
  ].reduce((sum, cents) => sum + cents, 0)
  return (
    order?.id === orderId &&
    order.totalCents + (order.sale?.roundingCents ?? 0) === tenderedCents &&
    order.sale?.tipCents === tipCents
  )
}

type Content = NonNullable<SoldContent['content']>

async function planOf(
  request: SettleRequest,
  { digest, content }: { readonly digest: string; readonly content: Content },
  inputs: Bill,
  { mayDiscount, nowMs }: SaleFacts,
  quote: Pick<QuoteRecord, 'totalCents'> | undefined,
): Promise<SalePlan> {
  const { order } = inputs
  const { saleId, tenders } = request
  if (quote) checkQuotedTenders(tenders, inputs, quote)
  refuseOtherCurrency(inputs)
  const prepaid = prepaidOf(order)
  // Read after the order, whose revision changes when a table names it
  const [tables, dishes] = await Promise.all([tablesOfBill(order.id), readDishes(order)])
  const left = updateLeftTables(tables, order.id)
  const goods = order.status === 'open' ? decrementLineCounts(order.lines) : []
  refuseTooMany(tenders, prepaid, left.length + goods.length)
  const settlement = asQuoted(quote, () =>
    planSettlement(inputs, request, taxesOf(dishes, inputs), mayDiscount),
  )
  return {
    orderId: order.id,
    userId: request.userId,
    totalCents: settlement.dueCents,
    tipCents: request.tipCents,
    notes: '',
    buyer: request.buyer,
    fiscal: request.fiscal,
    sums: settlement.sums,
    roundingCents: settlement.roundingCents,
    prepaid,
    categoryIds: order.lines.map(({ dishId }) => dishes.get(dishId)?.categoryId),
    counted: goneOfSettled(
      { ...order, lines: pricedIn(order.lines, inputs) },
      inputs.day,
    ),
    order: (sold, ids) => [
      saleId !== undefined &&
        insertSettlementId(
          saleId,
          {
            saleDigest: digest,
            contentDigest: content(inputs.currency),
            baseCurrency: inputs.currency,
          },
          ids,
        ),
      ...sold.payments
        .slice(tenders.length)
        .flatMap((attached) => updateAttachedToSale(attached, ids, order.id)),
      updateSettled(inputs, settlement, sold, {
        settlementId: saleId,
        takenBy: request.userId,
        nowMs,
      }),
      ...left,
    ],
    goods,
    knowsRepetition: false,
  }
}

function checkQuotedTenders(
  tenders: readonly Tender[],
  { safeguards }: Bill,
  { totalCents }: Pick<QuoteRecord, 'totalCents'>,
): void {
  const roundingCents = roundingOf(tenders, totalCents, safeguards.cashRoundingCents)
  checkTenders(tenders, totalCents, { roundingCents })
}

/** Throws `quoteDiffers` if a bill refuses tenders that match its quote. */
function asQuoted<T>(quote: object | undefined, plan: () => T): T {
  try {
    return plan()
  } catch (error) {
    throw quote && isFailure(error, ...ofAnotherBill)
      ? new Failure('quoteDiffers')
      : error
  }
}

const ofAnotherBill = [
  'checkoutAmountsDiffer',
  'checkoutInvalidDiscount',
  'checkoutInvalidTip',
  'checkoutEmpty',
  'prepaidExceedsDue',
] as const

/**
 * Other writes of a settlement: order, its ids, ticket, three entries of the audit trail, number,
 * days of till and shop, stored response, approval.
 */
const othersWritten = 11

/**
 * A payment by Lightning takes two records of the transaction, another tender one. Throws
 * `invalid`.
 */
function refuseTooMany(
  tenders: readonly Tender[],
  prepaid: readonly Prepaid[],
  written: number,
): void {
  const records = tenders.length + hashesOf(tenders).length + 2 * prepaid.length
  if (records + written + othersWritten <= maxActions) return
  throw new Failure('invalid', {
    fault: 'tenders: too many beside the tables, dishes and payments of the bill',
  })
}

type SettledBy = {
  readonly settlementId: string | undefined
  readonly takenBy: string
  readonly nowMs: number
}

/** Settles an order: from now on it is listed by the day of its settlement. */
const updateSettled = (
  { order, user }: Bill,
  { lines, dueCents }: Settlement,
  { ticket, payments, sale }: SoldTicket,
  { settlementId, takenBy, nowMs }: SettledBy,
): Write =>
  updateUnchanged(order, ['revision', 'payments'], {
    set: {
      lines,
      linesCents: sumOf(lines),
      totalCents: dueCents,
      status: 'paid',
      ofStatus: 'paid',
      payments: addLinks([], ticket.id, payments),
      sale: {
        ...sale,
        soldAt: isoSeconds(nowMs),
        takenBy: { userId: takenBy, userName: user?.name ?? '' },
      } satisfies SaleSnapshot,
      listedAt: listedAt(nowMs, order.id),
      settlementId,
    },
    remove: ['goneAfterZ'],
    add: { revision: 1 },
  })
