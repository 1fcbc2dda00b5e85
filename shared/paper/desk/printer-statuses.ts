import { allAgents } from '../../agents/agents.ts'
import { stateOf } from '../../agents/protocol/report.ts'
import { reachablePrinters } from '../jobs/printer-names.ts'
import { isForPrinter, recentJobs, waitingOf } from '../jobs/waiting-jobs.ts'
import { allPrinters } from './printer-configurations.ts'
import type { PrinterStatus } from './printer-status.ts'

/** What the printer of each configuration does (GET /printers/status). */
export async function printerStatuses(nowMs: number): Promise<PrinterStatus[]> {
  const [printers, agents, jobs] = await Promise.all([
    allPrinters(),
    allAgents(),
    recentJobs(nowMs),
  ])
  const waiting = new Set(waitingOf(jobs, nowMs))
  const { find } = reachablePrinters(agents, nowMs)
  return printers.map(({ id, printerName, printerType, enabled }) => {
    const place = find(printerName)
    const reported = place?.agent.printers.find(({ name }) => name === place.printerName)
    const own = jobs.filter((job) =>
      place
        ? isForPrinter(job, place.agent.id, place.printerName)
        : job.printerName === printerName,
    )
    const skipped = own.findLast(
      (job) => job.state === 'skipped' && job.printerType === printerType,
    )
    const state = stateOf(reported ?? {})
    const printed = own.map(({ printedAtMs }) => printedAtMs ?? 0)
    return {
      id,
      printerName,
      printerType,
      enabled,
      agentName: place?.agent.name ?? null,
      ...state,
      // Outcomes of jobs come before the next heartbeat does.
      lastPrintedMs: Math.max(state.lastPrintedMs ?? 0, ...printed) || null,
      waiting: own.filter((job) => waiting.has(job)).length,
      lastSkippedMs: skipped?.createdAtMs ?? null,
    }
  })
}
