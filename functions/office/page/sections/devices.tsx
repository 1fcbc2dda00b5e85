import { maxHeartbeatAgeMs } from '../../../../shared/agents/protocol/heartbeat.ts'
import { useFormats } from '../formats.tsx'
import { type OnSiteAgent, pos } from '../pos.ts'
import { useTexts } from '../preferences.tsx'
import { printedLately } from '../printed-lately.ts'
import { useReading } from '../reading.ts'
import { Content, Section } from '../section.tsx'
import { useVisit } from '../visit.tsx'

/** Printers and whether they can be reached; for administrators, the agents behind them. */
export function Devices() {
  const texts = useTexts()
  const { user } = useVisit()
  const reading = useReading(printers, { changes: 'seldom' })
  return (
    <Section title={texts.devices} area="devices" reading={reading}>
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <p class="quiet">{texts.noPrinters}</p>
          ) : (
            <ul class="rows">
              {rows.map((row) => (
                <PrinterRow key={row.id} {...row} />
              ))}
            </ul>
          )}
          {user.isAdmin ? <Agents /> : <p class="quiet small">{texts.agentsAdminOnly}</p>}
        </>
      )}
    </Section>
  )
}

/** The printer configurations, with whether an agent reaches each and it has printed. */
async function printers(signal: AbortSignal) {
  const found = Promise.all([
    pos.printers.list({ signal }),
    pos.printers.available({ signal }),
  ])
  const inUse = async () => {
    const [configs, available] = await found
    return configs
      .filter(({ enabled, printerName }) => enabled && available.includes(printerName))
      .map(({ printerName }) => printerName)
  }
  const [[configs, available], printed] = await Promise.all([
    found,
    printedLately(pos.printers.jobs.pages({ signal }), inUse),
  ])
  const reached = new Set(available)
  return configs.map(({ id, printerName, printerType, enabled }) => ({
    id,
    name: printerName,
    type: printerType,
    isEnabled: enabled,
    isReached: reached.has(printerName),
    hasPrinted: printed.has(printerName),
  }))
}

type Printer = Awaited<ReturnType<typeof printers>>[number]

function PrinterRow({ name, type, isEnabled, isReached, hasPrinted }: Printer) {
  const texts = useTexts()
  const [text, tone] = !isEnabled
    ? [texts.switchedOff, '']
    : !isReached
      ? [texts.notReached, 'bad']
      : hasPrinted
        ? [texts.ready, 'good']
        : [texts.noReceipt, '']
  return (
    <li>
      <span class="what">
        {name}
        <span class="quiet small"> {texts.printerTypes[type] ?? type}</span>
      </span>
      <span class={`badge ${tone}`}>{text}</span>
    </li>
  )
}

function Agents() {
  const texts = useTexts()
  const reading = useReading((signal) => pos.agents.list({ signal }), {
    changes: 'often',
  })
  return (
    <Content reading={reading}>
      {(agents, readMs) =>
        agents.length === 0 ? (
          <p class="quiet">{texts.noAgents}</p>
        ) : (
          <ul class="rows">
            {agents.map((agent) => (
              <AgentRow key={agent.id} agent={agent} nowMs={readMs} />
            ))}
          </ul>
        )
      }
    </Content>
  )
}

type AgentRowProps = { readonly agent: OnSiteAgent; readonly nowMs: number }

function AgentRow({ agent, nowMs }: AgentRowProps) {
  const { name, enrolled, lastSeenMs, tunnelConnected, nodeRefusesPassword } = agent
  const texts = useTexts()
  const { ago } = useFormats()
  const isOnline = lastSeenMs !== null && nowMs - lastSeenMs <= maxHeartbeatAgeMs
  const seen =
    lastSeenMs === null ? texts.neverSeen : texts.lastSeen(ago(lastSeenMs, nowMs))
  const node = !tunnelConnected
    ? texts.nodeNotReached
    : nodeRefusesPassword
      ? texts.nodeRefusesPassword
      : texts.nodeReached
  return (
    <li>
      <span class="what">
        {name}
        <span class="quiet small block">
          {enrolled ? `${seen} · ${node}` : texts.notEnrolled}
        </span>
      </span>
      <span class={`badge ${isOnline ? 'good' : 'bad'}`}>
        {isOnline ? texts.online : texts.offline}
      </span>
    </li>
  )
}
