import * as z from 'zod'
import { id } from '../validation/fields.ts'

/** Body of POST /orders/{id}/split. */
export const SplitRequest = z
  .object({
    dishIds: z
      .array(id)
      .min(1)
      .max(1_000)
      .describe("Ids of the order's dishes that move: some, not all"),
  })
  .meta({ id: 'SplitRequest', description: 'What others pay' })

/** Body of POST /orders/{id}/merge. */
export const MergeRequest = z
  .object({ orderId: id.describe('Id of the open order whose dishes move here') })
  .meta({ id: 'MergeRequest', description: 'What is paid together' })

/** Body of PUT /orders/{id}/table. */
export const MoveRequest = z
  .object({ tableId: id.describe('Id of the table where the guests sit now') })
  .meta({ id: 'MoveRequest', description: 'Where an order moves' })
