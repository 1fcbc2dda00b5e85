import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'

/** What satoshis were worth, as the client said it. */
export type Rates = {
  readonly exchangeRateAtPayment: number | null
  readonly exchangeRateCurrency: string | null
  readonly fiatAmountAtPayment: number | null
}

/** What a payment by Lightning says beyond its amount. */
export type LightningTender = Rates & {
  readonly satoshiAmount: number | null
  /** In lower case. */
  readonly paymentHash: string | null
}

/** What a client says of a payment; in an update, what is undefined stays as it is. */
export type PaymentInput = {
  readonly methodId: string
  readonly currencyId: string
  readonly transactionId?: string | undefined
  readonly amountCents: number
}

/**
 * A payment. Tickets and payments name each other in both records, so that either side
 * is read without an index; at most 90 links each.
 */
export type Payment = Item &
  PaymentInput & {
    readonly id: string
    readonly transactionId: string
    /** null when the payment was not by Lightning. */
    readonly lightning: LightningTender | null
    readonly ticketIds: readonly string[]
    /** Counts changes. */
    readonly version: number
  }

export const paymentKey = (id: string): Key => collectionKey('PAYMENT', id)

/** A payment. */
export const findPayment = (id: string) => read<Payment>(paymentKey(id))

/** Every payment, or a page of them. */
export const allPayments = (page?: Page) => readAll<Payment>({ pk: 'PAYMENT' }, page)

/** Records a payment that no ticket is linked to yet. */
export async function createPayment(input: PaymentInput) {
  const id = newId()
  const { transactionId = '' } = input
  const payment: Payment = {
    ...paymentKey(id),
    ...input,
    id,
    transactionId,
    lightning: null,
    ticketIds: [],
    version: 1,
  }
  await transact([insert(payment)], { id })
  return { id }
}

/** Deletes a payment. Throws `inUse` when it is linked to a ticket or unknown. */
export const deletePayment = (id: string): Promise<void> =>
  transact(
    [
      deleteItem(
        paymentKey(id),
        { when: '#ticketIds = :none', values: { none: [] } },
        () => new Failure('inUse'),
      ),
    ],
    noResponse,
  )

/** Changes a payment that is still as it was read; refuses with `Stale`. */
export const updatePayment = (
  payment: Payment,
  set: Partial<PaymentInput> | Pick<Payment, 'ticketIds'>,
): Write =>
  update(
    payment,
    {
      set,
      add: { version: 1 },
      when: '#version = :seen',
      values: { seen: payment.version },
    },
    () => new VersionConflict(),
  )
