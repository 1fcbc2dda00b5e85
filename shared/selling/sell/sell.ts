import { Failure, required } from '../../failure.ts'
import { carriedWrite } from '../../platform/dynamodb/committed-with.ts'
import { VersionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { maxActions } from '../../platform/dynamodb/transact.ts'
import { insert, needed, type Write, type Writes } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { prepaidSatoshis, tenderOfPrepaid } from '../bills/prepaid.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import { changeOfSale, isOtherCurrency } from '../sales/day-record.ts'
import { insertFlagged } from '../sales/flagged-sales.ts'
import { countNodeFee } from '../sales/node-fees.ts'
import {
  findEarlierSale,
  type HashSale,
  insertSaleOfHashes,
  NowReceived,
  withoutUnmatched,
} from '../sales/payment-hashes.ts'
import { requireRepetition } from '../sales/payment-owner.ts'
import { insertDiscountAudit, insertSoldInNameAudit } from '../sales/sales-audit.ts'
import { requireSameSale, sellOnce } from '../sales/sell-once.ts'
import { idsOfSale, soldTicket } from '../sales/sold-ticket.ts'
import { DayChanged, sellWithNumber } from '../sales/ticket-numbers.ts'
import { bitcoinOf, insertBitcoinAudit, withSatoshis } from './bitcoin.ts'
import type {
  Payable,
  Received,
  ReceivedPayment,
  SaleBasis,
  SaleFacts,
  SalePayment,
} from './payable.ts'
import { placeOf, type SaleDays, sellAtTill } from './place.ts'

/**
 * Sells a cart or a bill, once: a saleId and a payment hash that have a sale get its answer
 * again. The order of the steps is part of the contract: earlier sale, whose payment,
 * permission, confirmation, then the goods. A paid sale that is refused can be made later.
 * Throws `saleDiffers`, `paymentOfAnotherUser`, `paymentAlreadySold`, `permissionRequired`,
 * `conflict` after 15 s where a bill goes on changing, and the failures of its payable and payment; then nothing is written.
 */
export const sell = <Inputs extends SaleBasis, Answer, Pending = PendingPayment>(
  payable: Payable<Inputs, Answer>,
  payment: SalePayment<Pending>,
  facts: SaleFacts,
): Promise<Answer | Pending> =>
  sellOnce<Answer | Pending>(
    payable,
    () => sellNew(payable, payment, facts),
    (ids) => payable.answer(payable.idsOf(ids)),
  )

async function sellNew<Inputs extends SaleBasis, Answer, Pending>(
  payable: Payable<Inputs, Answer>,
  payment: SalePayment<Pending>,
  facts: SaleFacts,
): Promise<Answer | Pending> {
  let reading: Promise<Inputs> | undefined
  const inputs = () => (reading ??= payable.read(facts))
  const [known] = await Promise.all([
    payment.read(),
    payment.comesFirst ? undefined : inputs(),
  ])
  const sale = known.find((each) => each.sale)?.sale
  if (sale) return repeated(payable, payment, sale, facts)
  await payment.requireSellable(known, facts)
  try {
    await payable.refuse(facts, inputs)
    const received = await payment.confirm(known, inputs, facts)
    if (isPending(received)) return received
    await countFees(received.payments)
    return await commit(payable, await inputs(), facts, received)
  } catch (error) {
    if (error instanceof NowReceived) return sellNew(payable, payment, facts)
    const earlier = await findEarlierSale(error, payment.hashes)
    if (!earlier) throw error
    return repeated(payable, payment, earlier, facts)
  }
}

/** Counts the fees that the node kept of payments: a cost, never a smaller sale. */
const countFees = (payments: readonly ReceivedPayment[]) =>
  Promise.all(
    payments.map(({ hash, paid, known }) =>
      countNodeFee(hash, paid?.nodeFeeSat ?? 0, known.fee),
    ),
  )

const isPending = <Pending>(received: Received | Pending): received is Pending =>
  typeof received === 'object' && received !== null && 'status' in received

/**
 * Returns the answer of a payment hash's sale. Throws `paymentAlreadySold` for another
 * sale.
 */
async function repeated<Inputs extends SaleBasis, Answer>(
  payable: Payable<Inputs, Answer>,
  { hashes: [hash = ''] }: Pick<SalePayment, 'hashes'>,
  sale: HashSale,
  facts: SaleFacts,
): Promise<Answer> {
  await requireSameSale(payable.saleId, payable)
  await requireRepetition(hash, sale, await payable.isSoldBy(sale), facts)
  return payable.answer(sale)
}

/**
 * Changes of its inputs after which a sale gives up because the shop's currency is
 * another.
 */
const maxChangesOfCurrency = 3

/**
 * Plans and writes a sale whose payment is settled; again with newer inputs when they have
 * changed, and with the next number when another ticket has taken it. Runs within `sell`, which
 * knows the sale that a saleId has. Throws `currencyDiffers`.
 */
export function commit<Inputs extends SaleBasis, Answer>(
  payable: Payable<Inputs, Answer>,
  first: Inputs,
  facts: SaleFacts,
  received: Received = { payments: [] },
): Promise<Answer> {
  let inputs = first
  let changes = 0
  const attempt = async (days: SaleDays) => {
    try {
      return await write(payable, { ...inputs, ...days }, facts, received)
    } catch (error) {
      const isOfDay = error instanceof DayChanged
      const isOther = isOfDay && isOtherCurrency(error.day, inputs.currency)
      if (isOther && changes >= maxChangesOfCurrency) throw new Failure('currencyDiffers')
      if (error instanceof VersionConflict && (isOther || !isOfDay)) {
        changes += 1
        inputs = await payable.readAgain(inputs, changes, facts)
      }
      throw error
    }
  }
  const { till } = facts
  return till?.number === undefined
    ? sellWithNumber(first.day, (day) => attempt({ day }))
    : sellAtTill({ ...first, tillDay: required(first.tillDay) }, attempt)
}

/** Order, numbered ticket, payments, goods, audit and the day's sums in one transaction. */
async function write<Inputs extends SaleBasis, Answer>(
  payable: Payable<Inputs, Answer>,
  inputs: Inputs & SaleDays,
  facts: SaleFacts,
  { payments: known, unsold }: Received,
): Promise<Answer> {
  const tenders = withSatoshis(payable.tenders, known)
  const plan = await payable.plan(inputs, tenders, facts)
  const place = await placeOf(inputs, facts.till)
  const attached = plan.prepaid.map(tenderOfPrepaid)
  const {
    place: written,
    flags: found = [],
    isApart,
    lateDay,
    handedIn,
    ...counts
  } = plan.written ?? {}
  const flags = [...found, ...(place.sale.flags ?? [])]
  const sold = soldTicket(
    {
      ...inputs,
      ...plan,
      ...counts,
      place: { ...place.sale, ...written, ...(flags.length > 0 && { flags }) },
      enteredBy: facts.userId,
      tenders: [...tenders, ...attached],
    },
    facts.nowMs,
  )
  const { ticket, payments, sale } = sold
  const tendered = payments.slice(0, tenders.length)
  const ids = payable.idsOf(idsOfSale(tenders, sold))
  const order = { id: plan.orderId, totalCents: plan.totalCents, sale }
  const heldSat = prepaidSatoshis(plan.prepaid)
  const bitcoin = bitcoinOf(tenders, attached, known, inputs, facts)
  const change = {
    // No sum adds two currencies
    ...(!isApart && {
      ...changeOfSale(sale, plan.sums),
      ...plan.counted,
      bitcoinWithoutPayment: bitcoin.withoutPayment,
    }),
    ...(flags.length > 0 && {
      flaggedSales: { count: 1, cents: isApart ? 0 : plan.totalCents },
    }),
    ...(lateDay !== undefined && { lateSales: 1 }),
    overpaidSat: bitcoin.overpaidSat,
  }
  const writes = [
    ...insertSaleOfHashes(tendered, ids, {
      cartDigest: plan.cartDigest,
      unreceived: bitcoin.unreceived,
      lastZNumber: inputs.day?.lastZNumber ?? null,
    }),
    ...plan.order(sold, ids),
    insert(ticket),
    ...payments.map((each) => insert(each)),
    ...plan.goods,
    insertDiscountAudit(facts, order, plan),
    insertSoldInNameAudit(facts.userId, plan.userId, order),
    insertBitcoinAudit(facts.userId, order, bitcoin),
    unsold?.audit,
    flags.length > 0 && insertFlagged({ ...plan, flags }),
    // Last, because goods that cannot be sold need no number
    ...place.writes({
      orderId: plan.orderId,
      userId: plan.userId,
      currency: inputs.currency,
      change,
      lateDay,
      handedIn,
      unsold: {
        unsoldSoldSat: heldSat + (unsold?.sentSat ?? 0),
        unsoldHeldSat: -heldSat,
      },
    }),
  ]
  refuseTooMany(writes, plan.goods)
  return transactAndRespond(
    withoutUnmatched(tendered, writes, bitcoin.unreceived),
    payable.answer(ids),
    { knowsRepetition: plan.knowsRepetition },
  )
}

/**
 * Throws `checkoutTooManyProducts` where the transaction has no room for the goods of a cart: as
 * many as a sale may have fit beside all but the fullest of its other records.
 */
function refuseTooMany(writes: Writes, goods: readonly Write[]): void {
  const room = maxActions - needed([...writes, carriedWrite()?.write]).length
  if (room >= 0) return
  throw new Failure('checkoutTooManyProducts', { limit: String(goods.length + room) })
}
