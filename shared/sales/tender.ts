import * as z from 'zod'
import { paymentHashOf } from '../lightning/payment-hash.ts'
import {
  fiatAmount,
  id,
  idOf,
  integer,
  natural,
  optionalText,
  rate,
  rateCurrency,
  text,
} from '../validation/fields.ts'
import type { LightningTender } from './payment.ts'

/** An id of an external payment; none is blank. */
export const transactionId = text
  .nullish()
  .transform((value) => value ?? '')
  .describe('Number of the card transaction, from its terminal')

/** What a payment by Lightning has beyond its amount; all of it may be left out. */
export const lightningFields = {
  satoshiAmount: natural.nullish().describe('Satoshis that are to be paid'),
  exchangeRateAtPayment: rate,
  paymentHash: optionalText
    .describe('Makes the sale one per payment')
    .transform((hash) => (hash ? paymentHashOf(hash) : null)),
  exchangeRateCurrency: rateCurrency,
  fiatAmountAtPayment: fiatAmount,
}

const lightningInput = z.object(lightningFields)

/** One of several payments of a sale, as clients send it. Its values are checked later. */
const TenderInput = z
  .object({
    paymentMethodId: idOf('a payment method, as GET /payments/methods lists them'),
    amountCents: integer.describe(
      "In cents of the sale's currency, whatever was handed over",
    ),
    currencyId: id
      .nullish()
      .describe('What was handed over; the base currency if it is left out'),
    transactionId,
    givenCents: integer.nullish().describe('Cash that the customer handed over'),
    ...lightningFields,
  })
  .meta({ id: 'TenderInput', description: 'One of several payments of a sale' })

/** One of the payments that a sale is made with. */
export type Tender = {
  readonly methodId: string
  /** null is the base currency. */
  readonly currencyId: string | null
  readonly amountCents: number
  readonly transactionId: string
  /** null when the till did not send what the customer handed over. */
  readonly givenCents: number | null
  /** null when no field of a Lightning payment was sent. */
  readonly lightning: LightningTender | null
}

/** The several payments of a sale. At most one has a payment hash. */
export const TenderInputs = z
  .array(TenderInput)
  .min(1)
  .max(10)
  .refine(
    (tenders) => tenders.filter(({ paymentHash }) => paymentHash !== null).length <= 1,
    'at most one has a paymentHash',
  )

/** A tender from what a client sent. */
export const readTender = ({
  paymentMethodId,
  amountCents,
  currencyId = null,
  transactionId: externalId,
  givenCents = null,
  ...lightning
}: z.output<typeof TenderInput>): Tender => ({
  methodId: paymentMethodId,
  currencyId,
  amountCents,
  transactionId: externalId,
  givenCents,
  lightning: lightningOf(lightning),
})

/** null when the client sent none of the Lightning fields. */
export function lightningOf(
  input: z.output<typeof lightningInput>,
): LightningTender | null {
  const tender: LightningTender = {
    paymentHash: input.paymentHash,
    satoshiAmount: input.satoshiAmount ?? null,
    exchangeRateAtPayment: input.exchangeRateAtPayment ?? null,
    exchangeRateCurrency: input.exchangeRateCurrency ?? null,
    fiatAmountAtPayment: input.fiatAmountAtPayment ?? null,
  }
  return Object.values(tender).some((value) => value !== null) ? tender : null
}
