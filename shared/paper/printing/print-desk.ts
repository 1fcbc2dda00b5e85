import { allAgents } from '../../agents/agents.ts'
import { stateOf } from '../../agents/protocol/report.ts'
import { Failure } from '../../failure.ts'
import { holds } from '../../people/staff/permissions.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { repeatableId } from '../../platform/idempotency/request-key.ts'
import { cancelJob } from '../jobs/job-changes.ts'
import { findListedJob, type JobRecord, listJobs } from '../jobs/job-records.ts'
import { reachablePrinters } from '../jobs/printer-names.ts'
import { isForPrinter, recentJobs, waitingOf } from '../jobs/recent-jobs.ts'
import { copyMark, hasCopyMark } from '../layout/layout.ts'
import { receiptForAgent } from '../layout/older-agent.ts'
import { jobTtlMs } from '../queue/print-job.ts'
import { queueJob } from './job-list.ts'
import { listedJob } from './listed-job.ts'
import { asOneCopy, type PrinterStatus } from './printer-configuration.ts'
import { allPrinters } from './printer-configurations.ts'
import type { PrintingRequest } from './send-to-printers.ts'

/** Print jobs of the last 24 hours, newest first (GET /printers/jobs). */
export const listedJobs = async (nowMs: number, page?: Page) =>
  (await listJobs(nowMs, page)).map((record) => listedJob(record, nowMs))

/** Time of a user's print, and the user's packed permissions. */
type Request = PrintingRequest & { readonly permissions: string }

/**
 * Prints a job again on its printer, marked as a copy (POST /printers/jobs/{id}/reprint).
 * Throws `notFound`, `permissionRequired` when its content needs a permission that the user
 * lacks, `printerNotAvailable`, `printingFailed` when it cannot be sent.
 */
export async function reprint(
  id: string,
  { nowMs, key, permissions }: Request,
): Promise<{ id: string }> {
  const [{ job, record }, agents] = await Promise.all([
    findListedJob(id, nowMs),
    allAgents(),
  ])
  requirePermissionOf(record, permissions)
  const { printerName, printerType, permission } = record
  const place = reachablePrinters(agents, nowMs).find(printerName)
  if (!place) throw new Failure('printerNotAvailable')
  const { agent } = place
  const receipt = receiptForAgent(job, agent.elementTypes ?? null)
  const copy = {
    ...job,
    ...receipt,
    id: repeatableId(key, 'reprint'),
    printerName: place.printerName,
    elements: hasCopyMark(receipt.elements)
      ? receipt.elements
      : [copyMark(job.ticket), ...receipt.elements],
    settings: asOneCopy(receipt.settings),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + jobTtlMs,
  }
  try {
    const copyPlace = { agent, printerName, printerType, permission, reprintOf: record }
    await queueJob({ agent, job: copy, place: copyPlace })
  } catch (cause) {
    throw new Failure('printingFailed', {}, { cause })
  }
  return { id: copy.id }
}

/**
 * Cancels a job that waits (DELETE /printers/jobs/{id}). Throws `notFound`;
 * `permissionRequired` as `reprint` does; `conflict` when it has begun or is over;
 * `cannotCancel` when its agent prints without asking.
 */
export async function cancel(
  id: string,
  { nowMs, permissions }: Pick<Request, 'nowMs' | 'permissions'>,
): Promise<void> {
  const { record } = await findListedJob(id, nowMs)
  requirePermissionOf(record, permissions)
  await cancelJob(record)
}

function requirePermissionOf({ permission }: JobRecord, permissions: string): void {
  if (permission && !holds(permissions, permission)) {
    throw new Failure('permissionRequired')
  }
}

/** Lists the state of each configuration's printer (GET /printers/status). */
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
