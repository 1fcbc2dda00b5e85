import * as z from 'zod'
import { nonBlank } from '../../platform/validation/fields.ts'
import { readTender, TenderInputs } from '../sales/tenders.ts'

/** Body of PUT /orders/{id}/tenders. */
export const Correction = z
  .object({
    tenders: TenderInputs.describe(
      'The payments as they were; those in Bitcoin stay, and may be left out',
    ).transform((tenders) => tenders.map(readTender)),
    reason: nonBlank
      .max(200)
      .describe('Why they were booked otherwise, such as Wrong button'),
  })
  .meta({ id: 'Correction', description: 'How a sale was really paid' })
export type Correction = z.output<typeof Correction>
