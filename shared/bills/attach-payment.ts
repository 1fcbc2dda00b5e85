import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { Failure, isFailure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { findCurrency } from '../money/currencies.ts'
import {
  atTableSinceMs,
  findRestaurantOrder,
  type Prepaid,
  prepaidOf,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'
import { upsertDay } from '../sales/day-record.ts'
import {
  deleteAttached,
  deleteUnmatched,
  insertUse,
  upsertUnmatched,
  usedFailure,
} from '../sales/payment-hashes.ts'
import { tenderOfPayment } from '../sales/tenders.ts'
import {
  insertPaymentAudit,
  requireReceived,
  type UnsoldPayment,
  worthOf,
} from '../sales/unmatched-payments.ts'
import { type Bill, dueOf, readBill, readDishTaxes } from './bill.ts'
import { type AttachedPayment, settledOf } from './bill-requests.ts'
import { maxPrepaid } from './prepaid.ts'
import { type Facts, settleBill } from './settle.ts'
import { refusePaid } from './split-and-merge.ts'

/** The bill that a payment is for; `cents` say its worth where no rate was kept with it. */
export type BillOfPayment = {
  readonly orderId: string
  readonly cents: number | undefined
  /** Nothing happens unless the payment is all that is left to pay. */
  readonly isWhole?: true
}

/**
 * Attaches a payment that no sale knows to a bill: it settles the bill where it pays all that is
 * left, and is kept on it where it pays less. Throws `paymentNotFound`, `notFound`,
 * `orderPaid`, `adminRequired`, `prepaidExceedsDue`, `invalid`, those of `usedFailures`, and
 * those of a settlement.
 */
export const attachToBill = (
  paymentHash: string,
  { orderId, cents, isWhole }: BillOfPayment,
  facts: Facts,
): Promise<AttachedPayment> =>
  retryOnConflict(async () => {
    const [payment, bill] = await Promise.all([
      requireReceived(paymentHash),
      readBill(orderId, facts),
    ])
    // A repetition, whose first reply was lost
    if (payment.sale?.orderId === orderId) return settledOf(payment.sale)
    const outcome = payment.sale ?? payment.use
    if (outcome) throw usedFailure(outcome)
    requireMayAttach(payment, bill.order, facts)
    refusePaid(bill.order)
    const currency = findCurrency(bill.baseCurrencyId)?.acronym ?? ''
    const worth = worthOf(payment, { currency, smallestCents: bill.smallestCents })
    if (!worth && !facts.isAdmin) throw new Failure('adminRequired')
    const amountCents = worth?.cents ?? cents
    if (amountCents === undefined) {
      throw new Failure('invalid', { fault: 'cents: are required, as no rate is known' })
    }
    const noChanges = { discountCents: 0, tipCents: 0 }
    const { leftCents } = dueOf(bill, noChanges, await readDishTaxes(bill))
    if (amountCents > leftCents || (isWhole && amountCents < leftCents)) {
      throw new Failure('prepaidExceedsDue')
    }
    const prepaid: Prepaid = {
      paymentHash: payment.paymentHash,
      cents: amountCents,
      amountSat: payment.notification.amountSat,
      rate: worth && { currency, rate: worth.rate },
    }
    return amountCents === leftCents
      ? settleWith(prepaid, bill, facts)
      : keepPrepaid(prepaid, bill.order, leftCents - amountCents)
  })

/**
 * A payment is for the bill that it was asked for. That of a table's code may also be for another
 * bill that was at that table when it came: one that is brought there later is somebody else's.
 * Administrators attach all others. Throws `adminRequired`.
 */
function requireMayAttach(
  { invoice, notification }: Pick<UnsoldPayment, 'invoice' | 'notification'>,
  order: RestaurantOrderRecord,
  { isAdmin }: Facts,
): void {
  const isItsBill = invoice?.orderId === order.id
  const isAtItsTable =
    invoice?.tableId !== undefined &&
    invoice.tableId === order.tableId &&
    atTableSinceMs(order) <= notification.receivedAtMs
  if (!isAdmin && !isItsBill && !isAtItsTable) throw new Failure('adminRequired')
}

async function settleWith(
  prepaid: Prepaid,
  bill: Bill,
  facts: Facts,
): Promise<AttachedPayment> {
  const { paymentHash, cents, amountSat = 0 } = prepaid
  const request = {
    userId: facts.userId,
    discountCents: 0,
    isDiscounted: false,
    tipCents: 0,
    tenders: [tenderOfPayment(prepaid, cents)],
    paymentHash,
    saleId: undefined,
  }
  const audit = insertAttachAudit(prepaid, { settled: bill.order.id })
  try {
    return await settleBill(bill, request, facts, undefined, { amountSat, audit })
  } catch (error) {
    // The bill has changed since it was read
    if (isFailure(error, 'checkoutAmountsDiffer')) throw versionConflict()
    const { sale, use } = await requireReceived(paymentHash)
    // Decided anew with what has become of the payment
    if (sale ?? use) throw versionConflict()
    throw error
  }
}

function keepPrepaid(
  prepaid: Prepaid,
  order: RestaurantOrderRecord,
  dueCents: number,
): Promise<AttachedPayment> {
  const { paymentHash, cents, amountSat = 0 } = prepaid
  const all = [...prepaidOf(order), prepaid]
  if (all.length > maxPrepaid) {
    throw new Failure('invalid', { fault: `a bill keeps at most ${maxPrepaid} payments` })
  }
  return transactAndRespond(
    [
      insertUse(paymentHash, {
        use: 'attached',
        orderId: order.id,
        cents,
        amountSat: prepaid.amountSat,
      }),
      updateUnchanged(order, ['revision', 'payments'], {
        set: { prepaid: all },
        add: { revision: 1 },
      }),
      deleteUnmatched(paymentHash),
      insertAttachAudit(prepaid, { attached: order.id }),
      upsertDay({ unsoldHeldSat: amountSat }),
    ],
    { orderId: order.id, prepaid: all, dueCents },
  )
}

const insertAttachAudit = (
  { paymentHash, cents, amountSat, rate }: Prepaid,
  to: Readonly<Record<string, string>>,
) =>
  insertPaymentAudit(paymentHash, {
    ...to,
    cents,
    amountSat: amountSat ?? null,
    rate: rate?.rate ?? null,
  })

/**
 * Takes a payment back from a bill that is not settled: it is unmatched again. Throws
 * `paymentNotFound`, `paymentNotAttached`, and those of `usedFailures`.
 */
export const detachPayment = (paymentHash: string): Promise<void> =>
  retryOnConflict(async () => {
    const { sale, use, notification } = await requireReceived(paymentHash)
    if (use?.use !== 'attached') {
      const outcome = sale ?? use
      throw outcome ? usedFailure(outcome) : new Failure('paymentNotAttached')
    }
    const { orderId, cents, amountSat } = use
    const order = await findRestaurantOrder(orderId)
    const left =
      order && prepaidOf(order).filter((each) => each.paymentHash !== paymentHash)
    await transact([
      deleteAttached(paymentHash, orderId),
      order &&
        updateUnchanged(order, ['revision'], {
          set: { prepaid: left?.length ? left : undefined },
          remove: left?.length ? [] : ['prepaid'],
          add: { revision: 1 },
        }),
      upsertUnmatched(paymentHash, notification),
      insertPaymentAudit(paymentHash, {
        detached: orderId,
        cents,
        amountSat: amountSat ?? null,
      }),
      upsertDay({ unsoldHeldSat: -(amountSat ?? 0) }),
    ])
  })
