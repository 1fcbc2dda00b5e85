import { type FaultProxy, withoutRetries } from '../../faults/proxy.ts'
import { allEndpoints } from '../../generated/endpoints.ts'
import { type Answer, Client } from '../../support/client.ts'
import { isPoll } from '../activities.ts'
import { sequentialSteps } from '../costs.ts'

/** Cost of one successful call of an operation at the table. */
export type OperationCost = {
  /** The route key, such as `GET /products/{id}`. */
  readonly operation: string
  /** Sequential round trips. */
  readonly roundTrips: number
  /** Capacity units: a read of 4 KB is 1, a transactional write of 1 KB is 2. */
  readonly reads: number
  readonly writes: number
}

/** Costs by operation. */
export type Costs = Map<string, OperationCost>

/** Operations that have no success, such as the node's words, which stay in the shop. */
const alwaysRefused = new Set(
  allEndpoints.filter(([, { reply }]) => reply.status >= 400).map(([key]) => key),
)

/** Calls that are sent together overlap even on a busy machine. */
const delayMs = 25

/**
 * A client that counts the calls of each request at the table until its response, without
 * the polls for an answer through the tunnel. Of an operation the first success counts.
 * Throws for a request that does not succeed.
 */
export class CountedClient extends Client {
  readonly #proxy: FaultProxy
  readonly #costs: Costs

  constructor(url: string, proxy: FaultProxy, costs: Costs) {
    super(url)
    this.#proxy = proxy
    this.#costs = costs
  }

  override async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    this.#proxy.reset()
    const fault = { kind: 'gather', ms: delayMs } as const
    this.#proxy.inject({ fault, times: Number.POSITIVE_INFINITY })
    const answer = await super.send(method, path, body, headers)
    const calls = withoutRetries(this.#proxy.calls()).filter((call) => !isPoll(call))
    this.#proxy.reset()
    const operation = operationOf(method, path)
    if (answer.status >= 400 && !alwaysRefused.has(operation)) {
      const text = JSON.stringify(answer.body)
      throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    }
    const units = (isRead: boolean) =>
      calls
        .filter((call) => /Get|Query/.test(call.operation) === isRead)
        .reduce((sum, { capacityUnits }) => sum + capacityUnits, 0)
    if (!this.#costs.has(operation)) {
      const roundTrips = sequentialSteps(calls)
      const [reads, writes] = [units(true), units(false)]
      this.#costs.set(operation, { operation, roundTrips, reads, writes })
    }
    return answer
  }
}

/** Exact paths come before patterns. */
const routes = allEndpoints
  .map(([key, { method, path }]) => ({
    key,
    method,
    variables: path.split('{').length,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((one, other) => one.variables - other.variables)

/** The route key of a request. Throws when no operation matches. */
export function operationOf(method: string, path: string): string {
  const [pathname = ''] = path.split('?')
  const route = routes.find(
    (each) => each.method === method && each.pattern.test(pathname),
  )
  if (!route) throw new Error(`no operation is ${method} ${path}`)
  return route.key
}

/** Creates a record by POST. Returns its id. */
export const create = async (
  client: Client,
  path: string,
  body: object,
): Promise<string> => (await client.post(path, body)).body.id

/** Creates, lists, reads, changes and deletes a record. */
export async function callCrud(
  client: Client,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = await create(client, path, body)
  await client.get(path)
  await client.get(`${path}/${id}`)
  // A change of nothing may cost less
  const name = ['name', 'role'].find((each) => each in body)
  const changed = name ? { ...body, [name]: `${String(body[name])} 2` } : body
  await client.put(`${path}/${id}`, changed)
  await client.del(`${path}/${id}`)
}
