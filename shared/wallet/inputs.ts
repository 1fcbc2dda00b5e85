import * as z from 'zod'
import {
  maxNodeNameLength,
  maxPaymentCodeLength,
  maxReferenceLength,
} from '../lightning/limits.ts'
import { nonBlank, optionalText, rate, text } from '../validation/fields.ts'

const positive = z.int().min(1)
/** A code as it is scanned, with the scheme that some QR codes begin with. */
const withoutScheme = (code: string) => code.trim().replace(/^lightning:/i, '')
const paymentCode = nonBlank
  .max(maxPaymentCodeLength, 'is too long')
  .transform(withoutScheme)
const nodeName = nonBlank.max(maxNodeNameLength, 'is too long')
const reference = optionalText.refine(
  (value) => (value?.length ?? 0) <= maxReferenceLength,
  'is too long',
)

export const Password = z.object({ password: text })

export const Invoice = z.object({
  description: text,
  /** Any amount can be paid when it is left out. */
  amountSat: positive.nullish(),
  externalId: reference,
  expirySeconds: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
  fiatAmount: rate.nullish(),
})

/** Whatever it is: what cannot be decoded is told so. */
export const EncodedInvoice = z.object({ invoice: z.string().transform(withoutScheme) })

export const InvoicePayment = z.object({
  invoice: paymentCode,
  /** What the invoice asks for when it is left out. */
  amountSat: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
})

export const OfferPayment = z.object({
  offer: paymentCode,
  amountSat: positive.nullish(),
  message: reference,
})

export const OnchainPayment = z.object({
  amountSat: positive,
  address: nodeName,
  feerateSatByte: positive,
})

/** Satoshis per byte, as the whole body. */
export const Feerate = positive

export const ChannelClosing = z.object({
  channelId: nodeName,
  address: nodeName,
  feerateSatByte: positive,
})
