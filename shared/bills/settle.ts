import { decrementLineCounts } from '../catalog/dish-use.ts'
import { dishesAt, dishKey, softDeletedDishKey } from '../catalog/dishes.ts'
import { findTax, type TaxesRecord, taxesKey } from '../catalog/taxes.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import {
  insertUnpricedAudit,
  type VerifiedPayment,
  verifiedOrPending,
  withReceived,
} from '../checkout/verified-payment.ts'
import { updateUnchanged, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { conditionCheck, insert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { changeOfSale, type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { addLinks } from '../sales/order-payments.ts'
import { findOrder, type Order, orderKey } from '../sales/orders.ts'
import {
  findEarlierSale,
  type HashSale,
  insertSaleOfHash,
  readPaymentHash,
  withoutUnmatched,
} from '../sales/payment-hashes.ts'
import {
  requireOwnPayment,
  requireRepetition,
  type Seller,
} from '../sales/payment-owner.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums } from '../sales/sale-sums.ts'
import { insertDiscountAudit, insertSoldInNameAudit } from '../sales/sales-audit.ts'
import { idsOfSale, type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import { checkTenders, roundingOf } from '../sales/tenders.ts'
import {
  DayChanged,
  sellWithNumber,
  upsertTicketNumber,
} from '../sales/ticket-numbers.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  configKey,
  type ShopConfig,
} from '../shop/config.ts'
import { type SaleSettings, saleSettings } from '../shop/sold-shop.ts'
import { type User, userKey } from '../staff/users.ts'
import { type Settled, type SettleRequest, settledOf } from './bill-requests.ts'
import { refusePaid, tablesOfBill, updateLeftTables } from './split-and-merge.ts'

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
    paymentHash === null ? undefined : readPaymentHash(paymentHash),
  ])
  if (paymentHash !== null && known) {
    if (known.sale) return repeatedSettlement(orderId, input, known.sale, facts)
    await requireOwnPayment(paymentHash, known, facts)
  }
  try {
    refusePaid(bill.order)
    const sold = { ...bill, tenders: input.tenders }
    const payment = await verifiedOrPending(paymentHash, known, sold)
    if (payment && 'status' in payment) return payment
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
    order.totalCents + (order.sale?.roundingCents ?? 0) === tenderedCents &&
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
      roundingCents: settlement.roundingCents,
      ...bill,
    },
    facts.nowMs,
  )
  const { ticket, payments, sale } = records
  const settled = { id: order.id, totalCents: settlement.dueCents, sale }
  const ids = idsOfSale(input.tenders, records)
  const reply = settledOf(ids)
  return transactAndRespond(
    withoutUnmatched(payments, [
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
      insertDiscountAudit(facts.userId, settled),
      insertSoldInNameAudit(facts.userId, input.userId, settled),
      insertUnpricedAudit(facts.userId, settled, payment),
      // Last, because a bill that cannot be settled needs no number
      upsertTicketNumber(day, changeOfSale(sale, settlement.sums)),
    ]),
    reply,
  )
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

/** What a settlement depends on: the order, who settles it, and the shop's settings. */
type Bill = SaleSettings & {
  readonly order: RestaurantOrderRecord
  readonly user: User | undefined
  readonly taxes: TaxesRecord | undefined
  readonly day: DayRecord | undefined
}

/** Reads what a settlement depends on, in one round trip. Throws `notFound`. */
async function readBill(orderId: string, { userId }: SettleRequest): Promise<Bill> {
  const [order, user, taxes, config, currency, day] = await readMany<
    [Order, User, TaxesRecord, ShopConfig, BaseCurrency, DayRecord]
  >([
    orderKey(orderId),
    userKey(userId),
    taxesKey,
    configKey,
    baseCurrencyKey,
    dayRecordKey,
  ])
  if (order?.kind !== 'restaurant') throw new Failure('notFound')
  return {
    order: order as RestaurantOrderRecord,
    user,
    taxes,
    ...saleSettings(config, currency),
    day,
  }
}

/**
 * The tax of each dish of an order by the dish's id, also of dishes that were deleted since
 * they were ordered. A shop without taxes reads none.
 */
async function readDishTaxes({
  order,
  taxes,
}: Bill): Promise<ReadonlyMap<string, SoldTax>> {
  if (!taxes?.taxes.length) return new Map()
  const ids = [...new Set(order.lines.map(({ dishId }) => dishId))]
  const live = await dishesAt(ids.map(dishKey))
  const deleted = await dishesAt(
    ids.filter((id) => !live.has(id)).map(softDeletedDishKey),
  )
  return new Map(
    ids.flatMap((id) => {
      const tax = findTax(taxes, (live.get(id) ?? deleted.get(id))?.taxId)
      return tax ? [[id, { name: tax.name, rateThousandths: tax.rateThousandths }]] : []
    }),
  )
}

/** A bill to the cent: what each line was sold for, and what is due with the tip. */
type Settlement = ReturnType<typeof planSettlement>

/**
 * Computes a bill and checks that its tenders add up to what is due. Cancelled lines are
 * not sold: where all are, nothing but a tip is due. Throws the failures of a checkout, and
 * `permissionRequired` for a line that was entered below its dish's price by someone who may give
 * no discounts, when the caller may give none either.
 */
function planSettlement(
  { order, user, pricesIncludeTax, smallestCents, safeguards }: Bill,
  { tenders, discountCents, tipCents }: SettleRequest,
  taxes: ReadonlyMap<string, SoldTax>,
  mayDiscount: boolean,
) {
  const sold = order.lines.filter(isSold)
  if (order.lines.length === 0) throw new Failure('checkoutEmpty')
  if (!user) throw new Failure('checkoutInvalidReference', { field: 'userId' })
  const isReduced = sold.some((line) => line.isReduced)
  if (isReduced && safeguards.verifyAmounts && !mayDiscount) {
    throw new Failure('permissionRequired')
  }
  if (discountCents > sumOf(sold)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
  const sums = computeSale(
    sold.map(({ priceCents, dishId }) => ({
      quantity: 1,
      costCents: priceCents,
      discountCents: 0,
      tax: taxes.get(dishId),
    })),
    { discountCents, pricesIncludeTax, smallestCents },
  )
  const dueCents = sums.expectedCents + tipCents
  // Reports add it up
  if (!Number.isSafeInteger(dueCents)) throw new Failure('checkoutInvalidQuantity')
  const roundingCents = roundingOf(tenders, dueCents, safeguards.cashRoundingCents)
  const tenderedCents = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (tipCents > 0 && tipCents > tenderedCents - roundingCents) {
    throw new Failure('checkoutInvalidTip', { field: 'tipAmount' })
  }
  checkTenders(tenders, dueCents, { roundingCents })
  const shares = new Map(sold.map(({ id }, at) => [id, sums.lines[at]]))
  const lines = order.lines.map((line) => soldLine(line, shares.get(line.id), taxes))
  return { lines, sums, dueCents, roundingCents }
}

const isSold = ({ status }: OrderLine) => status !== 'cancelled'

function soldLine(
  line: OrderLine,
  share: SaleSums['lines'][number] | undefined,
  taxes: ReadonlyMap<string, SoldTax>,
): OrderLine {
  if (!share) return { ...line, priceCents: 0, paidCents: 0 }
  const tax = taxes.get(line.dishId)
  return {
    ...line,
    paidCents: share.paidCents,
    ...(share.discountCents > 0 && { discountCents: share.discountCents }),
    ...(tax && { tax, taxCents: share.taxCents }),
  }
}
