import { type AgentRecord, printerSinceMs } from '../../agents/agents.ts'
import {
  heartbeatIntervalSeconds,
  maxHeartbeatAgeMs,
} from '../../agents/protocol/heartbeat.ts'

/** An agent that has been silent for longer holds no name. */
const maxClaimAgeMs = 24 * 60 * 60_000

/** An agent that has been silent for longer has missed a heartbeat. */
const missedHeartbeatMs = heartbeatIntervalSeconds * 1_000 + 10_000

/** Agent of a printer, and that agent's name for it. */
export type PrinterPlace = { readonly agent: AgentRecord; readonly printerName: string }

/** Returns the time since an agent's last report; infinite if it never reported. */
const silentMs = ({ lastSeenMs }: AgentRecord, nowMs: number) =>
  lastSeenMs === null ? Number.POSITIVE_INFINITY : nowMs - lastSeenMs

const isOnline = (agent: AgentRecord, nowMs: number) =>
  silentMs(agent, nowMs) <= maxHeartbeatAgeMs

const hasMissedHeartbeat = (agent: AgentRecord, nowMs: number) =>
  silentMs(agent, nowMs) > missedHeartbeatMs

const namesOf = ({ printers }: AgentRecord) => new Set(printers.map(({ name }) => name))

const sinceMs = (agent: AgentRecord, name: string) => printerSinceMs(agent, name) ?? 0

/**
 * True if an agent first reported a printer after another agent, which has it too, fell silent.
 */
const cameAfter = (agent: AgentRecord, other: AgentRecord, name: string) =>
  other.lastSeenMs !== null && sinceMs(agent, name) > other.lastSeenMs

/** The agents that have each printer name; those that reported it first come first. */
function claims(agents: readonly AgentRecord[], nowMs: number) {
  const reported = agents
    .filter((agent) => silentMs(agent, nowMs) <= maxClaimAgeMs)
    .flatMap((agent) => [...namesOf(agent)].map((name) => ({ name, agent })))
  return new Map(
    [...Map.groupBy(reported, ({ name }) => name)].map(([name, claims]) => {
      const claiming = claims.map(({ agent }) => agent)
      return [
        name,
        claiming
          .filter((agent) => !isReplaced(agent, claiming, name, nowMs))
          .toSorted((one, other) => sinceMs(one, name) - sinceMs(other, name)),
      ]
    }),
  )
}

/**
 * True if an agent's machine was replaced: it fell silent before the new one had its printer.
 */
const isReplaced = (
  agent: AgentRecord,
  claiming: readonly AgentRecord[],
  name: string,
  nowMs: number,
) =>
  hasMissedHeartbeat(agent, nowMs) &&
  claiming.some((other) => isOnline(other, nowMs) && cameAfter(other, agent, name))

/** True if an agent may be the new machine of a printer whose agent has just fallen silent. */
export const mayReplace = (
  agent: AgentRecord,
  agents: readonly AgentRecord[],
  nowMs: number,
): boolean =>
  agents.some(
    (other) =>
      !hasMissedHeartbeat(other, nowMs) &&
      [...namesOf(agent).intersection(namesOf(other))].some((name) =>
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
 * Returns the reachable printers. If several agents report a name, the printer is that of
 * the first one, also while it is offline, unless a machine replaced it: paper in another
 * room is worse than none. Each printer also has the name `<agent>/<printer>`.
 */
export function reachablePrinters(agents: readonly AgentRecord[], nowMs: number) {
  const named = new Map<string, PrinterPlace>()
  const qualified = new Map<string, PrinterPlace>()
  const listed: string[] = []
  for (const [name, claiming] of claims(agents, nowMs)) {
    const [first] = claiming
    if (first && isOnline(first, nowMs)) {
      named.set(name, { agent: first, printerName: name })
      listed.push(name)
    }
    for (const agent of claiming.filter((each) => isOnline(each, nowMs))) {
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
