import { conditionCheck, insert } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { changeOfSale } from '../sales/day-change.ts'
import { findEarlierSale, insertSaleOfHash } from '../sales/earlier-sale.ts'
import type { Seller } from '../sales/payment-owner.ts'
import type { SaleIds } from '../sales/sale-ids.ts'
import {
  insertDiscountAudit,
  insertSoldInNameAudit,
  type OtherPrice,
} from '../sales/sales-audit.ts'
import { changeOf } from '../sales/tenders.ts'
import { sellWithNumber, upsertTicketNumber } from '../sales/ticket-numbers.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import { cartDigest, repeatedSale } from './repeated-sale.ts'
import { readSaleInputs, type SaleInputs } from './sale-inputs.ts'
import { planSale, type SalePlan } from './sale-plan.ts'
import { type SaleRecords, saleRecords } from './sale-records.ts'
import { BundleChanged, updateStockOf } from './stock-needs.ts'
import {
  insertUnpricedAudit,
  type VerifiedPayment,
  withReceived,
} from './verified-payment.ts'

/** When something is sold, who sells it, and whether that caller may give discounts. */
export type SaleFacts = Seller & {
  readonly nowMs: number
  readonly mayDiscount: boolean
}

/** How often a cart is sold with what is true now, after its products have changed. */
const maxTries = 5

/**
 * Decrements the stock and creates order, numbered ticket and payments in one transaction.
 * A payment hash has one sale: a second checkout of it, also at the same time, gets the
 * first one's result. A verified payment is sold for what was received. Throws the failures
 * of a checkout, `checkoutTryAgain` and `paymentAlreadySold`, and then nothing is written.
 */
export async function createSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  facts: SaleFacts,
  payment?: VerifiedPayment,
): Promise<CheckoutResult> {
  const sold = { ...input, tenders: withReceived(input.tenders, payment) }
  let inputs = saleInputs
  let tries = 0
  try {
    return await sellWithNumber(saleInputs.day, async (day) => {
      try {
        return await writeSale(sold, { ...inputs, day }, facts, payment)
      } catch (error) {
        if (!(error instanceof BundleChanged)) throw error
        tries += 1
        if (tries === maxTries) throw new Failure('checkoutTryAgain')
        inputs = await readSaleInputs(input)
        throw error
      }
    })
  } catch (error) {
    const earlier = await findEarlierSale(error, input.paymentHash)
    if (!earlier) throw error
    return repeatedSale(input, earlier, facts)
  }
}

async function writeSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  { nowMs, userId, mayDiscount }: SaleFacts,
  payment: VerifiedPayment | undefined,
): Promise<CheckoutResult> {
  const plan = planSale(input, saleInputs, mayDiscount)
  const records = saleRecords(input, saleInputs, plan, nowMs)
  const { order, ticket, payments } = records
  const result = completedCheckout(idsOf(input, records))
  await transactAndRespond(
    [
      ...insertSaleOfHash(payments, result, cartDigest(input)),
      insert(order),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        plan.user,
        {},
        () => new Failure('checkoutInvalidReference', { field: 'userId' }),
      ),
      ...updateStockOf(plan.stock),
      ...insertDiscountAudit(userId, order, otherPrices(plan, saleInputs)),
      ...insertSoldInNameAudit(userId, order.userId, order),
      ...insertUnpricedAudit(userId, order, payment),
      // Last, because a cart that cannot be sold needs no number
      upsertTicketNumber(saleInputs.day, changeOfSale(order.sale, plan.sums)),
    ],
    result,
  )
  return result
}

/** Only a client that sent tenders is told of all its payments. */
function idsOf(
  { tenders, hasTenders }: CheckoutRequest,
  { order, ticket, payments }: SaleRecords,
): SaleIds {
  const main = payments.find(({ lightning }) => lightning?.paymentHash) ?? payments[0]
  return {
    orderId: order.id,
    ticketId: ticket.id,
    paymentId: main?.id ?? '',
    ...(hasTenders && {
      paymentIds: payments.map(({ id }) => id),
      changeCents: tenders.reduce((sum, tender) => sum + changeOf(tender), 0),
    }),
  }
}

/** The lines whose price is not the catalogue's. */
const otherPrices = ({ items }: SalePlan, { products }: SaleInputs): OtherPrice[] =>
  items.flatMap(({ productId, productName, priceAtOrder: priceCents }) => {
    const cataloguePriceCents = products.get(productId)?.priceCents ?? 0
    return priceCents !== cataloguePriceCents
      ? [{ productName, priceCents, cataloguePriceCents }]
      : []
  })
