import { decrementLineCounts } from '../catalog/dish-use.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import { confirmationWithAmount } from '../checkout/payment-confirmation.ts'
import {
  insertUnpricedAudit,
  requireHashOfBitcoin,
  type VerifiedPayment,
  verifyPayment,
  withReceived,
} from '../checkout/verified-payment.ts'
import { updateUnchanged, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { conditionCheck, insert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { sumOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { changeOfSale } from '../sales/day-change.ts'
import { findEarlierSale, insertSaleOfHash } from '../sales/earlier-sale.ts'
import { addLinks } from '../sales/order-payments.ts'
import { findOrder } from '../sales/orders.ts'
import { type HashSale, readPaymentHash } from '../sales/payment-hashes.ts'
import {
  requireOwnPayment,
  requireRepetition,
  type Seller,
} from '../sales/payment-owner.ts'
import type { SaleIds } from '../sales/sale-ids.ts'
import { insertDiscountAudit, insertSoldInNameAudit } from '../sales/sales-audit.ts'
import { type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import { changeOf } from '../sales/tenders.ts'
import {
  NumberTaken,
  sellWithNumber,
  upsertTicketNumber,
} from '../sales/ticket-numbers.ts'
import { userKey } from '../staff/users.ts'
import { type Bill, readBill, readDishTaxes } from './bill.ts'
import { tablesOfBill, updateLeftTables } from './bill-tables.ts'
import { type Settled, type SettleRequest, settledOf } from './settle-request.ts'
import { planSettlement, type Settlement } from './settlement.ts'
import { refusePaid } from './unpaid-order.ts'

/** What a settlement knows of its caller and its time. */
type Facts = Seller & {
  readonly nowMs: number
  readonly mayDiscount: boolean
}

/**
 * Settles the bill of a restaurant's order: numbered ticket, payments, status `paid` and
 * its tables in one transaction. A payment hash has one sale, as in the store: a repeated
 * settlement gets that sale's reply, and with `verifyCheckout` a hash that is not confirmed
 * is pending instead. Throws `notFound`, `orderPaid`, `permissionRequired`,
 * `tooManyTablesOfBill`, `paymentOfAnotherUser`, `paymentAlreadySold` and the failures of a checkout;
 * then nothing is written.
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
  if (paymentHash !== null && known) {
    if (known.sale) return repeatedSettlement(orderId, input, known.sale, facts)
    await requireOwnPayment(paymentHash, known, facts)
  }
  try {
    refusePaid(bill.order)
    const { verifyCheckout } = bill.safeguards
    if (verifyCheckout) requireHashOfBitcoin(input.tenders)
    if (!verifyCheckout || paymentHash === null || !known) {
      return await settleBill(bill, input, facts)
    }
    const confirmation = await confirmationWithAmount(paymentHash, known)
    if ('status' in confirmation) return confirmation
    const payment = verifyPayment(paymentHash, confirmation, known, {
      ...bill,
      tenders: input.tenders,
    })
    return await settleBill(bill, input, facts, payment)
  } catch (error) {
    const earlier = await findEarlierSale(error, paymentHash)
    if (!earlier) throw error
    return repeatedSettlement(orderId, input, earlier, facts)
  }
}

/** The reply to the same settlement again. Throws `paymentAlreadySold` for another bill or sum. */
async function repeatedSettlement(
  orderId: string,
  { paymentHash, tenders, tipCents }: SettleRequest,
  sale: HashSale,
  facts: Facts,
): Promise<Settled> {
  const tenderedCents = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const order = await findOrder(sale.orderId)
  const isSame =
    order?.id === orderId &&
    order.totalCents === tenderedCents &&
    order.sale?.tipCents === tipCents
  await requireRepetition(paymentHash ?? '', sale, isSame, facts)
  return settledOf(sale)
}

/** Reads the bill again after the order or a table has changed; a newer day is given. */
function settleBill(
  first: Bill,
  input: SettleRequest,
  facts: Facts,
  payment?: VerifiedPayment,
): Promise<Settled> {
  const paid = { ...input, tenders: withReceived(input.tenders, payment) }
  let bill = first
  return sellWithNumber(first.day, async (day) => {
    try {
      return await writeSettlement({ ...bill, day }, paid, facts, payment)
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
  payment: VerifiedPayment | undefined,
): Promise<Settled> {
  const { order, day } = bill
  // Read after the order, whose revision changes when a table names it
  const [tables, taxes] = await Promise.all([tablesOfBill(order.id), readDishTaxes(bill)])
  const settlement = planSettlement(bill, input, taxes, facts.mayDiscount)
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
  const settled = { id: order.id, totalCents: settlement.dueCents, sale }
  const ids = idsOf(input, records)
  const reply = settledOf(ids)
  await transactAndRespond(
    [
      ...insertSaleOfHash(payments, ids),
      updateSettled(order, settlement, records),
      ...updateLeftTables(tables, order.id),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        userKey(input.userId),
        {},
        () => new Failure('checkoutInvalidReference', { field: 'userId' }),
      ),
      ...(order.status === 'open' ? decrementLineCounts(order.lines) : []),
      ...insertDiscountAudit(facts.userId, settled),
      ...insertSoldInNameAudit(facts.userId, input.userId, settled),
      ...insertUnpricedAudit(facts.userId, settled, payment),
      // Last, because a bill that cannot be settled needs no number
      upsertTicketNumber(day, changeOfSale(sale, settlement.sums)),
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
