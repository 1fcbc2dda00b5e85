import { retryOnConflict } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { Failure } from '../failure.ts'
import { currentKey } from '../http/idempotency/held-key.ts'
import { newId } from '../ids.ts'
import { payoutTerms } from '../lightning/invoice.ts'
import { findOrder, type Order, type OrderKind } from '../sales/orders.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'
import { type CallerIds, requireLivePermission } from '../staff/live-user.ts'
import type { User } from '../staff/users.ts'
import { isoSeconds } from '../time/iso.ts'
import { prepareFinish } from './finish-refund.ts'
import { payOut, receivedSatoshis } from './pay-out.ts'
import { payoutSatoshis, requireAmount } from './payout-amount.ts'
import { lightningTender, type RefundMethod, tillMethod } from './refund-method.ts'
import { type Refund, refundAnswer } from './refund-on-wire.ts'
import {
  centsOf,
  isNothingLeft,
  type Parts,
  refundAll,
  refundAmount,
  refundUnits,
} from './refund-parts.ts'
import type { RefundRequest } from './refund-request.ts'
import { leftOfOrder, type Refundable, refundableOf } from './refundable.ts'
import { settlePayout } from './settle-payout.ts'

const maxRefunds = 50

/** What is to be given back of which order. */
export type RefundToMake = {
  readonly kind: OrderKind
  readonly orderId: string
  readonly request: RefundRequest
  /** The units of the order's lines, by their place; null for all or for a sum. */
  readonly unitsIn: (order: Order) => ReadonlyMap<number, number> | null
  readonly nowMs: number
}

/**
 * Gives back a part of a paid order or all of it: at the till in one transaction, or by
 * paying an invoice. Throws `notFound`, `unauthenticated`, `permissionRequired`, `invalid`,
 * NodeFailure, and the refusals of refunds.
 */
export async function refund(input: RefundToMake, caller: CallerIds): Promise<Refund> {
  const [user, found] = await Promise.all([
    requireLivePermission(caller, 'orders_refund'),
    findOrder(input.orderId),
  ])
  let isFirst = true
  return retryOnConflict(async () => {
    const read = isFirst ? found : await findOrder(input.orderId)
    isFirst = false
    const { order, settled } = await orderToRefund(input, read)
    const refundable = refundableOf(order)
    if (!refundable) throw new Failure('orderNotPaid')
    const earlier = ownRefund(refundable, settled, input.nowMs)
    if (earlier) return refundAnswer(refundable, earlier)
    return input.request.invoice === null
      ? refundAtTill(refundable, input, user)
      : refundByInvoice(refundable, input, user)
  })
}

/**
 * The order once its begun refund has ended, which is returned too if this request begins
 * the same. Throws `notFound`, `refundInProgress`.
 */
async function orderToRefund(
  { kind, orderId, request }: RefundToMake,
  found: Order | undefined,
) {
  if (found?.kind !== kind) throw new Failure('notFound')
  const { refunding } = found
  const order = refunding ? await settlePayout(orderId) : found
  if (!order) throw new Failure('notFound')
  if (order.refunding) throw new Failure('refundInProgress')
  return {
    order,
    settled: refunding?.invoice === request.invoice ? refunding : undefined,
  }
}

/** The refund that this request, or an earlier run of it, has begun. */
function ownRefund(
  { sale }: Refundable,
  settled: SaleRefund | undefined,
  nowMs: number,
): SaleRefund | undefined {
  const key = currentKey()?.pk
  const isKeyed = ({ keyedBy, keyedUntil = 0 }: SaleRefund) =>
    key !== undefined && keyedBy === key && nowMs < keyedUntil * 1_000
  return sale.refunds?.find((each) => each.id === settled?.id || isKeyed(each))
}

async function refundAtTill(
  refundable: Refundable,
  input: RefundToMake,
  user: User,
): Promise<Refund> {
  const method = tillMethod(refundable.sale, input.request.paymentMethodId)
  const made = newRefund(partsFor(refundable, input), method, input, user)
  const { refund, after, writes } = await prepareFinish(refundable, made, Date.now())
  const answer = refundAnswer(after, refund)
  await transact(writes, answer)
  return answer
}

async function refundByInvoice(
  refundable: Refundable,
  input: RefundToMake,
  user: User,
): Promise<Refund> {
  const { invoice, paymentMethodId } = input.request
  const parts = partsFor(refundable, input)
  const terms = invoice === null ? undefined : payoutTerms(invoice)
  if (!invoice || !terms)
    throw new Failure('invalid', { fault: 'invoice: is no invoice' })
  const { order, sale } = refundable
  if (sale.refunds?.some((each) => each.invoice === invoice)) {
    throw new Failure('alreadyRefunded', { field: 'invoice' })
  }
  const tender = lightningTender(sale)
  const paymentHash = tender?.lightning?.paymentHash
  if (!tender || !paymentHash) throw new Failure('noBitcoinPayment')
  if ((paymentMethodId ?? tender.methodId) !== tender.methodId) {
    throw new Failure('invalid', {
      fault: 'paymentMethodId: is not the one of the invoice',
    })
  }
  const amountMsat = requireAmount(terms)
  const receivedSat = await receivedSatoshis(paymentHash, input.nowMs)
  if (receivedSat === undefined) throw new Failure('noBitcoinPayment')
  const satoshiAmount = payoutSatoshis({ amountMsat }, centsOf(parts), {
    tenderCents: tender.amountCents,
    receivedSat,
    payouts: (sale.refunds ?? []).filter((each) => each.invoice !== undefined),
  })
  const { methodId, methodName } = tender
  const key = currentKey()
  const begun: SaleRefund = {
    ...newRefund(parts, { methodId, methodName }, input, user),
    satoshiAmount,
    invoice,
    ...(key && { keyedBy: key.pk, keyedUntil: key.expiresAt }),
  }
  const after = refundableOf(
    await payOut({ order, refund: begun, terms, nowMs: Date.now() }),
  )
  const finished = after?.sale.refunds?.find(({ id }) => id === begun.id)
  if (!after || !finished) throw new Failure('refundInProgress')
  return refundAnswer(after, finished)
}

/** What goes back. Throws `alreadyRefunded`, `refundExceedsPaid`, `invalid`. */
function partsFor(refundable: Refundable, { request, unitsIn }: RefundToMake): Parts {
  const left = leftOfOrder(refundable)
  if (isNothingLeft(left)) throw new Failure('alreadyRefunded')
  const { order, sale } = refundable
  if ((sale.refunds ?? []).length >= maxRefunds) {
    throw new Failure('invalid', { fault: `an order has at most ${maxRefunds} refunds` })
  }
  if (request.amountCents !== null) return refundAmount(left, request.amountCents)
  const units = unitsIn(order)
  return units ? refundUnits(left, units) : refundAll(left)
}

const newRefund = (
  parts: Parts,
  method: RefundMethod,
  { request: { reason, restock }, nowMs }: RefundToMake,
  user: User,
): SaleRefund => ({
  ...parts,
  ...method,
  id: newId(),
  refundedAt: isoSeconds(nowMs),
  amountCents: centsOf(parts),
  satoshiAmount: 0,
  userId: user.id,
  userName: user.name,
  ...(reason && { reason }),
  restocks: restock,
})
