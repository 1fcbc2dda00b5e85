import { allAgents } from '../../agents/agents.ts'
import { Failure, required } from '../../failure.ts'
import { repeatableId } from '../../platform/idempotency/request-key.ts'
import { reachablePrinters } from '../jobs/printer-names.ts'
import { PrintSettings } from '../layout/print-settings.ts'
import { queueJob } from './job-list.ts'
import { allPrinters } from './printer-configurations.ts'
import type { PrintingRequest } from './send-to-printers.ts'

/** The person who asked for it stands at the drawer: later it must not open by itself. */
const ttlMs = 30_000

/**
 * Opens the cash drawer at the printer of a configuration and prints nothing; the audit trail has
 * it (POST /printers/{id}/drawer). Agents of releases up to 0.3.1 feed the paper besides. Throws
 * `notFound`; `printerNotAvailable`; `printingFailed` when its agent opens no drawer or its queue
 * takes no job.
 */
export async function openDrawer(
  configurationId: string,
  { nowMs, key }: PrintingRequest,
): Promise<void> {
  const [printers, agents] = await Promise.all([allPrinters(), allAgents()])
  const printer = required(printers.find(({ id }) => id === configurationId))
  const place = reachablePrinters(agents, nowMs).find(printer.printerName)
  if (!place) throw new Failure('printerNotAvailable')
  const { agent, printerName } = place
  // The first agents know no settings
  if (!agent.elementTypes) throw new Failure('printingFailed')
  const id = repeatableId(key, 'drawer')
  const settings = PrintSettings.parse({
    ...printer,
    openDrawer: true,
    buzzer: false,
    copies: 1,
    cut: 'none',
  })
  const job = {
    id,
    printerName,
    templateName: 'Drawer',
    elements: [],
    ticket: { ticketId: id, tableName: '', roomName: '', date: '', items: [], total: 0 },
    config: null,
    settings,
    drawerOnly: true as const,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + ttlMs,
  }
  const { printerType } = printer
  const jobPlace = { agent, printerName: printer.printerName, printerType }
  try {
    await queueJob({ agent, job, place: { ...jobPlace, permission: 'drawer_open' } })
  } catch (cause) {
    throw new Failure('printingFailed', {}, { cause })
  }
}
