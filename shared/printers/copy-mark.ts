import type { Key } from '../dynamodb/keys.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { update, upsert } from '../dynamodb/write.ts'
import { repeatableId } from '../http/idempotency/repeatable-id.ts'
import { orderKey } from '../sales/orders.ts'

/** Which edition of an order's ticket was printed first, and by which request. */
export type PrintedMark = { readonly edition: string; readonly requestId: string }

class PrintedBefore extends Error {}

/** The edition of a refund's slip. */
export const refundEdition = (refundId: string) => `refund ${refundId}`

const isSlip = (edition: string) => edition.startsWith(refundEdition(''))

/** The order itself; the slip of each of its refunds has a record of its own. */
function markKey(orderId: string, edition: string): Key {
  const order = orderKey(orderId)
  return isSlip(edition) ? { ...order, sk: `PRINTED#${edition}` } : order
}

/**
 * Marks an edition of an order's ticket as printed by this request. Undefined when another
 * request has printed it: then this print is a copy. A repeated request is no copy of itself.
 */
export async function markPrinted(
  orderId: string,
  edition: string,
): Promise<PrintedMark | undefined> {
  const printed: PrintedMark = { edition, requestId: repeatableId('original') }
  const write = isSlip(edition) ? upsert : update
  try {
    await transact(
      [
        write(
          markKey(orderId, edition),
          {
            set: { printed },
            when: 'attribute_not_exists(#printed) OR #printed.#edition <> :edition OR #printed = :printed',
            values: { edition },
          },
          () => new PrintedBefore(),
        ),
      ],
      noResponse,
    )
    return printed
  } catch (error) {
    if (error instanceof PrintedBefore) return undefined
    throw error
  }
}

/** Takes a mark back after nothing could be sent to a printer. */
export async function unmarkPrinted(orderId: string, printed: PrintedMark) {
  try {
    await transact(
      [
        update(
          markKey(orderId, printed.edition),
          { remove: ['printed'], when: '#printed = :printed', values: { printed } },
          () => new PrintedBefore(),
        ),
      ],
      noResponse,
    )
  } catch (error) {
    if (!(error instanceof PrintedBefore)) throw error
  }
}
