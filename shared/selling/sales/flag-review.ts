import * as z from 'zod'

/** Body of PUT /orders/{id}/flags. */
export const FlagReview = z
  .object({ reviewed: z.literal(true).describe('Somebody has looked at the sale') })
  .meta({ id: 'FlagReview', description: 'That the flags of a sale were seen' })
