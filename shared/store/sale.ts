import { transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { findEarlierSale, insertSaleOfHash } from '../sales/earlier-sale.ts'
import type { SaleIds } from '../sales/sale-ids.ts'
import { insertDiscountAudit } from '../sales/sales-audit.ts'
import { changeOf } from '../sales/tenders.ts'
import { sellWithNumber, upsertTicketNumber } from '../sales/ticket-numbers.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import { readSaleInputs, type SaleInputs } from './sale-inputs.ts'
import { planSale, type SaleRules } from './sale-plan.ts'
import { type SaleRecords, saleRecords } from './sale-records.ts'
import { BundleChanged, updateStockOf } from './stock-needs.ts'

/** When something is sold, and who sells it. */
export type SaleFacts = { readonly nowMs: number; readonly userId: string }

/**
 * Decrements the stock and creates order, numbered ticket and payments in one transaction.
 * A payment hash has one sale: a second checkout of it, also at the same time, gets the
 * first one's result. Throws the failures of a checkout, and then nothing is written.
 */
export async function createSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  rules: SaleRules,
  facts: SaleFacts,
): Promise<CheckoutResult> {
  let inputs = saleInputs
  try {
    return await sellWithNumber(saleInputs.day, async (day) => {
      try {
        return await writeSale(input, { ...inputs, day }, rules, facts)
      } catch (error) {
        if (error instanceof BundleChanged) inputs = await readSaleInputs(input)
        throw error
      }
    })
  } catch (error) {
    const earlier = await findEarlierSale(error, input.paymentHash)
    if (!earlier) throw error
    return completedCheckout(earlier)
  }
}

async function writeSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  rules: SaleRules,
  { nowMs, userId }: SaleFacts,
): Promise<CheckoutResult> {
  const plan = planSale(input, saleInputs, rules)
  const records = saleRecords(input, saleInputs, plan, nowMs)
  const { order, ticket, payments } = records
  const { tenders, tipCents, discountCents, taxes } = order.sale
  const result = completedCheckout(idsOf(input, records))
  await transact(
    [
      ...insertSaleOfHash(payments, result),
      insert(order),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        plan.user,
        {},
        () => new Failure('checkoutFailed', { field: 'userId' }),
      ),
      ...updateStockOf(plan.stock),
      ...insertDiscountAudit(userId, order),
      // Last, because a cart that cannot be sold needs no number
      upsertTicketNumber(saleInputs.day, { tenders, tipCents, discountCents, taxes }),
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
