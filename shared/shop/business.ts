import * as z from 'zod'
import type { FailureKind } from '../failure.ts'
import { nonBlank, optionalText } from '../validation/fields.ts'

/** The business mode: which half of the service the business uses. */
export const BusinessType = z.enum(
  ['restaurant', 'store'],
  'invalidBusinessType' satisfies FailureKind,
)
export type BusinessType = z.infer<typeof BusinessType>

/** The business of the deployment, on the wire. */
export const Business = z.object({
  id: z.literal(1),
  businessType: BusinessType,
  businessName: z.string(),
  businessAddress: z.string().nullable(),
  businessPhone: z.string().nullable(),
  businessEmail: z.string().nullable(),
  businessTaxId: z.string().nullable(),
  businessLogoUrl: z.string().nullable(),
  businessTypeConfirmed: z.boolean(),
})
export type Business = z.infer<typeof Business>

/** Changes of the business; what is undefined stays as it is. */
export const BusinessInput = z.object({
  businessType: BusinessType.optional(),
  businessName: nonBlank,
  businessAddress: optionalText,
  businessPhone: optionalText,
  businessEmail: optionalText,
  businessTaxId: optionalText,
  businessLogoUrl: optionalText,
  businessTypeConfirmed: z.boolean().optional(),
})
export type BusinessInput = Readonly<z.output<typeof BusinessInput>>
