import { Failure, isFailure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { payoutTerms } from '../../lightning/node/invoice.ts'
import { currentActor } from '../../people/audit/actor.ts'
import {
  type CallerIds,
  type LiveUser,
  requireLivePermission,
} from '../../people/staff/live-user.ts'
import type { User } from '../../people/staff/users.ts'
import type { TillRecord } from '../../people/tills/till-records.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { RequestKey } from '../../platform/idempotency/request-key.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { findOrder, type Order, type OrderKind } from '../sales/orders.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'
import { findConfig, safeguardsOf } from '../shop-config/config.ts'
import { currencyToRefund } from './currency-to-refund.ts'
import { prepareFinish } from './finish-refund.ts'
import { payOut } from './pay-out.ts'
import { payoutSatoshis, requireAmount } from './payout-amount.ts'
import { currencyOfSale, limitOf, readPayoutBase } from './payout-base.ts'
import { type Refund, type RefundRequest, refundAnswer } from './refund-request.ts'
import {
  centsOf,
  isNothingLeft,
  type Left,
  leftBeside,
  type Parts,
  paymentToPayOut,
  type Refundable,
  type RefundMethod,
  refundAll,
  refundAmount,
  refundableOf,
  refundRoundingOf,
  refundUnits,
  refuseMoreThanMethod,
  tillMethod,
} from './refundable.ts'
import { settlePayout } from './settle-payout.ts'

const maxRefunds = 50

/** A lost call of the node holds the order's other payouts until the invoice has expired. */
export const maxInvoiceLifeMs = 24 * 60 * 60_000

/** A refund to make, with its order. */
export type RefundToMake = {
  readonly kind: OrderKind
  readonly orderId: string
  readonly request: RefundRequest
  /** The units of the order's lines, by their place; null for all or for a sum. */
  readonly unitsIn: (order: Order) => ReadonlyMap<number, number> | null
  readonly nowMs: number
  /** The request's Idempotency-Key, if any. */
  readonly key: RequestKey | undefined
  /** The till that asks, if any. */
  readonly till: Pick<TillRecord, 'id' | 'name' | 'series'> | undefined
}

/**
 * Refunds an order or a part of it: at the till in one transaction, or by paying an
 * invoice. Throws `notFound`, `unauthenticated`, `permissionRequired`, `invalid`,
 * NodeFailure, and the refusals of refunds.
 */
export async function refund(input: RefundToMake, caller: CallerIds): Promise<Refund> {
  // No program sends money out of the node
  if (caller.apiKeyId !== undefined && input.request.invoice !== null) {
    throw new Failure('permissionRequired')
  }
  const [live, found, config] = await Promise.all([
    requireLivePermission(caller, 'orders_refund'),
    findOrder(input.orderId),
    input.request.invoice === null ? findConfig() : undefined,
  ])
  const { tillId } = input.request
  // Nobody takes cash out of another's drawer
  if (settings.tills() && tillId && tillId !== input.till?.id) {
    throw new Failure('invalid', { fault: 'tillId: is not the till that asks' })
  }
  const { cashRoundingCents } = safeguardsOf(config)
  let isFirst = true
  return retryOnConflict(async () => {
    const read = isFirst ? found : await findOrder(input.orderId)
    isFirst = false
    const { order, settled } = await orderToRefund(input, read)
    const refundable = refundableOf(order)
    if (!refundable) throw new Failure('orderNotPaid')
    const earlier = ownRefund(refundable, settled, input)
    if (earlier) return refundAnswer(refundable, earlier)
    return input.request.invoice === null
      ? refundAtTill(refundable, input, live, cashRoundingCents)
      : refundByInvoice(refundable, input, live)
  })
}

/**
 * The order once its begun refund has ended, which is returned too if this request begins
 * the same. The till gives back beside one that has not. Throws `notFound`,
 * `refundInProgress`.
 */
async function orderToRefund(
  { kind, orderId, request }: RefundToMake,
  found: Order | undefined,
) {
  if (found?.kind !== kind) throw new Failure('notFound')
  const { refunding } = found
  const order = refunding ? await settlePayout(orderId) : found
  if (!order) throw new Failure('notFound')
  if (order.refunding && request.invoice !== null) throw new Failure('refundInProgress')
  return {
    order,
    settled: refunding?.invoice === request.invoice ? refunding : undefined,
  }
}

/** The refund that this request, or an earlier run of it, has begun. */
function ownRefund(
  { sale }: Refundable,
  settled: SaleRefund | undefined,
  { key, nowMs }: RefundToMake,
): SaleRefund | undefined {
  const isKeyed = ({ keyedBy, keyedUntil = 0 }: SaleRefund) =>
    key !== undefined && keyedBy === key.record.pk && nowMs < keyedUntil * 1_000
  return sale.refunds?.find((each) => each.id === settled?.id || isKeyed(each))
}

async function refundAtTill(
  refundable: Refundable,
  input: RefundToMake,
  { user }: LiveUser,
  cashRoundingCents: number,
): Promise<Refund> {
  const method = tillMethod(refundable.sale, input.request.paymentMethodId)
  const unrounded = newRefund(partsFor(refundable, input), method, input, user)
  const roundingCents = refundRoundingOf(
    refundable,
    method.methodId,
    unrounded.amountCents,
    cashRoundingCents,
  )
  refuseMoreThanMethod(
    refundable.sale,
    method.methodId,
    unrounded.amountCents - roundingCents,
  )
  const made = { ...unrounded, ...(roundingCents !== 0 && { roundingCents }) }
  const { refund, after, writes } = await prepareFinish(refundable, made, {
    nowMs: Date.now(),
    currency: await currencyToRefund(refundable.order),
  })
  const answer = refundAnswer(after, refund)
  return transactAndRespond(writes, answer)
}

async function refundByInvoice(
  refundable: Refundable,
  input: RefundToMake,
  { user, role }: LiveUser,
): Promise<Refund> {
  const { invoice, paymentMethodId } = input.request
  const parts = partsFor(refundable, input)
  const terms = invoice === null ? undefined : payoutTerms(invoice)
  if (!invoice || !terms)
    throw new Failure('invalid', { fault: 'invoice: not a Lightning invoice' })
  if (terms.expiresAtMs > Date.now() + maxInvoiceLifeMs) {
    throw new Failure('refundInvoiceExpiry', { field: 'invoice' })
  }
  const { order, sale } = refundable
  if (sale.refunds?.some((each) => each.invoice === invoice)) {
    throw new Failure('alreadyRefunded', { field: 'invoice' })
  }
  const payment = paymentToPayOut(sale, input.request.paymentHash)
  // A payment claimed by a sale of nothing was not a sale
  if (!payment?.tender.amountCents) throw new Failure('noBitcoinPayment')
  const { tender, paymentHash, payouts } = payment
  if ((paymentMethodId ?? tender.methodId) !== tender.methodId) {
    throw new Failure('invalid', {
      fault: 'paymentMethodId: is not the one of the invoice',
    })
  }
  const amountMsat = requireAmount(terms)
  const base = await readPayoutBase(paymentHash, input.nowMs)
  if (!base) throw new Failure('noBitcoinPayment')
  if ((await currencyToRefund(order)) !== base.currency)
    throw new Failure('currencyDiffers')
  const { excess } = input.request
  if (excess && !role?.isAdmin) throw new Failure('adminRequired')
  const satoshiAmount = payoutSatoshis({ amountMsat }, centsOf(parts), {
    tenderCents: tender.amountCents,
    sentSat: base.sentSat,
    mostSat: excess ? base.withExcessSat : undefined,
    payouts,
  })
  const price = { cents: tender.amountCents, currency: currencyOfSale(sale, base) }
  const limit = role?.isAdmin ? undefined : limitOf(base, price)
  const { methodId, methodName } = tender
  const { key } = input
  const begun: SaleRefund = {
    ...newRefund(parts, { methodId, methodName }, input, user),
    satoshiAmount,
    invoice,
    paymentHash,
    ...(key && { keyedBy: key.record.pk, keyedUntil: key.expiresAt }),
  }
  const after = refundableOf(
    await payOut({ order, refund: begun, terms, limit, nowMs: Date.now(), key }),
  )
  const finished = after?.sale.refunds?.find(({ id }) => id === begun.id)
  if (!after || !finished) throw new Failure('refundInProgress')
  return refundAnswer(after, finished)
}

/**
 * Returns the parts that go back, within what a begun payout leaves. Throws
 * `alreadyRefunded`, `refundExceedsPaid`, `refundInProgress`, `invalid`.
 */
function partsFor(refundable: Refundable, input: RefundToMake): Parts {
  const { refunding } = refundable.order
  try {
    return partsOfLeft(refundable, leftBeside(refundable, refunding), input)
  } catch (error) {
    // It would fit if the payout were given up
    if (refunding && isFailure(error, 'refundExceedsPaid', 'alreadyRefunded'))
      throw new Failure('refundInProgress')
    throw error
  }
}

function partsOfLeft(
  { order, sale }: Refundable,
  left: Left,
  { request, unitsIn }: RefundToMake,
): Parts {
  if (isNothingLeft(left)) throw new Failure('alreadyRefunded')
  if ((sale.refunds ?? []).length + (order.refunding ? 1 : 0) >= maxRefunds) {
    throw new Failure('invalid', { fault: `an order has at most ${maxRefunds} refunds` })
  }
  if (request.amountCents !== null) return refundAmount(left, request.amountCents)
  const units = unitsIn(order)
  return units ? refundUnits(left, units) : refundAll(left)
}

const newRefund = (
  parts: Parts,
  method: RefundMethod,
  { request: { reason, restock, tillId, fiscal }, nowMs, till }: RefundToMake,
  user: User,
): SaleRefund => {
  const { approvedBy } = currentActor()
  return {
    ...parts,
    ...method,
    id: newId(),
    refundedAt: isoSeconds(nowMs),
    amountCents: centsOf(parts),
    satoshiAmount: 0,
    userId: user.id,
    userName: user.name,
    ...(approvedBy !== undefined && { approvedBy }),
    ...(reason && { reason }),
    ...(fiscal && { fiscal }),
    restocks: restock,
    ...(tillId && till && { tillId, tillName: till.name, series: till.series }),
  }
}
