import * as z from 'zod'
import { id } from '../../platform/validation/fields.ts'
import { isUuid } from '../../uuid.ts'

/**
 * Id that a till makes for a sale before it sends it: when the response is lost, the
 * repeated request is the same sale. It becomes the order's own id; a settlement, whose
 * order has one already, stores it in a record of its own under the same key, so that one
 * condition keeps all of them apart.
 */
export const saleId = id
  .refine(isUuid, 'must be a UUID')
  .transform((value) => value.toLowerCase())
  .nullish()
  .transform((value) => value ?? undefined)
  .describe(
    'A UUID that the till made for this sale: sent again it is the same sale, whose response is returned again; it becomes the id of an order of the store',
  )

/** The number that a till gave a sale. It is read where the request has a till's token. */
export const saleNumber = z
  .unknown()
  .meta({ type: 'integer' })
  .optional()
  .describe(
    'The number of the sale in the series of its till, such as 42; ignored elsewhere',
  )
