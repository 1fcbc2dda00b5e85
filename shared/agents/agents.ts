import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { Report, ReportedPrinter } from './protocol/report.ts'

/** An on-site agent: prints and opens the tunnel to the node. */
export type AgentRecord = Item & {
  readonly id: string
  readonly name: string
  /** Hash of the enrolment token, until and beyond its exchange. */
  readonly enrolmentHash: string
  /** Hash of the secret the agent chose; null before the exchange. */
  readonly secretHash: string | null
  readonly printers: readonly ReportedPrinter[]
  readonly version: string | null
  readonly lastSeenMs: number | null
  /** The tunnel's connection; null while there is none. */
  readonly tunnelConnectionId: string | null
}

export const agentKey = (id: string): Key => collectionKey('AGENT', id)

/** An enrolled agent that was not revoked. */
export const findAgent = (id: string) => read<AgentRecord>(agentKey(id))

/** Every agent that was not revoked. */
export const allAgents = (page?: Page) => readAll<AgentRecord>({ pk: 'AGENT' }, page)

const revoked = () => new Failure('unauthenticated')

/** Puts a new agent on record, known by its enrolment token alone. */
export const createAgent = (
  agent: Pick<AgentRecord, 'id' | 'name' | 'enrolmentHash'>,
): Promise<void> =>
  transact(
    [
      insert({
        ...agentKey(agent.id),
        ...agent,
        secretHash: null,
        printers: [],
        version: null,
        lastSeenMs: null,
        tunnelConnectionId: null,
      } satisfies AgentRecord),
    ],
    noResponse,
  )

/**
 * Gives an agent the secret it chose; the same one again does no harm. Throws
 * `unauthenticated` when it has another secret already.
 */
export const storeSecret = (id: string, secretHash: string): Promise<void> =>
  transact(
    [
      update(
        agentKey(id),
        {
          set: { secretHash },
          when: '#secretHash = :none OR #secretHash = :secretHash',
          values: { none: null },
        },
        revoked,
      ),
    ],
    noResponse,
  )

/** Records an agent's heartbeat and what it reports. Throws `unauthenticated` when it was revoked. */
export const recordHeartbeat = (
  id: string,
  report: Report,
  lastSeenMs: number,
): Promise<void> =>
  transact(
    [update(agentKey(id), { set: { ...report, lastSeenMs } }, revoked)],
    noResponse,
  )

/**
 * Takes an agent off record: from now on it is nobody. Throws Stale when its tunnel has
 * changed since it was read.
 */
export const deleteAgent = (agent: AgentRecord): Promise<void> => {
  const asRead = {
    when: '#tunnelConnectionId = :known',
    values: { known: agent.tunnelConnectionId },
  }
  return transact([deleteItem(agent, asRead, () => new VersionConflict())], noResponse)
}
