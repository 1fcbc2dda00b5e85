import * as z from 'zod'
import { maxLnurlLength } from '../../lightning/cards/lnurl.ts'
import { nonBlank } from '../../platform/validation/fields.ts'

/** Body of POST /quotes/{id}/charge. */
export const CardChargeRequest = z
  .object({
    lnurl: nonBlank
      .max(maxLnurlLength, 'is too long')
      .describe('What the card says, such as lnurlw://boltcard.example/scan?p=1&c=2'),
  })
  .meta({ id: 'CardChargeRequest', description: 'A card that was held to the phone' })

/** Reply of POST /quotes/{id}/charge. */
export const CardCharge = z
  .object({ status: z.literal('pending') })
  .meta({ id: 'CardCharge', description: "A card's payment, which may be on its way" })
export type CardCharge = Readonly<z.output<typeof CardCharge>>
