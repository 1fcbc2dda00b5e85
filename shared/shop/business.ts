import * as z from 'zod'

/** What a business runs: the restaurant's half of the service or the store's. */
export const BusinessType = z.enum(['restaurant', 'store'], 'invalidBusinessType')
export type BusinessType = z.infer<typeof BusinessType>

/** The business that a deployment serves, on the wire (open-areas, section 7). */
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
