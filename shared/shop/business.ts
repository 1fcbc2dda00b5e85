import * as z from 'zod'
import type { FailureKind } from '../failure.ts'
import { nonBlank, optionalText } from '../validation/fields.ts'

/** The business mode: which half of the service the business uses. */
export const BusinessType = z
  .enum(['restaurant', 'store'], 'invalidBusinessType' satisfies FailureKind)
  .meta({
    id: 'BusinessType',
    description: 'The half of the service that the business uses',
  })
export type BusinessType = z.infer<typeof BusinessType>

/** The business of the deployment, on the wire. */
export const Business = z
  .object({
    id: z.literal(1),
    businessType: BusinessType,
    businessName: z.string(),
    businessAddress: z.string().nullable(),
    businessPhone: z.string().nullable(),
    businessEmail: z.string().nullable(),
    businessTaxId: z.string().nullable(),
    businessLogoUrl: z.string().nullable(),
    businessTypeConfirmed: z.boolean().describe('Whether setup asked for the type'),
  })
  .meta({ id: 'Business', description: 'The business of the deployment' })
export type Business = z.infer<typeof Business>

/** Changes of the business; what is undefined stays as it is. */
export const BusinessInput = z
  .object({
    businessType: BusinessType.optional(),
    businessName: nonBlank,
    businessAddress: optionalText,
    businessPhone: optionalText,
    businessEmail: optionalText,
    businessTaxId: optionalText,
    businessLogoUrl: optionalText,
    businessTypeConfirmed: z.boolean().optional(),
  })
  .meta({
    id: 'BusinessInput',
    description: 'Fields that are left out keep their values',
  })
export type BusinessInput = Readonly<z.output<typeof BusinessInput>>
