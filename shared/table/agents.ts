import { type Item, inCollection, type Key } from './keys.ts'
import { read, readAll } from './read.ts'

/** A printer as an agent reported it. */
export type ReportedPrinter = { readonly name: string; readonly kind: string }

/** An on-site agent: prints and opens the tunnel to the node. */
export type Agent = Item & {
  readonly id: string
  readonly name: string
  /** Hash of the enrolment token, until and beyond its exchange. */
  readonly enrolmentHash: string
  /** Hash of the secret the agent chose; null before the exchange. */
  readonly secretHash: string | null
  readonly queueUrl: string
  readonly printers: readonly ReportedPrinter[]
  readonly version: string | null
  readonly lastSeenMs: number | null
  /** The tunnel's connection; null while there is none. */
  readonly tunnelConnectionId: string | null
}

export const agentKey = (id: string): Key => inCollection('AGENT', id)

/** An enrolled agent that was not revoked. */
export const findAgent = (id: string) => read<Agent>(agentKey(id))

/** Every agent that was not revoked. */
export const allAgents = () => readAll<Agent>({ pk: 'AGENT' })
