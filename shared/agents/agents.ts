import { Failure } from '../failure.ts'
import { insertAuditEntry } from '../people/audit/audit-trail.ts'
import { collectionKey, type Item, type Key } from '../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll } from '../platform/dynamodb/read.ts'
import { commitRepeatable, transact } from '../platform/dynamodb/transact.ts'
import { insert, update, type Write } from '../platform/dynamodb/write.ts'
import type { Agent } from './agent.ts'
import type { Report } from './protocol/report.ts'

/** An agent that was not revoked, as it is stored. */
export type AgentRecord = Item &
  Pick<Agent, 'id' | 'name' | 'version' | 'lastSeenMs'> & {
    readonly printers: Report['printers']
    /**
     * Time when the agent first reported a printer, in Unix ms by name. Agents that have
     * not sent a heartbeat since version 0.2 have none.
     */
    readonly printersSinceMs?: Readonly<Record<string, number>>
    /** Hash of the enrolment token; it stays after the exchange, which may be repeated. */
    readonly enrolmentHash: string
    /** Hash of the secret that the agent chose; null before the exchange. */
    readonly secretHash: string | null
    /** Element types that the agent prints; null for an agent that did not say. */
    readonly elementTypes?: readonly string[] | null
    /**
     * True for an agent that asks for each job before printing it, so that a job can be
     * cancelled.
     */
    readonly claimsJobs?: boolean
    /** True while the node refuses the agent's password; false when the agent did not say. */
    readonly nodeRefusesPassword?: boolean
    /** True while the agent's node has lost its peer; absent when the agent did not say. */
    readonly nodePeerLost?: boolean
    /**
     * True for an agent that was enrolled with a node; never changes. Absent for agents
     * whose release did not say.
     */
    readonly servesNode?: boolean
    /** Time when the agent last opened the tunnel, in Unix ms; absent if it never has. */
    readonly tunnelOpenedAtMs?: number
    /** The tunnel's connection; null while there is none. */
    readonly tunnelConnectionId: string | null
    /** The agent's own id of that connection; absent for agents up to version 0.2. */
    readonly tunnelId?: string | null
  }

export const agentKey = (id: string): Key => collectionKey('AGENT', id)

/** An agent that was not revoked; it may not be enrolled yet. */
export const findAgent = (id: string) => read<AgentRecord>(agentKey(id))

/** Every agent that was not revoked. */
export const allAgents = (page?: Page) => readAll<AgentRecord>({ pk: 'AGENT' }, page)

const revoked = () => new Failure('unauthenticated')

/** Stores a new agent, which has its enrolment token alone (POST /agents). */
export const createAgent = (
  agent: Pick<AgentRecord, 'id' | 'name' | 'enrolmentHash'>,
): Promise<void> =>
  transact([
    insert({
      ...agentKey(agent.id),
      ...agent,
      secretHash: null,
      printers: [],
      version: null,
      lastSeenMs: null,
      tunnelConnectionId: null,
    } satisfies AgentRecord),
    insertAgentAudit(agent, false),
  ])

/**
 * Stores the hash of the secret that an agent chose, and whether it serves the node (POST
 * /agents/exchange). A repeated call with the same hash succeeds and changes nothing. Throws
 * `unauthenticated` when the agent has another secret already.
 */
export async function storeSecret(
  id: string,
  secretHash: string,
  servesNode: boolean | undefined,
): Promise<void> {
  let isRepeated = false
  const onConditionFailed = (current?: Item) => {
    isRepeated = current?.secretHash === secretHash
    return revoked()
  }
  const unused = { when: '#secretHash = :none', values: { none: null } }
  const set = { secretHash, servesNode }
  try {
    await transact([update(agentKey(id), { set, ...unused }, onConditionFailed)])
  } catch (error) {
    if (!isRepeated) throw error
  }
}

/**
 * Records a heartbeat of an agent and what it reports (POST /agents/report). `lastSeenMs` is
 * Unix ms. Throws `unauthenticated` when the agent was revoked.
 */
export async function recordHeartbeat(
  authenticated: AgentRecord,
  { jobs: _jobs, tunnelId: _id, tunnelHeartbeats: _heartbeats, ...report }: Report,
  lastSeenMs: number,
): Promise<void> {
  let agent: AgentRecord | undefined = authenticated
  await retryOnConflict(async () => {
    agent ??= await findAgent(authenticated.id)
    if (!agent) throw revoked()
    const current = agent
    // Read again after a conflict
    agent = undefined
    await commitRepeatable(updateHeartbeat(current, report, lastSeenMs))
  })
}

function updateHeartbeat(
  agent: AgentRecord,
  report: Omit<Report, 'jobs' | 'tunnelId' | 'tunnelHeartbeats'>,
  lastSeenMs: number,
): Write {
  // An agent that goes back to an older version says nothing any more.
  const { elementTypes = null, claimsJobs = false, nodeRefusesPassword = false } = report
  const printers = report.printers.map((printer) => ({
    ...printer,
    // An agent that has just started has printed nothing yet.
    lastPrintedMs: printer.lastPrintedMs ?? lastPrintedMs(agent, printer.name),
  }))
  const said = { ...report, printers, elementTypes, claimsJobs, nodeRefusesPassword }
  const set = { ...said, lastSeenMs }
  const names = report.printers.map(({ name }) => name)
  if (names.every((name) => printerSinceMs(agent, name) !== undefined))
    return update(agentKey(agent.id), { set }, revoked)
  const printersSinceMs = sinceOf(names, agent, lastSeenMs)
  return updateUnchanged(agent, ['lastSeenMs'], { set: { ...set, printersSinceMs } })
}

/**
 * Returns the time when a printer of the agent last printed, as far as it has said; in Unix ms.
 */
const lastPrintedMs = ({ printers }: AgentRecord, printerName: string) =>
  printers.find(({ name }) => name === printerName)?.lastPrintedMs ?? null

/**
 * Returns the time when the agent first reported a printer, in Unix ms; undefined when it
 * is not known.
 */
export const printerSinceMs = (
  { printersSinceMs: since = {} }: Pick<AgentRecord, 'printersSinceMs'>,
  name: string,
): number | undefined =>
  // A printer may be called `constructor`
  Object.hasOwn(since, name) ? since[name] : undefined

/** Names that are not reported any more are kept: a spooler that restarts has no printers. */
const maxKnownNames = 400

const sinceOf = (
  names: readonly string[],
  agent: AgentRecord,
  nowMs: number,
): ReadonlyMap<string, number> =>
  // The AWS SDK stores no key `__proto__`, and a key `constructor` in a Map alone
  new Map(
    [
      ...names.map((name) => [name, printerSinceMs(agent, name) ?? nowMs] as const),
      ...Object.entries(agent.printersSinceMs ?? {}),
    ]
      .filter(([name]) => name !== '__proto__')
      .slice(0, maxKnownNames)
      .toReversed(),
  )

/**
 * Deletes an agent (DELETE /agents/{id}): its secrets are refused from now on. Throws
 * VersionConflict when its tunnel has changed since the agent was read.
 */
export const deleteAgent = (agent: AgentRecord): Promise<void> =>
  transact([
    deleteUnchanged(agent, ['tunnelConnectionId']),
    insertAgentAudit(agent, true),
  ])

const insertAgentAudit = (
  { id, name }: Pick<AgentRecord, 'id' | 'name'>,
  isRevoked: boolean,
): Write =>
  insertAuditEntry({
    kind: 'agent',
    subject: { id, name },
    before: isRevoked ? { name } : null,
    after: isRevoked ? null : { name },
  })
