import { Failure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import type { LightningTender, Payment, PaymentFields } from './payment.ts'

/**
 * A stored payment. Tickets and payments name each other in both records, so that either
 * side is read without an index; at most 90 links each.
 */
export type PaymentRecord = Item &
  Readonly<Omit<Payment, 'amount'>> & {
    readonly amountCents: number
    /** null when the payment was not by Lightning. */
    readonly lightning: LightningTender | null
    readonly ticketIds: readonly string[]
    /** The numbered ticket of the sale that it was made by; absent for any other payment. */
    readonly saleTicketId?: string
    /** The Z that counts it as linked outside the books; absent unless it was linked so. */
    readonly outsideZ?: number
    /** Counts changes. */
    readonly version: number
  }

export const paymentKey = (id: string): Key => collectionKey('PAYMENT', id)

export const findPayment = (id: string) => read<PaymentRecord>(paymentKey(id))

/** Every payment, or a page of them. */
export const allPayments = (page?: Page) =>
  readAll<PaymentRecord>({ pk: 'PAYMENT' }, page)

/** Creates a payment that is not linked to a ticket. */
export async function createPayment(input: PaymentFields) {
  const id = newId()
  const { transactionId = '' } = input
  const payment: PaymentRecord = {
    ...paymentKey(id),
    ...input,
    id,
    transactionId,
    lightning: null,
    ticketIds: [],
    version: 1,
  }
  return transactAndRespond([insert(payment)], { id })
}

/** Deletes a payment. Throws `inUse` when it is linked to a ticket or does not exist. */
export const deletePayment = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const payment = await findPayment(id)
    if (!payment || payment.ticketIds.length > 0) throw new Failure('inUse')
    const { methodId, currencyId, amountCents, transactionId } = payment
    await transact([
      deleteUnchanged(payment, ['version']),
      insertAuditEntry({
        kind: 'payment',
        subject: { id },
        before: { methodId, currencyId, amountCents, transactionId },
      }),
    ])
  })

/** Updates a payment under its optimistic lock. */
export const updatePayment = (
  current: PaymentRecord,
  set:
    | Partial<PaymentFields>
    | Pick<PaymentRecord, 'ticketIds' | 'outsideZ' | 'saleTicketId'>,
): Write => updateUnchanged(current, ['version'], { set, add: { version: 1 } })
