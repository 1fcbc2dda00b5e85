import { type AgentRecord, printerSinceMs } from '../../agents/agents.ts'
import {
  heartbeatIntervalSeconds,
  maxHeartbeatAgeMs,
} from '../../agents/protocol/heartbeat.ts'

/** An agent that has been silent for longer, such as a replaced machine, holds no name. */
const maxClaimAgeMs = 24 * 60 * 60_000

/** An agent that has been silent for longer has missed a heartbeat. */
const missedHeartbeatMs = heartbeatIntervalSeconds * 1_000 + 10_000

/** Where jobs for a printer go, and how the agent there calls it. */
export type PrinterPlace = { readonly agent: AgentRecord; readonly printerName: string }

const isSeen = ({ lastSeenMs }: AgentRecord, nowMs: number, maxAgeMs: number) =>
  lastSeenMs !== null && nowMs - lastSeenMs <= maxAgeMs

const sinceMs = (agent: AgentRecord, name: string) => printerSinceMs(agent, name) ?? 0

/** Whether an agent has reported a printer only after another one, which has it too, fell silent. */
const cameAfter = (agent: AgentRecord, other: AgentRecord, name: string) =>
  other.lastSeenMs !== null && sinceMs(agent, name) > other.lastSeenMs

/**
 * Agents by printer name; those that reported the name first come first. A machine that was
 * replaced is left out: it was silent before the new one had its printer, and still is.
 */
function claims(agents: readonly AgentRecord[], nowMs: number) {
  const names = new Map<string, AgentRecord[]>()
  for (const agent of agents) {
    if (!isSeen(agent, nowMs, maxClaimAgeMs)) continue
    for (const name of new Set(agent.printers.map((printer) => printer.name))) {
      names.set(name, [...(names.get(name) ?? []), agent])
    }
  }
  const isReplaced = (agent: AgentRecord, name: string, claiming: AgentRecord[]) =>
    !isSeen(agent, nowMs, missedHeartbeatMs) &&
    claiming.some(
      (other) => isSeen(other, nowMs, maxHeartbeatAgeMs) && cameAfter(other, agent, name),
    )
  return new Map(
    [...names].map(([name, claiming]) => [
      name,
      claiming
        .filter((agent) => !isReplaced(agent, name, claiming))
        .toSorted((one, other) => sinceMs(one, name) - sinceMs(other, name)),
    ]),
  )
}

/** Whether an agent may be the new machine of a printer whose agent has just fallen silent. */
export const mayReplace = (
  agent: AgentRecord,
  agents: readonly AgentRecord[],
  nowMs: number,
): boolean =>
  agent.printers.some(({ name }) =>
    agents.some(
      (other) =>
        isSeen(other, nowMs, missedHeartbeatMs) &&
        other.printers.some((printer) => printer.name === name) &&
        cameAfter(agent, other, name),
    ),
  )

/** The names that printers of several agents have. */
export const ambiguousNames = (
  agents: readonly AgentRecord[],
  nowMs: number,
): ReadonlySet<string> =>
  new Set(
    [...claims(agents, nowMs)]
      .filter(([, claiming]) => claiming.length > 1)
      .map(([name]) => name),
  )

/**
 * The printers that can be reached now. A name that several agents report is the printer of
 * the agent that reported it first, also while that one is offline, unless a machine came in
 * its place: paper in another room is worse than none. Each of them has the name `<agent>/<printer>`, too.
 */
export function reachablePrinters(agents: readonly AgentRecord[], nowMs: number) {
  const isOnline = (agent: AgentRecord) => isSeen(agent, nowMs, maxHeartbeatAgeMs)
  const named = new Map<string, PrinterPlace>()
  const qualified = new Map<string, PrinterPlace>()
  const listed: string[] = []
  for (const [name, claiming] of claims(agents, nowMs)) {
    const [first] = claiming
    if (first && isOnline(first)) {
      named.set(name, { agent: first, printerName: name })
      listed.push(name)
    }
    for (const agent of claiming.filter(isOnline)) {
      const fullName = `${agent.name}/${name}`
      if (qualified.has(fullName)) continue
      qualified.set(fullName, { agent, printerName: name })
      if (claiming.length > 1) listed.push(fullName)
    }
  }
  return {
    /** Every name once; qualified ones only where the plain name is ambiguous. */
    names: [...new Set(listed)],
    /** The printer of a name, plain or with its agent; undefined when it is not reachable. */
    find: (name: string): PrinterPlace | undefined =>
      named.get(name) ?? qualified.get(name),
  }
}
