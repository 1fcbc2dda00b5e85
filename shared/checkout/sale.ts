import { conditionCheck, insert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import { changeOfSale } from '../sales/day-record.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import {
  findEarlierSale,
  insertSaleOfHash,
  withoutUnmatched,
} from '../sales/payment-hashes.ts'
import type { Seller } from '../sales/payment-owner.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import {
  insertDiscountAudit,
  insertSoldInNameAudit,
  type OpenAmount,
  type OtherPrice,
} from '../sales/sales-audit.ts'
import { insertSoldOrder } from '../sales/sell-once.ts'
import { idsOfSale, type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import { sellWithNumber, upsertTicketNumber } from '../sales/ticket-numbers.ts'
import { isoSeconds } from '../time/iso.ts'
import { cartLines } from './cart-lines.ts'
import type { CartToSell } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import { cartDigest, cartSaleDigest, repeatedSale, resultOf } from './repeated-sale.ts'
import { readSaleInputs, type SaleInputs } from './sale-inputs.ts'
import { planSale, type SalePlan } from './sale-plan.ts'
import { ProductChanged, updateStockOf } from './stock-needs.ts'
import type { StoreOrderRecord } from './store-orders.ts'
import {
  insertUnpricedAudit,
  type VerifiedPayment,
  withReceived,
} from './verified-payment.ts'

/** When something is sold, who sells it, and whether that caller may give discounts. */
export type SaleFacts = Seller & {
  readonly nowMs: number
  readonly mayDiscount: boolean
  /** The colleague who approved the discounts of the quote that is sold. */
  readonly approvedBy?: string | undefined
}

/** A payment that no till has sold by itself, and its entry in the audit trail. */
type UnsoldPayment = { readonly amountSat: number; readonly audit: Write }

/** How many times a checkout is tried when its products change in between. */
const maxTries = 5

/**
 * Decrements the stock and creates order, numbered ticket and payments in one transaction.
 * A payment hash has one sale: a second checkout with it, even a simultaneous one, gets the
 * first one's result. A verified payment is sold for what was received. Throws the failures
 * of a checkout, `checkoutTryAgain` and `paymentAlreadySold`, and then nothing is sold; runs
 * within `sellCartOnce`, which knows the sale that a saleId has.
 */
export async function createSale(
  input: CartToSell,
  saleInputs: SaleInputs,
  facts: SaleFacts,
  payment?: VerifiedPayment,
  unsold?: UnsoldPayment,
): Promise<CheckoutResult> {
  const sold = {
    ...input,
    tenders: withReceived(input.tenders, payment),
    saleDigest: input.saleId && cartSaleDigest(input),
  }
  let inputs = saleInputs
  let tries = 0
  try {
    return await sellWithNumber(saleInputs.day, async (day) => {
      try {
        return await writeSale(sold, { ...inputs, day }, facts, payment, unsold)
      } catch (error) {
        if (!(error instanceof ProductChanged)) throw error
        tries += 1
        if (tries === maxTries) throw new Failure('checkoutTryAgain')
        inputs = await readSaleInputs(input, takenProducts(input, inputs))
        throw error
      }
    })
  } catch (error) {
    const earlier = await findEarlierSale(error, input.paymentHash)
    if (!earlier) throw error
    return repeatedSale(input, earlier, facts)
  }
}

/** The products of which a cart takes units, also those that it does not name. */
const takenProducts = (input: CartToSell, saleInputs: SaleInputs): string[] =>
  cartLines(input, saleInputs).flatMap(({ takes }) =>
    takes.map(({ productId }) => productId),
  )

async function writeSale(
  input: IdentifiedCart,
  saleInputs: SaleInputs,
  { nowMs, userId, mayDiscount, approvedBy }: SaleFacts,
  payment: VerifiedPayment | undefined,
  unsold: UnsoldPayment | undefined,
): Promise<CheckoutResult> {
  const plan = planSale(input, saleInputs, mayDiscount)
  const records = saleRecords(input, saleInputs, plan, nowMs)
  const { order, ticket, payments } = records
  const change = {
    ...changeOfSale(order.sale, plan.sums, openLinesOf(plan)),
    unsoldSoldSat: unsold?.amountSat ?? 0,
  }
  const result = completedCheckout(resultOf(input, idsOfSale(input.tenders, records)))
  await transactAndRespond(
    withoutUnmatched(payments, [
      ...insertSaleOfHash(payments, result, cartDigest(input)),
      insertSoldOrder(order),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        plan.user,
        {},
        () => new Failure('checkoutInvalidReference', { field: 'userId' }),
      ),
      ...updateStockOf(plan.stock),
      insertDiscountAudit({ userId, approvedBy }, order, {
        otherPrices: otherPrices(plan),
        openAmounts: openAmountsOf(plan),
      }),
      insertSoldInNameAudit(userId, order.userId, order),
      insertUnpricedAudit(userId, order, payment),
      unsold?.audit,
      // Last, because a cart that cannot be sold needs no number
      upsertTicketNumber(saleInputs.day, change),
    ]),
    result,
    // A transaction has room, or a payment hash, which is sold once
    { knowsRepetition: true },
  )
  return result
}

type SaleRecords = Pick<SoldTicket, 'ticket' | 'payments'> & {
  readonly order: StoreOrderRecord & { readonly sale: SaleSnapshot }
}

/** With what its order stores to tell other carts with its saleId. */
type IdentifiedCart = CartToSell & { readonly saleDigest: string | undefined }

/** The order, ticket and payments of a sale, each naming the others. */
function saleRecords(
  { saleId, saleDigest, tipCents, ticketNotes, tenders }: IdentifiedCart,
  { day, baseCurrencyId, pricesIncludeTax, smallestCents, shop }: SaleInputs,
  { user, items, totalCents, roundingCents, sums }: SalePlan,
  nowMs: number,
): SaleRecords {
  const orderId = saleId ?? newId()
  const { ticket, payments, sale } = soldTicket(
    {
      orderId,
      userId: user.id,
      totalCents,
      tipCents,
      notes: ticketNotes,
      sums,
      tenders,
      roundingCents,
      day,
      baseCurrencyId,
      pricesIncludeTax,
      smallestCents,
      shop,
    },
    nowMs,
  )
  return {
    order: {
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
      ...(saleDigest && { saleDigest }),
    },
    ticket,
    payments,
  }
}

/** The lines whose price is not the catalogue's. */
const otherPrices = ({ lines }: SalePlan): OtherPrice[] =>
  lines.flatMap(({ productName, priceAtOrder: priceCents, cataloguePriceCents }) =>
    cataloguePriceCents !== undefined && priceCents !== cataloguePriceCents
      ? [{ productName, priceCents, cataloguePriceCents }]
      : [],
  )

/** The lines that are amounts keyed in, with what was paid for them. */
const openAmountsOf = ({ lines, items }: SalePlan): OpenAmount[] =>
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
function openLinesOf(plan: SalePlan) {
  const amounts = openAmountsOf(plan)
  return {
    count: amounts.length,
    cents: amounts.reduce((sum, { paidCents }) => sum + paidCents, 0),
  }
}
