import type * as z from 'zod'
import type { FollowedRecords } from '../../events/changes/followed-records.ts'
import type { FailureKind } from '../../failure.ts'
import type { AuditKind } from '../../people/audit/audit-entry.ts'
import type { CookieName } from '../../people/auth/cookies.ts'
import type { PermissionName } from '../../people/staff/permissions.ts'
import type { Problems } from './problem.ts'
import type { Reply } from './reply.ts'

/** Access to an endpoint. */
export type Access =
  | 'public'
  // Any token; none when the deployment makes its login screen's data public
  | 'login-screen'
  // Any valid accessToken
  | 'token'
  // A token, once a business exists; none before
  | 'token-once-set-up'
  | ByPermission
  // A token of a user who is an administrator at this moment
  | 'administrator'
  // An administrator with an open wallet session
  | 'wallet'
  // The on-site agent's bearer secret
  | 'agent'

/** A token that holds all of these permissions. */
type ByPermission = {
  readonly permission: readonly PermissionName[]
  /** One of them is enough. */
  readonly any?: true
  /** A token of the user whose id is in the path is enough, too. */
  readonly orOwnId?: true
  /** Any token is enough while the shop has this safeguard off. */
  readonly where?: 'restrictPrinters'
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The workers that functions invoke. */
export type WorkerName = 'replays' | 'fan-out' | 'imports' | 'deliveries'

/**
 * Resources of the deployment that a function needs; its environment and rights derive
 * from them.
 * - `table`: records, to read and to write; `table:read` to read alone
 * - `audit`, `watcher-records`: writing audit entries; the records of sockets of /ws/payments
 * - `till-data-version`: moving the version of /till-data
 * - `alerts`: writing those that are raised and cleared
 * - `stock-records`: products, whose units are taken after their sales, and what these owe
 * - `api-key-use`: writing when API keys were used, and how often
 * - `webhook-deliveries`: storing what webhooks are to be sent
 * - `webhook-records`: webhooks, their deliveries, what is due, the alert of one that fails, and
 *   shops, but no other records
 * - `token-key`, `pin-key`, `tunnel-key`, `delivery-key`, `webhook-secret`: that secret
 * - `setup-code`: the code of the first setup, where the option is set
 * - `sales-watch`: when to say that sales have stopped, where the option is set
 * - `node`: the way to the shop's node
 * - `watchers:post`, `watchers:close`: frames to the sockets of /ws/payments; ending them
 * - `tunnels:close`: ending agents' tunnels
 * - `invoice-lookups`: having invoices looked up, where the node is called directly
 * - `print-queues`: sending jobs; `agent-queues`: making and removing agents' queues
 * - `print-job-records`: recording jobs, and the logo as printers draw it
 * - `uploads`: the bucket of pictures; `uploads:delete`: deleting those that nothing names
 * - a worker's name: handing it events
 */
export type Resource =
  | 'table'
  | 'table:read'
  | 'audit'
  | 'alerts'
  | 'stock-records'
  | 'api-key-use'
  | 'watcher-records'
  | 'till-data-version'
  | 'webhook-records'
  | 'webhook-deliveries'
  | 'token-key'
  | 'pin-key'
  | 'tunnel-key'
  | 'delivery-key'
  | 'setup-code'
  | 'sales-watch'
  | 'webhook-secret'
  | 'node'
  | 'watchers:post'
  | 'watchers:close'
  | 'tunnels:close'
  | 'invoice-lookups'
  | 'print-queues'
  | 'print-job-records'
  | 'agent-queues'
  | 'uploads'
  | 'uploads:delete'
  | WorkerName

/** Credential that a public endpoint checks by itself, instead of an access token. */
export type Credential = 'refreshToken' | 'enrolmentToken' | 'signature'

/** A body as documents show it; JSON unless it says otherwise. */
type WireBody = { readonly contentType?: string; readonly schema: z.ZodType }

/**
 * Exceptions to the rule that a repeated Idempotency-Key replays the first response of a
 * POST.
 * - `no-key`: a key does not count, each repetition runs
 * - `polled`: clients repeat it until it is done. They send no key, as each repetition would
 *   get the first one's answer
 * - `pays`: money leaves. Every response is stored once the node may have received the
 *   request, and a running reservation never lapses
 * - `resumes`: what its first run began holds the key. A key whose request did not end stays
 *   with that request, which may run again and finds what was begun
 */
type Repeat = 'no-key' | 'polled' | 'pays' | 'resumes'

/**
 * Work of which each caller has a rate: what takes many times an ordinary request's, and what
 * anybody may have looked up (`asking`). `hashing` is that of the endpoints that ask for a PIN or
 * password.
 */
export type Expense = 'drawing' | 'printing' | 'uploading' | 'hashing' | 'asking'

/** Declaration of an endpoint, without its method and path. */
export type Declaration = {
  /** The endpoint's summary, one line in the API's documents. */
  readonly summary: string
  readonly access: Access
  /** The kinds of entry that it may add to the audit trail; every other one but GET says why not. */
  readonly audit?: readonly AuditKind[]
  readonly notAudited?: string
  /** The option of deployments that have this endpoint; others know no such path. */
  readonly option?: 'docsPage' | 'officePage' | 'tillPage' | 'kitchenPage' | 'tills'
  readonly credential?: Credential
  /**
   * Relation to the asking till: `sells` there, `hears` of it, or is refused to a till
   * that was revoked or has ended (`lives`).
   */
  readonly till?: 'sells' | 'lives' | 'hears'
  /** Whoever holds the permission may still need a colleague's approval. */
  readonly mayNeedTwo?: true
  /** A GET that writes records all the same: an invoice that it made, or what it asks for. */
  readonly writes?: true
  /** Pages of any origin may read its responses, without cookies. */
  readonly anyOrigin?: true
  /** Cookies that a successful response sets or deletes. */
  readonly cookies?: readonly CookieName[]
  /** Refuses API keys where their permissions would do. */
  readonly notForKeys?: true
  /**
   * Permissions of which an API key needs one, on endpoints for any person: those of the
   * data that it reads or the work that it does. Without them no key is admitted.
   */
  readonly keys?: readonly PermissionName[]
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Gives the handler a function that reads the body, for checks that come before it. */
  readonly deferBody?: boolean
  /** Hands over the body's bytes unread. */
  readonly rawBody?: boolean
  /** The body in documents, where `body` does not say it: read raw or step by step. */
  readonly wireBody?: WireBody
  /** Largest body in bytes; 1 MB unless declared. */
  readonly bodyLimit?: number
  /** Work for which each caller has a rate; beyond it `callerBusy`. */
  readonly expensive?: Expense
  /** Renews an absent or expired accessToken from the refreshToken, in the same call. */
  readonly renews?: boolean
  /**
   * Handling of a repeated POST; by default a repeated Idempotency-Key gets the first response.
   */
  readonly repeat?: Repeat
  /** Its saleId or payment hash knows the sale of a run that died before it stored its response. */
  readonly sells?: true
  /** Name of a blank path parameter in the 400; by default derived from its own name. */
  readonly blank?: string
  // biome-ignore lint/suspicious/noExplicitAny: a declaration holds replies of any value
  readonly reply: Reply<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly alternatives?: Readonly<Record<string, Reply<any>>>
  readonly problems?: Problems
  /**
   * Failures that keep their default status and text. Those that follow from the rest of
   * the declaration, such as a missing permission, are not named.
   */
  readonly failures?: readonly FailureKind[]
  /**
   * True if the endpoint asks the node, so that the node's failures may be the response;
   * with `payment` also those of a payment.
   */
  readonly callsNode?: boolean | 'payment'
}

/** One endpoint of the contract: all that its readers need, and no behaviour. */
export type Endpoint<
  Path extends string = string,
  D extends Declaration = Declaration,
> = D & { readonly method: Method; readonly path: Path }

/** The endpoints that one Lambda serves. */
export type Group<E extends Record<string, Endpoint> = Record<string, Endpoint>> = {
  readonly name: string
  readonly uses: readonly Resource[]
  readonly endpoints: E
  /** True for a function that is kept warm. No till waits for one that is not. */
  readonly keptWarm: boolean
}

/** Declares the group that the folder functions/<name> serves. */
export const group = <const E extends Record<string, Endpoint>>(
  name: string,
  uses: readonly Resource[],
  endpoints: E,
  { keptWarm = true }: { readonly keptWarm?: boolean } = {},
): Group<E> => ({ name, uses, endpoints, keptWarm })

/**
 * A WebSocket API and the function that serves it. The function gets the API's events
 * ($connect, $disconnect, $default), its own asynchronous invocations and, where the
 * declaration asks for one, a scheduled event at that interval in minutes.
 */
export type SocketApi = {
  /** Also the folder of its function, functions/<name>. */
  readonly name: string
  /** Paths for clients on the API's own address; several feeds share an API. */
  readonly paths: readonly string[]
  /**
   * Access to a socket: the cookie of a valid accessToken, for which the front door
   * shares its address with the API, or an agent's bearer secret.
   */
  readonly access: 'token' | 'agent'
  readonly uses: readonly Resource[]
  readonly everyMinutes?: number
  /** True if the function invokes itself asynchronously to go on after its response. */
  readonly invokesItself?: boolean
}

/**
 * A function that other functions, the schedule or the table's stream invoke asynchronously.
 * Lambda queues the events of each function apart, so work of one kind never waits behind work
 * of another.
 */
export type Worker = {
  /** Also the folder of its function, functions/<name>. */
  readonly name: WorkerName | 'refunds' | 'stream'
  /** Its own name among them lets it invoke itself. */
  readonly uses: readonly Resource[]
  /** The interval of its scheduled event, in minutes. */
  readonly everyMinutes?: number
  /** True if messages about open invoices invoke it, where the node is called directly. */
  readonly looksUpInvoices?: boolean
  /** The records whose changes in the table's stream invoke it, in batches. */
  readonly follows?: FollowedRecords
}

const declare =
  <const M extends Method>(method: M) =>
  <const Path extends string, const D extends Declaration>(
    path: Path,
    declaration: D,
  ): Endpoint<Path, D> & { readonly method: M } => ({ ...declaration, method, path })

export const get = declare('GET')
export const post = declare('POST')
export const put = declare('PUT')
export const del = declare('DELETE')

/** Access for callers who hold every one of these permissions. */
export const permission = (...names: PermissionName[]): ByPermission => ({
  permission: names,
})

/** True if API keys are admitted, by the permissions that they hold. */
export const admitsKeys = ({ access, notForKeys, keys }: Endpoint): boolean =>
  typeof access === 'object' && 'permission' in access ? !notForKeys : keys !== undefined

/**
 * True if refusals name their `source`, the service or the node: those of the wallet, and
 * of sales and refunds, where the node may have been asked.
 */
export const saysSource = ({ callsNode = false, sells, path }: Endpoint): boolean =>
  callsNode !== false || sells === true || path.startsWith('/wallet/')

/** The expensive work of an endpoint, if any. All that may refuse a PIN hash one. */
export const expenseOf = ({ expensive, failures }: Endpoint): Expense | undefined =>
  expensive ?? (failures?.includes('tooManyAttempts') ? 'hashing' : undefined)

/** The largest body that an endpoint reads, in bytes. */
export const bodyLimitOf = ({ bodyLimit = 1024 * 1024 }: Endpoint): number => bodyLimit

/** True if an Idempotency-Key counts. */
export const takesKey = ({ method, repeat }: Endpoint): boolean =>
  method === 'POST' && repeat !== 'no-key'

/** API Gateway's key of an endpoint, such as `GET /products/{id}`. */
export const routeKey = ({ method, path }: Endpoint) => `${method} ${path}`
