import { type Answer, exchange, type Reach } from './exchange.ts'
import { codeOf, PosError } from './pos-error.ts'
import { withRetries } from './retry.ts'
import type { Input, Route } from './route.ts'
import { isSuccess, type Session } from './session.ts'

/** What the calls of a client share. */
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
    const key = route.isKeyed && (input.idempotencyKey ?? randomKey())
    const answer = await withRetries(route, connection.retries, input.signal, () =>
      authorized(connection, route, input, key),
    )
    if (!isSuccess(answer)) throw new PosError(name, route, answer, key)
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

/** Sends a request; once more where a renewed access token may help. */
async function authorized(
  { reach, session }: Connection,
  route: Route,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  const generation = session.generation()
  const answer = await exchange(reach, route, input, key)
  const mayRenew = answer.status === 401 && codeOf(route, answer) === 'unauthenticated'
  if (!mayRenew || !(await session.renew(generation))) return answer
  return exchange(reach, route, input, key)
}

/** crypto.randomUUID is not there on pages that were loaded over plain http. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
