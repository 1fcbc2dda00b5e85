import * as z from 'zod'
import {
  maxNodeNameLength,
  maxPaymentCodeLength,
  maxReferenceLength,
} from '../lightning/limits.ts'
import { nonBlank, optionalText } from '../validation/fields.ts'

/** A whole number from 1, such as satoshis or seconds. */
export const positive = z.int().min(1)

const withoutScheme = (code: string) => code.trim().replace(/^lightning:/i, '')

/** An invoice or offer of any length; some QR codes put `lightning:` before it. */
export const scannedCode = z.string().transform(withoutScheme)

/** An invoice or offer that the node can be asked to pay. */
export const paymentCode = nonBlank
  .max(maxPaymentCodeLength, 'is too long')
  .transform(withoutScheme)

/** An on-chain address or a channel's id. */
export const nodeName = nonBlank.max(maxNodeNameLength, 'is too long')

/** An external record's id, or a message to a payee. */
export const reference = optionalText.refine(
  (value) => (value?.length ?? 0) <= maxReferenceLength,
  'is too long',
)
