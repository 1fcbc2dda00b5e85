import * as z from 'zod'
import { Failure } from '../../failure.ts'
import { paymentHashOf } from '../../lightning/node/limits.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { fitsCents, toCents } from '../../platform/money/decimal.ts'
import { fiatOf } from '../../platform/money/fiat.ts'
import {
  bitcoinId,
  cashId,
  findPaymentMethod,
} from '../../platform/money/payment-methods.ts'
import { halfDown, nearestMultiple } from '../../platform/money/shares.ts'
import {
  fiatAmount,
  id,
  idOf,
  integer,
  natural,
  optionalText,
  orElse,
  rate,
  rateCurrency,
  text,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import type { LightningTender } from './payment.ts'
import type { ShopRate } from './payment-hashes.ts'

/** An id of an external payment; none is blank. */
export const transactionId = orElse(text, '').describe(
  'Number of the card transaction, from its terminal',
)

/** Fields of a Lightning payment beyond its amount; all may be left out. */
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
  /** null when the till did not send the cash handed over. */
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

/** Payments of a bill, which guests may share by quotes of it. */
export const BillTenderInputs = z
  .array(
    TenderInput.extend({
      quoteId: id
        .nullish()
        .describe("A quote of the bill, in place of its payment's hash"),
    }).meta({ id: 'BillTenderInput', description: 'One of several payments of a bill' }),
  )
  .min(1)
  .max(10)

/** The payment hashes of tenders, in their order. */
export const hashesOf = (tenders: readonly Tender[]): string[] =>
  tenders.flatMap(({ lightning }) => lightning?.paymentHash ?? [])

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

/** A payment by Lightning as the records know it. */
export type KnownPayment = {
  readonly paymentHash: string
  /** Amount that its invoice asked for, if any. */
  readonly askedSat?: number | undefined
  /** Satoshis that the customer sent, as far as known. */
  readonly amountSat?: number | undefined
  /** Satoshis that the node received, if on record. */
  readonly receivedSat?: number | undefined
  /** The shop's own rate that was kept with it, if any. */
  readonly rate?: ShopRate | undefined
}

/** A payment that was received, as a tender of these cents. */
export const tenderOfPayment = (
  { paymentHash, amountSat, askedSat = amountSat, receivedSat, rate }: KnownPayment,
  amountCents: number,
): Tender => ({
  methodId: bitcoinId,
  currencyId: null,
  amountCents,
  transactionId: '',
  givenCents: null,
  lightning: {
    paymentHash,
    satoshiAmount: askedSat ?? null,
    exchangeRateAtPayment: rate?.rate ?? null,
    exchangeRateCurrency: rate?.currency ?? null,
    fiatAmountAtPayment: rate ? fiatOf(askedSat ?? 0, rate.rate) : null,
    ...(amountSat &&
      receivedSat && {
        sentSat: amountSat,
        receivedSat,
        ...(amountSat > receivedSat && { nodeFeeSat: amountSat - receivedSat }),
      }),
  },
})

/** Returns the change of a cash tender. */
export const changeOf = ({ givenCents, amountCents }: Tender) =>
  givenCents === null ? 0 : givenCents - amountCents

/**
 * Returns the rounding of the cash among tenders, below 0 when it pays less: its
 * difference from the rest that the other tenders leave, if it is that rest rounded to a
 * multiple of `stepCents`; 0 if it is not, and without a step.
 */
export function roundingOf(
  tenders: readonly Tender[],
  amountCents: number,
  stepCents: number,
): number {
  const inCash = tenders.filter(({ methodId }) => methodId === cashId)
  const cashCents = sumOf(inCash)
  const restCents = amountCents - (sumOf(tenders) - cashCents)
  const isRounded =
    stepCents > 0 &&
    inCash.length > 0 &&
    restCents > 0 &&
    cashCents === nearestMultiple(restCents, stepCents)
  return isRounded ? cashCents - restCents : 0
}

/**
 * Checks that payments are made of known methods and currencies and add up to an amount with
 * the rounding of its cash. `isOnePayment` says that the only tender was made of the fields of
 * one payment. Throws `checkoutInvalidReference`, and `checkoutAmountsDiffer` with the cents
 * that were expected.
 */
export function checkTenders(
  tenders: readonly Tender[],
  amountCents: number,
  { roundingCents = 0, isOnePayment = false } = {},
): void {
  for (const [at, tender] of tenders.entries()) {
    const unknown = unknownPartOf(tender)
    if (unknown !== undefined) {
      const field = isOnePayment ? unknown : `tenders[${at}].${unknown}`
      throw new Failure('checkoutInvalidReference', { field })
    }
    if (changeOf(tender) < 0) {
      throw amountsDiffer(tender.amountCents, `tenders[${at}].givenCents`)
    }
  }
  const cash = tenders.filter(({ methodId }) => methodId === cashId)
  const mayBeZero = (tender: Tender) =>
    (amountCents === 0 && tenders.length === 1) ||
    (roundingCents < 0 && cash.length === 1 && tender === cash[0])
  const low = tenders.findIndex(
    (tender) => tender.amountCents < (mayBeZero(tender) ? 0 : 1),
  )
  if (low !== -1) throw amountsDiffer(amountCents, `tenders[${low}].amountCents`)
  if (sumOf(tenders) !== amountCents + roundingCents) {
    throw amountsDiffer(amountCents, 'tenders')
  }
}

const sumOf = (tenders: readonly Tender[]) =>
  tenders.reduce((cents, { amountCents }) => cents + amountCents, 0)

/** The field of a tender that names something unknown, or cash given for none. */
function unknownPartOf({ methodId, currencyId, givenCents }: Tender): string | undefined {
  if (!findPaymentMethod(methodId)) return 'paymentMethodId'
  if (currencyId !== null && !findCurrency(currencyId)) return 'currencyId'
  return givenCents !== null && methodId !== cashId ? 'givenCents' : undefined
}

/** The failure of an amount that is not the one it should be, with the field at fault. */
export const amountsDiffer = (expectedCents: number, field?: string) =>
  new Failure('checkoutAmountsDiffer', {
    expectedCents,
    ...(field !== undefined && { field }),
  })

export const invalidDiscount = failing('checkoutInvalidDiscount')
const invalidTip = failing('checkoutInvalidTip')

/**
 * A discount. Absent is none, or the bill's own. A part of a cent is above zero, too,
 * though rounding leaves nothing of it. Clients of a later revision send this name.
 */
export const discountAmount = z
  .number(invalidDiscount)
  .min(0, invalidDiscount)
  .describe('Discount on the whole sale, in cents; a fraction is rounded half down')
  .nullish()
  .transform((cents) => ({
    cents: halfDown(cents ?? 0),
    isAboveZero: (cents ?? 0) > 0,
    isNamed: typeof cents === 'number',
  }))

/** The cents of a discount; undefined for that of the bill where a request names none. */
export const namedDiscount = ({ cents, isNamed }: z.output<typeof discountAmount>) =>
  isNamed ? cents : undefined

/** A tip; in cents once it is read. */
export const tipAmount = z
  .number(invalidTip)
  .min(0, invalidTip)
  .refine(fitsCents, invalidTip)
  .describe('Part of the amount, in major units')
  .nullish()
  .transform((amount) => toCents(amount ?? 0))
