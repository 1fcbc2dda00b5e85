import { isUuid } from '../../uuid.ts'
import type { Exchange } from '../exchange.ts'
import { Alternative } from '../reply.ts'

/**
 * The ids of the records that a request is about, by the names of the path, the body and the
 * answer: `orderId`, `ticketId`, `id` of the path's noun. Other texts are never logged.
 */
export function loggedIds({ params, call, value }: Exchange): Record<string, string> {
  const answer = value instanceof Alternative ? value.value : value
  return Object.fromEntries(
    [answer, call?.body, params].flatMap((fields) =>
      Object.entries(fields ?? {}).filter(
        ([name, id]) => /^id$|Id$/.test(name) && typeof id === 'string' && isUuid(id),
      ),
    ),
  )
}
