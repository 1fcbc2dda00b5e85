import * as z from 'zod'
import { nonBlank, optionalText, rate, text } from '../../shared/http/fields.ts'

const positive = z.int().min(1)

export const Password = z.object({ password: text })

export const Invoice = z.object({
  description: text,
  /** Any amount can be paid when it is left out. */
  amountSat: positive.nullish(),
  externalId: optionalText,
  expirySeconds: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
  fiatAmount: rate.nullish(),
})

export const EncodedInvoice = z.object({ invoice: text })

export const InvoicePayment = z.object({
  invoice: nonBlank,
  /** What the invoice asks for when it is left out. */
  amountSat: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
})

export const OfferPayment = z.object({
  offer: nonBlank,
  amountSat: positive.nullish(),
  message: optionalText,
})

export const OnchainPayment = z.object({
  amountSat: positive,
  address: nonBlank,
  feerateSatByte: positive,
})

/** Satoshis per byte, as the whole body. */
export const Feerate = positive

export const ChannelClosing = z.object({
  channelId: nonBlank,
  address: nonBlank,
  feerateSatByte: positive,
})
