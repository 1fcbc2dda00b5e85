import { Failure, isFailure } from '../../failure.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { fromCents } from '../../platform/money/decimal.ts'
import {
  type Bill,
  dueOf,
  readBill,
  readDishTaxes,
  refuseOtherCurrency,
} from '../bills/bill.ts'
import { type AttachedPayment, settledOf } from '../bills/bill-requests.ts'
import { maxPrepaid } from '../bills/prepaid.ts'
import { paidBy, type UnpaidSale } from '../checkout/checkout-request.ts'
import type { CheckoutResult } from '../checkout/checkout-result.ts'
import {
  atTableSinceMs,
  findRestaurantOrder,
  type Prepaid,
  prepaidOf,
  type RestaurantOrderRecord,
  refusePaid,
} from '../restaurant/restaurant-orders.ts'
import { upsertDay } from '../sales/day-record.ts'
import { sentOnRecord } from '../sales/paid-satoshis.ts'
import {
  deleteAttached,
  deleteUnmatched,
  insertUse,
  upsertUnmatched,
  usedFailure,
} from '../sales/payment-hashes.ts'
import { keptRate } from '../sales/payment-worth.ts'
import { tenderOfPayment } from '../sales/tenders.ts'
import {
  insertPaymentAudit,
  requireReceived,
  type UnsoldPayment,
  worthOf,
} from '../sales/unmatched-payments.ts'
import { bill } from './bill.ts'
import { cart } from './cart.ts'
import type { SaleFacts } from './payable.ts'
import { onRecord, unmatched } from './payments.ts'
import { commit, sell } from './sell.ts'

/** The bill that a payment is for; `cents` say its worth where no rate was kept with it. */
export type BillOfPayment = {
  readonly orderId: string
  readonly cents: number | undefined
  /** Nothing happens unless the payment is all that is left to pay. */
  readonly isWhole?: true
}

/**
 * Attaches an unmatched payment to a bill: it settles the bill if it pays all that is
 * left, and is kept on the bill if it pays less. Throws `paymentNotFound`, `notFound`,
 * `orderPaid`, `adminRequired`, `prepaidExceedsDue`, `invalid`, those of `usedFailures`,
 * and those of a settlement.
 */
export const attachToBill = (
  paymentHash: string,
  { orderId, cents, isWhole }: BillOfPayment,
  facts: SaleFacts,
): Promise<AttachedPayment> =>
  retryOnConflict(async () => {
    const [payment, found] = await Promise.all([
      requireReceived(paymentHash),
      readBill(orderId, facts, facts.nowMs),
    ])
    // A repetition, whose first reply was lost
    if (payment.sale?.orderId === orderId) return settledOf(payment.sale)
    const outcome = payment.sale ?? payment.use
    if (outcome) throw usedFailure(outcome)
    requireMayAttach(payment, found.order, facts)
    refusePaid(found.order)
    refuseOtherCurrency(found)
    const { currency } = found
    const worth = worthOf(payment, { currency, smallestCents: found.smallestCents })
    if (!worth && !facts.isAdmin) throw new Failure('adminRequired')
    const amountCents = worth?.cents ?? cents
    if (amountCents === undefined) {
      throw new Failure('invalid', { fault: 'cents: are required, as no rate is known' })
    }
    const noChanges = { discountCents: undefined, tipCents: 0 }
    const { leftCents } = dueOf(found, noChanges, await readDishTaxes(found))
    if (amountCents > leftCents || (isWhole && amountCents < leftCents)) {
      throw new Failure('prepaidExceedsDue')
    }
    const prepaid: Prepaid = {
      paymentHash: payment.paymentHash,
      cents: amountCents,
      askedSat: payment.invoice?.amountSat ?? undefined,
      amountSat: sentOnRecord(payment),
      receivedSat: payment.notification.amountSat,
      rate: worth && { currency, rate: worth.rate },
    }
    return amountCents === leftCents
      ? settleWith(prepaid, payment, found, facts)
      : keepPrepaid(prepaid, payment, found.order, leftCents - amountCents)
  })

