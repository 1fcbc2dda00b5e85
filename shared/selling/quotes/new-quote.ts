import { invoiceWarning } from '../../agents/ask-node.ts'
import { makeInvoice } from '../../agents/make-invoice.ts'
import { Failure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import type { Rate } from '../../lightning/rates/rate.ts'
import { currentActor } from '../../people/audit/actor.ts'
import { insert } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { satoshisFor } from '../../platform/money/fiat.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { putBillInvoice } from '../sales/bill-invoice.ts'
import { putInvoice } from '../sales/payment-hashes.ts'
import { makerOf, type Seller } from '../sales/payment-owner.ts'
import type { NewQuote } from './quote-request.ts'
import {
  lifeSeconds,
  type Quoted,
  type QuoteRecord,
  quoteKey,
  quoteOnWire,
} from './quotes.ts'

/**
 * Makes an invoice of the amount that other tenders leave, and keeps its goods, with the
 * moment of its prices, `nowMs`. Throws `quoteNothingDue`, `quoteTooLarge`, NodeFailure.
 */
export async function createQuote(
  quoted: Quoted,
  { rate, currency, sources, asOf }: Rate,
  description: string,
  { nowMs, ...maker }: Seller & { readonly nowMs: number },
): Promise<NewQuote> {
  const dueCents = quoted.totalCents - quoted.paidCents
  if (dueCents < 1) throw new Failure('quoteNothingDue', { field: 'paidCents' })
  const amountSat = satoshisFor(dueCents, rate)
  if (amountSat === undefined || amountSat > allSatoshis)
    throw new Failure('quoteTooLarge')
  const expiresAtMs = nowMs + lifeSeconds * 1_000
  const [{ paymentHash, serialized }, warning] = await Promise.all([
    makeInvoice({ description, amountSat, expirySeconds: lifeSeconds }),
    invoiceWarning(Date.now()),
  ])
  const id = newId()
  const { approvedBy } = currentActor()
  const record: QuoteRecord = {
    ...quoteKey(id),
    ...quoted,
    id,
    dueCents,
    amountSat,
    rate,
    currency,
    rateSource: sources.join(', '),
    asOf,
    invoice: serialized,
    paymentHash,
    expiresAt: isoSeconds(expiresAtMs),
    expiresAtMs,
    madeBy: maker.userId,
    ...(approvedBy !== undefined && { approvedBy }),
  }
  const invoice = {
    quoteId: id,
    ...makerOf(maker),
    amountSat,
    dueCents,
    shopRate: { currency, rate },
    ...(quoted.kind === 'order' && { orderId: quoted.orderId }),
  }
  // Paper has neither tips nor the amounts of other tenders
  const ofBill =
    quoted.kind === 'order' &&
    quoted.tipCents === 0 &&
    quoted.paidCents === 0 &&
    putBillInvoice(quoted.orderId, { invoice: serialized, dueCents, expiresAtMs })
  const writes = [insert(record), putInvoice(paymentHash, invoice), ofBill]
  return transactAndRespond(writes, {
    ...quoteOnWire(record),
    ...(warning && { warning }),
  })
}

/** No more bitcoin will ever exist. */
const allSatoshis = 21_000_000 * 100_000_000
