import { newId } from '../ids.ts'
import { codeOf, PosError } from './pos-error.ts'
import { withRetries } from './retry.ts'
import type { Input, Route } from './route.ts'
import {
  type Answer,
  exchange,
  isSuccess,
  type Reach,
  type Request,
  requestOf,
} from './send-once.ts'
import type { Session } from './session.ts'

/** State that all calls of a client share. */
export type Connection = {
  readonly reach: Reach
  readonly session: Session
  /** Attempts after the first one, where repeating is safe. */
  readonly retries: number
}

/** An endpoint as a function, see EndpointCall. */
export function endpointCall(connection: Connection, name: string, route: Route) {
  const call = async (input: Input = {}) => rowsOf(await send(input))

  const send = async (input: Input): Promise<Answer> => {
    const key = route.isKeyed && (input.idempotencyKey ?? newId())
    const request = await requestOf(route, input, key)
    const answer = await withRetries(route, connection.retries, input.signal, () =>
      authorized(connection, request),
    )
    if (!isSuccess(answer)) throw new PosError(name, answer, key)
    return answer
  }

  const rowsOf = ({ body }: Answer) =>
    route.isList && typeof body === 'string' ? [] : body

  async function* pages({ limit = 100, ...input }: Input = {}) {
    let query: Input['query'] | undefined = { ...input.query, limit }
    while (query) {
      const answer: Answer = await send({ ...input, query })
      yield rowsOf(answer)
      query = answer.next
    }
  }

  const failed = (error: unknown) => error instanceof PosError && error.endpoint === name

  return Object.assign(call, { failed }, route.isList && { pages })
}

/**
 * Sends a request, and renews the access token where it has lapsed, or after a refusal that a
 * new one may help against.
 */
async function authorized(
  { reach, session }: Connection,
  request: Request,
): Promise<Answer> {
  const isByLogin = reach.apiKey === undefined
  if (isByLogin && session.isLapsed()) {
    const { outcome, answer } = await session.renew(session.generation())
    if (outcome === 'failed' && answer.status === 0) return answer
  }
  const generation = session.generation()
  const refusal = await exchange(reach, request)
  const mayHelp =
    isByLogin && refusal.status === 401 && codeOf(refusal) === 'unauthenticated'
  if (!mayHelp) return refusal
  const { outcome, answer } = await session.renew(generation)
  if (outcome === 'over') return refusal
  // Without a renewal the call is as good as unanswered, and may be repeated as such.
  return outcome === 'renewed' ? exchange(reach, request) : { ...answer, status: 0 }
}
