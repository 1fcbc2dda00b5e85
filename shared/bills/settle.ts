import { decrementLineCounts } from '../catalog/dish-use.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import {
  insertUnpricedAudit,
  type VerifiedPayment,
  verifiedOrPending,
  withReceived,
} from '../checkout/verified-payment.ts'
import { updateUnchanged, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { conditionCheck, insert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import { prepaidOf, type RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { changeOfSale } from '../sales/day-record.ts'
import { addLinks } from '../sales/order-payments.ts'
import { findOrder } from '../sales/orders.ts'
import {
  findEarlierSale,
  type HashSale,
  insertSaleOfHash,
  readPaymentHash,
  updateAttachedToSale,
  withoutUnmatched,
} from '../sales/payment-hashes.ts'
import {
  requireOwnPayment,
  requireRepetition,
  type Seller,
} from '../sales/payment-owner.ts'
import { insertDiscountAudit, insertSoldInNameAudit } from '../sales/sales-audit.ts'
import {
  insertSettlementId,
  requireSameSale,
  saleDigest,
  sellOnce,
} from '../sales/sell-once.ts'
import { idsOfSale, type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import {
  DayChanged,
  sellWithNumber,
  upsertTicketNumber,
} from '../sales/ticket-numbers.ts'
import { userKey } from '../staff/users.ts'
import {
  type Bill,
  planSettlement,
  readBill,
  readDishTaxes,
  type Settlement,
} from './bill.ts'
import { type Settled, type SettleRequest, settledOf } from './bill-requests.ts'
import { prepaidSatoshis, tenderOfPrepaid } from './prepaid.ts'
import { refusePaid, tablesOfBill, updateLeftTables } from './split-and-merge.ts'

/** What a settlement knows of its caller and its time. */
export type Facts = Seller & {
  readonly nowMs: number
  readonly mayDiscount: boolean
  /** The colleague who approved the discounts of the quote that is sold. */
  readonly approvedBy?: string | undefined
}

/**
 * Settles the bill of a restaurant's order: numbered ticket, payments, status `paid` and
 * its tables in one transaction. A payment hash and a saleId have one sale, as in the store: a
 * repeated settlement gets that sale's reply, and with `verifyCheckout` a hash that is not confirmed
 * is pending instead. Payments that are attached to the bill become tenders of their own.
 * Throws `notFound`, `orderPaid`, `saleDiffers`, `permissionRequired`, `prepaidExceedsDue`,
 * `tooManyTablesOfBill`, `paymentOfAnotherUser`, `paymentAlreadySold` and the failures of a checkout;
 * then nothing is written.
 */
export const settle = (
  orderId: string,
  input: SettleRequest,
  facts: Facts,
): Promise<Settled | PendingPayment> =>
  settleOnce(orderId, input, () => settleByTenders(orderId, input, facts))

async function settleByTenders(
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
    paymentHash === null ? undefined : readPaymentHash(paymentHash),
  ])
  if (paymentHash !== null && known) {
    if (known.sale) return repeatedSettlement(orderId, input, known.sale, facts)
    await requireOwnPayment(paymentHash, known, facts)
  }
  try {
    refusePaid(bill.order)
    const sold = { ...bill, tenders: input.tenders }
    const payment = await verifiedOrPending(paymentHash, known, sold, facts)
    if (payment && 'status' in payment) return payment
    return await settleBill(bill, input, facts, payment)
  } catch (error) {
    const earlier = await findEarlierSale(error, paymentHash)
    if (!earlier) throw error
    return repeatedSettlement(orderId, input, earlier, facts)
  }
}

/**
 * Settles a bill by `pay`, unless the saleId has a settlement: then the same one gets its reply
 * again. Throws what `pay` throws, and `saleDiffers`.
 */
export async function settleOnce<T>(
  orderId: string,
  input: SettleRequest,
  pay: () => Promise<T>,
): Promise<T | Settled> {
  const { saleId } = input
  if (saleId === orderId) throw new Failure('saleDiffers')
  const digest = settlementDigest(orderId, input)
  return sellOnce<T | Settled>({ saleId, digest }, pay, settledOf)
}

/** Identifies a bill and how it is paid, for its saleId. */
export const settlementDigest = (orderId: string, input: SettleRequest): string =>
  saleDigest(input, [orderId])

/** The reply to the same settlement again. Throws `paymentAlreadySold` for another bill or sum. */
async function repeatedSettlement(
  orderId: string,
  input: SettleRequest,
  sale: HashSale,
  facts: Facts,
): Promise<Settled> {
  const { paymentHash, tenders, tipCents, saleId } = input
  await requireSameSale(saleId, settlementDigest(orderId, input))
  const order = await findOrder(sale.orderId)
  const attached = order ? prepaidOf(order as RestaurantOrderRecord) : []
  const tenderedCents = [
    ...tenders.map(({ amountCents }) => amountCents),
    ...attached.map(({ cents }) => cents),
  ].reduce((sum, cents) => sum + cents, 0)
  const isSame =
    order?.id === orderId &&
    order.totalCents + (order.sale?.roundingCents ?? 0) === tenderedCents &&
    order.sale?.tipCents === tipCents
  await requireRepetition(paymentHash ?? '', sale, isSame, facts)
  return settledOf(sale)
}

/** A payment that no till has sold by itself and that settles a bill. */
type Unsold = { readonly amountSat: number; readonly audit: Write }

/**
 * Reads the bill again after the order or a table has changed; a newer day is given. A saleId
 * needs `settleOnce` around it.
 */
export function settleBill(
  first: Bill,
  input: SettleRequest,
  facts: Facts,
  payment?: VerifiedPayment,
  unsold?: Unsold,
): Promise<Settled> {
  const paid = {
    ...input,
    tenders: withReceived(input.tenders, payment),
    digest: settlementDigest(first.order.id, input),
  }
  let bill = first
  return sellWithNumber(first.day, async (day) => {
    try {
      return await writeSettlement({ ...bill, day }, paid, facts, payment, unsold)
    } catch (error) {
      if (error instanceof VersionConflict && !(error instanceof DayChanged)) {
        bill = await readBill(first.order.id, input)
        refusePaid(bill.order)
      }
      throw error
    }
  })
}

async function writeSettlement(
  bill: Bill,
  input: SettleRequest & { readonly digest: string },
  facts: Facts,
  payment: VerifiedPayment | undefined,
  unsold: Unsold | undefined,
): Promise<Settled> {
  const { order, day } = bill
  const prepaid = prepaidOf(order)
  refuseTooManyTenders(input, prepaid.length)
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
      tenders: [...input.tenders, ...prepaid.map(tenderOfPrepaid)],
      roundingCents: settlement.roundingCents,
      ...bill,
    },
    facts.nowMs,
  )
  const { ticket, payments, sale } = records
  const settled = { id: order.id, totalCents: settlement.dueCents, sale }
  const ids = idsOfSale(input.tenders, records)
  const reply = settledOf(ids)
  const tendered = payments.slice(0, input.tenders.length)
  const attached = payments.slice(input.tenders.length)
  const heldSat = prepaidSatoshis(prepaid)
  const change = {
    ...changeOfSale(sale, settlement.sums),
    cancelledLines: cancelledLinesOf(order.lines),
    unsoldSoldSat: heldSat + (unsold?.amountSat ?? 0),
    unsoldHeldSat: -heldSat,
  }
  return transactAndRespond(
    withoutUnmatched(tendered, [
      ...insertSaleOfHash(tendered, ids),
      input.saleId !== undefined && insertSettlementId(input.saleId, input.digest, ids),
      ...attached.flatMap((each) => updateAttachedToSale(each, ids, order.id)),
      updateSettled(order, settlement, records, input.saleId),
      ...updateLeftTables(tables, order.id),
      insert(ticket),
      ...payments.map((payment) => insert(payment)),
      conditionCheck(
        userKey(input.userId),
        {},
        () => new Failure('checkoutInvalidReference', { field: 'userId' }),
      ),
      ...(order.status === 'open' ? decrementLineCounts(order.lines) : []),
      insertDiscountAudit(facts, settled),
      insertSoldInNameAudit(facts.userId, input.userId, settled),
      insertUnpricedAudit(facts.userId, settled, payment),
      unsold?.audit,
      // Last, because a bill that cannot be settled needs no number
      upsertTicketNumber(day, change),
    ]),
    reply,
  )
}

/** What was cancelled after the kitchen had it: somebody may have eaten it unpaid. */
function cancelledLinesOf(lines: readonly OrderLine[]) {
  const cancelled = lines.filter(
    ({ status, wasFired, firedAtMs }) =>
      status === 'cancelled' && (wasFired || firedAtMs !== undefined),
  )
  const cents = cancelled.reduce((sum, { priceCents }) => sum + priceCents, 0)
  return { count: cancelled.length, cents }
}

/**
 * Each attached payment takes two records of the transaction, where a tender takes one. Throws
 * `invalid`.
 */
function refuseTooManyTenders({ tenders }: SettleRequest, attached: number): void {
  const most = 10 - 2 * attached
  if (tenders.length <= most) return
  throw new Failure('invalid', {
    fault: `tenders: at most ${most} beside ${attached} payments of the bill`,
  })
}

const updateSettled = (
  order: RestaurantOrderRecord,
  { lines, dueCents }: Settlement,
  { ticket, payments, sale }: SoldTicket,
  settlementId: string | undefined,
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
      settlementId,
    },
    add: { revision: 1 },
  })
