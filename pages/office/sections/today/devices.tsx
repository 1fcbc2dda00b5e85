import { useState } from 'preact/hooks'
import { DoubtfulPrints } from '../../../parts/controls/doubtful-prints.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { type PrinterStatus, pos } from '../../../parts/pos.ts'
import {
  type PrinterState,
  printerStateOf,
  toneOf,
} from '../../../parts/printer-state.ts'
import { AgentBadge, AgentFacts } from '../../../parts/printers/agent-state.tsx'
import { useReading } from '../../figures/reading.ts'
import { Content, Section } from '../../figures/section.tsx'
import { useVisit } from '../../figures/visit.tsx'
import type { Texts } from '../../texts/en.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** Printers and whether they can be reached; for administrators, the agents behind them. */
export function Devices() {
  const texts = useTexts()
  const { user } = useVisit()
  const reading = useReading((signal) => pos.printers.statuses({ signal }), {
    pace: 'often',
    look: 'always',
  })
  return (
    <Section title={texts.devices} area="devices" reading={reading}>
      {(rows, readMs) => (
        <>
          {rows.length === 0 ? (
            <p class="quiet">{texts.noPrinters}</p>
          ) : (
            <ul class="rows">
              {rows.map((row) => (
                <PrinterRow key={row.id} printer={row} nowMs={readMs} />
              ))}
            </ul>
          )}
          <Prints />
          {user.isAdmin ? <Agents /> : <p class="quiet small">{texts.agentsAdminOnly}</p>}
        </>
      )}
    </Section>
  )
}

/** The prints of today that may be missing. */
function Prints() {
  const [times, setTimes] = useState(0)
  const reading = useReading((signal) => pos.printers.jobs({ signal }), {
    pace: 'often',
    look: 'always',
    key: String(times),
  })
  return (
    <Content reading={reading}>
      {(jobs) => (
        <DoubtfulPrints jobs={jobs} onPrinted={async () => setTimes(times + 1)} />
      )}
    </Content>
  )
}

type PrinterRowProps = { readonly printer: PrinterStatus; readonly nowMs: number }

function PrinterRow({ printer, nowMs }: PrinterRowProps) {
  const { printerName, printerType, lastPrintedMs, waiting } = printer
  const texts = useTexts()
  const { ago, time } = useFormats()
  const state = printerStateOf(printer)
  const facts = [
    whyOf(printer, state, texts, time),
    lastPrintedMs !== null && texts.lastPrinted(ago(lastPrintedMs, nowMs)),
    waiting > 0 && texts.waiting(waiting),
  ]
  return (
    <li>
      <span class="what">
        {printerName}
        <span class="quiet small"> {texts.printerTypes[printerType] ?? printerType}</span>
        <span class="quiet small block">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span class={`badge ${toneOf(state)}`}>{texts[state]}</span>
    </li>
  )
}

/** Returns the reason why a printer does not print, if known. */
function whyOf(
  { problem, failingSinceMs }: PrinterStatus,
  state: PrinterState,
  texts: Texts,
  time: (ms: number) => string,
): string | undefined {
  if (state === 'noTemplate') return texts.noTemplateWhy
  if (state !== 'failing' || failingSinceMs === null) return undefined
  return `${problem} · ${texts.failingSince(time(failingSinceMs))}`
}

function Agents() {
  const texts = useTexts()
  const reading = useReading((signal) => pos.agents.list({ signal }), {
    pace: 'often',
    look: 'always',
  })
  return (
    <Content reading={reading}>
      {(agents, readMs) =>
        agents.length === 0 ? (
          <p class="quiet">{texts.noAgents}</p>
        ) : (
          <ul class="rows">
            {agents.map((agent) => (
              <li key={agent.id}>
                <span class="what">
                  {agent.name}
                  <AgentFacts agent={agent} nowMs={readMs} />
                </span>
                <AgentBadge agent={agent} nowMs={readMs} />
              </li>
            ))}
          </ul>
        )
      }
    </Content>
  )
}
