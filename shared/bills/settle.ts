import { decrementLineCounts } from '../catalog/dish-use.ts'
import { settings } from '../deployment/settings.ts'
import { updateUnchanged, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { sumOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { findEarlierSale, insertSaleOfHash } from '../sales/earlier-sale.ts'
import { addLinks } from '../sales/order-payments.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import type { SaleIds } from '../sales/sale-ids.ts'
import { insertDiscountAudit } from '../sales/sales-audit.ts'
import { type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import { changeOf } from '../sales/tenders.ts'
import {
  NumberTaken,
  sellWithNumber,
  upsertTicketNumber,
} from '../sales/ticket-numbers.ts'
import { userKey } from '../staff/users.ts'
import type { PendingPayment } from '../store/checkout-result.ts'
import { paymentStatus } from '../store/payment-confirmation.ts'
import { type Bill, readBill, readDishTaxes } from './bill.ts'
import { tablesOfBill, updateLeftTables } from './bill-tables.ts'
import { type Settled, type SettleRequest, settledOf } from './settle-request.ts'
import { planSettlement, type Settlement } from './settlement.ts'
import { refusePaid } from './unpaid-order.ts'

/** What a settlement knows of its caller and its time. */
type Facts = {
  readonly nowMs: number
  readonly callerId: string
  readonly mayDiscount: boolean
}

/**
 * Settles the bill of a restaurant's order: numbered ticket, payments, status `paid` and
 * its tables in one transaction. A payment hash has one sale, as in the store: a repeated
 * settlement gets that sale's reply, and with `verifyCheckout` a hash that is not confirmed
 * is pending instead. Throws `notFound`, `orderPaid`, `permissionRequired`,
 * `tooManyTablesOfBill` and the failures of a checkout; then nothing is written.
 */
export async function settle(
  orderId: string,
  input: SettleRequest,
  facts: Facts,
): Promise<Settled | PendingPayment> {
  const { paymentHash } = input
  if (input.isDiscounted && !facts.mayDiscount) {
    throw new Failure('permissionRequired')
  }
  const [bill, known] = await Promise.all([
    readBill(orderId, input),
    paymentHash === null ? undefined : readPaymentHash(paymentHash, facts.nowMs),
  ])
  if (known?.sale) return settledOf(known.sale)
  try {
    refusePaid(bill.order)
    if (paymentHash !== null && settings.verifyCheckout()) {
      const payment = await paymentStatus(paymentHash, known?.notification)
      if (payment.status === 'pending') return payment
    }
    return await settleBill(bill, input, facts)
  } catch (error) {
    const earlier = await findEarlierSale(error, paymentHash)
    if (!earlier) throw error
    return settledOf(earlier)
  }
}

/** Reads the bill again after the order or a table has changed; a newer day is given. */
function settleBill(first: Bill, input: SettleRequest, facts: Facts): Promise<Settled> {
  let bill = first
  return sellWithNumber(first.day, async (day) => {
    try {
      return await writeSettlement({ ...bill, day }, input, facts)
    } catch (error) {
      if (error instanceof VersionConflict && !(error instanceof NumberTaken)) {
        bill = await readBill(first.order.id, input)
        refusePaid(bill.order)
      }
      throw error
    }
  })
}

async function writeSettlement(
  bill: Bill,
  input: SettleRequest,
  facts: Facts,
): Promise<Settled> {
  const { order, day } = bill
  // Read after the order, whose revision changes when a table names it
  const [tables, taxes] = await Promise.all([tablesOfBill(order.id), readDishTaxes(bill)])
  const settlement = planSettlement(bill, input, taxes)
  const records = soldTicket(
    {
      orderId: order.id,
      userId: input.userId,
      totalCents: settlement.dueCents,
      tipCents: input.tipCents,
      notes: '',
      sums: settlement.sums,
      tenders: input.tenders,
      ...bill,
    },
    facts.nowMs,
  )
  const { ticket, payments, sale } = records
  const { tenders, tipCents, discountCents } = sale
  const ids = idsOf(input, records)
  const reply = settledOf(ids)
  await transact(
    [
      ...insertSaleOfHash(payments, ids),
      updateSettled(order, settlement, records),
      ...updateLeftTables(tables, order.id),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        userKey(input.userId),
        {},
        () => new Failure('checkoutFailed', { field: 'userId' }),
      ),
      ...(order.status === 'open' ? decrementLineCounts(order.lines) : []),
      ...insertDiscountAudit(facts.callerId, {
        id: order.id,
        totalCents: settlement.dueCents,
        sale,
      }),
      // Last, because a bill that cannot be settled needs no number
      upsertTicketNumber(day, { tenders, tipCents, discountCents, taxes: sale.taxes }),
    ],
    reply,
  )
  return reply
}

const updateSettled = (
  order: RestaurantOrderRecord,
  { lines, dueCents }: Settlement,
  { ticket, payments, sale }: SoldTicket,
): Write =>
  updateUnchanged(order, ['revision', 'payments'], {
    set: {
      lines,
      linesCents: sumOf(lines),
      totalCents: dueCents,
      status: 'paid',
      ofStatus: 'paid',
      payments: addLinks([], ticket.id, payments),
      sale,
    },
    add: { revision: 1 },
  })

/** The Lightning tender's payment stands for all of them. */
function idsOf({ tenders }: SettleRequest, { ticket, payments }: SoldTicket): SaleIds {
  const main = payments.find(({ lightning }) => lightning?.paymentHash) ?? payments[0]
  return {
    orderId: ticket.orderId,
    ticketId: ticket.id,
    paymentId: main?.id ?? '',
    paymentIds: payments.map(({ id }) => id),
    changeCents: tenders.reduce((sum, tender) => sum + changeOf(tender), 0),
  }
}
