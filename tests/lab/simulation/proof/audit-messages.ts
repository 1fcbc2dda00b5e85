import type { JobRecord } from '../../../../shared/paper/jobs/job-records.ts'
import { hasCopyMark } from '../../../../shared/paper/layout/layout.ts'
import { PrintJob } from '../../../../shared/paper/queue/print-job.ts'
import type { AuditEntry } from '../../../../shared/people/audit/audit-entry.ts'
import { mergedKey } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import { orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { World } from '../shop/world.ts'
import type { Findings, Records } from './records.ts'

/** True if a job says that it is a copy. */
export const isCopy = ({ elements }: PrintJob): boolean => hasCopyMark(elements)

/** Bills are named by their orders, receipts by their tickets. */
const isOrder = (records: Records, id: string): boolean =>
  records.one(orderKey(id).pk, orderKey(id).sk) !== undefined || isGone(records, id)

/** True if an order was merged into another one, or deleted. */
const isGone = (records: Records, id: string): boolean =>
  records.one(mergedKey(id).pk, mergedKey(id).sk) !== undefined ||
  records
    .in<AuditEntry>('AUDIT')
    .some(
      ({ kind, subjectId }) =>
        (kind === 'order' || kind === 'cancellation') && subjectId === id,
    )

/** A request to print is done when there is paper: of each kind some must come out. */
function countPapers(
  records: Records,
  { cloud }: World,
  jobs: readonly PrintJob[],
): void {
  const refunds = new Set(records.in<{ id: string }>('REFUND').map(({ id }) => id))
  const kindOf = ({ printerName, ticket: { ticketId } }: PrintJob) => {
    if (printerName !== 'Front') return 'order'
    if (refunds.has(ticketId)) return 'refund slip'
    return isOrder(records, ticketId) ? 'bill' : 'receipt'
  }
  const kinds = jobs.map(kindOf)
  for (const kind of ['order', 'refund slip', 'receipt', 'bill'] as const) {
    const count = kinds.filter((each) => each === kind).length
    cloud.done.set(`paper with a ${kind}`, count)
  }
}

/**
 * A bill comes out as an original once in each form, and each further original has an entry of
 * the audit trail. Bills have no number yet.
 */
function auditBillsOnPaper(
  records: Records,
  bills: readonly PrintJob[],
  findings: Findings,
): void {
  const forms = bills.map(({ ticket: { ticketId, items, total, details } }) =>
    JSON.stringify([ticketId, items, total, details]),
  )
  findings.equal('bills printed twice in one form', forms.length - new Set(forms).size, 0)
  const further = Map.groupBy(
    records
      .in<AuditEntry>('AUDIT')
      .filter(({ after }) => after?.note === 'further original of the bill'),
    ({ subjectId }) => subjectId ?? '',
  )
  for (const [id, originals] of Map.groupBy(bills, ({ ticket }) => ticket.ticketId)) {
    const entries = further.get(id)?.length ?? 0
    findings.isTrue(
      `${originals.length} originals of the bill ${id}, and ${entries} entries`,
      originals.length - 1 <= entries,
    )
  }
}

/** Each receipt comes out once, or is marked as a copy, and its job knows its end. */
export function auditPaper(records: Records, world: World, findings: Findings): void {
  const { paper, cancelled, claims } = world
  const jobs = paper.map((line) => PrintJob.parse(JSON.parse(line)))
  countPapers(records, world, jobs)
  const originals = jobs.filter((job) => job.printerName === 'Front' && !isCopy(job))
  const isBill = ({ ticket }: PrintJob) =>
    ticket.details?.number === undefined && isOrder(records, ticket.ticketId)
  auditBillsOnPaper(records, originals.filter(isBill), findings)
  const receipts = originals.filter((job) => !isBill(job))
  const tickets = receipts.map(({ ticket }) => ticket.ticketId)
  findings.equal('tickets printed twice', tickets.length - new Set(tickets).size, 0)
  const unmarked = jobs.filter((job) => !isCopy(job)).map(({ id }) => id)
  findings.equal('jobs printed twice', unmarked.length - new Set(unmarked).size, 0)
  const recorded = new Map(
    records.in<JobRecord>('PRINT-JOBS').map((job) => [job.id, job.state]),
  )
  for (const { id } of jobs) {
    const state = recorded.get(id) ?? 'not on record'
    // An agent that cannot ask prints: a receipt matters more than a cancellation
    const isUnasked = state === 'cancelled' && !claims.has(id)
    // A dead letter may have come out before its agent died
    const isDead =
      world.cloud.queues.dead.includes(id) && ['queued', 'printing'].includes(state)
    const isEnded =
      isDead || isUnasked || ['printed', 'reprinted', 'failed'].includes(state)
    findings.isTrue(`print job ${id} is on paper, and ${state}`, isEnded)
    // An agent that could not ask at first, and was killed then, says that it may be on paper
    const isRefused = claims.get(id) === 'refused' && state !== 'failed'
    findings.isTrue(`print job ${id} was refused, and is on paper`, !isRefused)
  }
  for (const id of cancelled) {
    const isGiven = claims.get(id) === 'given'
    findings.isTrue(`print job ${id} was cancelled, and given to the agent`, !isGiven)
  }
}