/**
 * Refuses a payment that was made for another bill. The payment of a table's code may
 * also be for another bill that was at that table when it came: one that is brought there
 * later is somebody else's. Administrators attach all others. Throws `adminRequired`.
 */
function requireMayAttach(
  { invoice, notification }: Pick<UnsoldPayment, 'invoice' | 'notification'>,
  order: RestaurantOrderRecord,
  { isAdmin }: SaleFacts,
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
  known: UnsoldPayment,
  found: Bill,
  facts: SaleFacts,
): Promise<AttachedPayment> {
  const { paymentHash, cents, amountSat = 0 } = prepaid
  const request = {
    userId: facts.userId,
    discountCents: undefined,
    isDiscounted: false,
    tipCents: 0,
    tenders: [tenderOfPayment(prepaid, cents)],
    saleId: undefined,
    buyer: undefined,
    fiscal: undefined,
  }
  const audit = insertAttachAudit(prepaid, known, { settled: found.order.id })
  try {
    return await commit(bill(found.order.id, request), found, facts, {
      payments: [onRecord(known)],
      unsold: { sentSat: amountSat, audit },
    })
  } catch (error) {
    // The bill has changed since it was read
    if (isFailure(error, 'checkoutAmountsDiffer')) throw versionConflict()
    const { sale, use } = await requireReceived(paymentHash)
    // Decided anew by the present use of the payment
    if (sale ?? use) throw versionConflict()
    throw error
  }
}

function keepPrepaid(
  prepaid: Prepaid,
  known: UnsoldPayment,
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
      insertAttachAudit(prepaid, known, { attached: order.id }),
      upsertDay({ unsoldHeldSat: amountSat }),
    ],
    { orderId: order.id, prepaid: all, dueCents },
  )
}

const insertAttachAudit = (
  { paymentHash, cents, amountSat, rate }: Prepaid,
  { invoice }: UnsoldPayment,
  to: { readonly settled: string } | { readonly attached: string },
) =>
  insertPaymentAudit(paymentHash, {
    ...to,
    // The bill of its invoice, which may be another one
    ...(invoice?.orderId !== undefined && { askedFor: invoice.orderId }),
    cents,
    amountSat: amountSat ?? null,
    rate: rate?.rate ?? null,
  })

/**
 * Sells a cart for an unmatched payment of any user. The caller, an administrator, decides what
 * it is worth; the sale keeps the satoshis sent. The same cart again gets the first one's
 * result. Throws `paymentNotFound`, those of `usedFailures`, and the failures of a checkout.
 */
export async function sellPayment(
  paymentHash: string,
  sale: UnpaidSale,
  facts: SaleFacts,
): Promise<CheckoutResult> {
  const payment = await requireReceived(paymentHash)
  const amountSat = sentOnRecord(payment)
  const tender = tenderOfPayment(
    {
      paymentHash,
      askedSat: payment.invoice?.amountSat ?? undefined,
      amountSat,
      rate: keptRate(payment),
    },
    sale.amount ?? 0,
  )
  const audit = insertPaymentAudit(paymentHash, {
    sold: fromCents(tender.amountCents),
    amountSat: amountSat ?? null,
  })
  const input = paidBy(sale, tender, paymentHash)
  return sell(cart(input), unmatched(payment, audit), facts)
}

/**
 * Detaches a payment from a bill that is not settled: it is unmatched again. Throws
 * `paymentNotFound`, `paymentNotAttached`, and those of `usedFailures`.
 */
export const detachPayment = (paymentHash: string): Promise<void> =>
  retryOnConflict(async () => {
    const known = await requireReceived(paymentHash)
    const { sale, use, notification } = known
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
      upsertUnmatched(paymentHash, { ...notification, amountSat: sentOnRecord(known) }),
      insertPaymentAudit(paymentHash, {
        detached: orderId,
        cents,
        amountSat: amountSat ?? null,
      }),
      upsertDay({ unsoldHeldSat: -(amountSat ?? 0) }),
    ])
  })
