import { maxHeartbeatAgeMs } from '../../../shared/agents/protocol/heartbeat.ts'
import { useFormats } from '../formats.tsx'
import type { OnSiteAgent } from '../pos.ts'
import type { PrinterTexts } from './texts/en.ts'
import { usePrinterTexts } from './use-texts.ts'

/** True if an agent has reported lately. */
export const isOnline = ({ lastSeenMs }: OnSiteAgent, nowMs: number) =>
  lastSeenMs !== null && nowMs - lastSeenMs <= maxHeartbeatAgeMs

type AgentProps = {
  readonly agent: OnSiteAgent
  /** When it was read, in Unix ms. */
  readonly nowMs: number
}

/** Its version beside the newest, its printers, and the node. */
export function AgentFacts({ agent, nowMs }: AgentProps) {
  const texts = usePrinterTexts()
  const { ago } = useFormats()
  const { enrolled, version, currentVersion, lastSeenMs, printers } = agent
  const hasNode = agent.servesNode || agent.tunnelConnected
  if (!enrolled) return null
  const facts = [
    lastSeenMs !== null && texts.lastSeen(ago(lastSeenMs, nowMs)),
    version !== null &&
      (version === currentVersion
        ? texts.newest(version)
        : texts.outdated(version, currentVersion)),
    printers.length > 0 && printers.map(({ name }) => name).join(', '),
    hasNode && nodeTextOf(agent, texts),
  ]
  return <span class="quiet small block">{facts.filter(Boolean).join(' · ')}</span>
}

function nodeTextOf(
  { tunnelConnected, nodeRefusesPassword }: OnSiteAgent,
  texts: PrinterTexts,
): string {
  if (!tunnelConnected) return texts.nodeNotReached
  return nodeRefusesPassword ? texts.nodeRefusesPassword : texts.nodeReached
}

/** Says whether an agent is there. */
export function AgentBadge({ agent, nowMs }: AgentProps) {
  const texts = usePrinterTexts()
  if (!agent.enrolled) return <span class="badge plain">{texts.notConnected}</span>
  return isOnline(agent, nowMs) ? (
    <span class="badge good">{texts.online}</span>
  ) : (
    <span class="badge bad">{texts.offline}</span>
  )
}
