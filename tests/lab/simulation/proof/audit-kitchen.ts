import type { JobRecord } from '../../../../shared/paper/jobs/job-records.ts'
import { PrintJob } from '../../../../shared/paper/queue/print-job.ts'
import type { FiredJob } from '../../../../shared/selling/kitchen/fired-jobs.ts'
import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import type { World } from '../shop/world.ts'
import { isCopy } from './audit-messages.ts'
import type { Findings, Records } from './records.ts'

/** Each line that was fired is on one ticket of each of its printers, or on marked copies. */
export function auditKitchen(
  records: Records,
  { paper }: World,
  findings: Findings,
): void {
  const jobs = records.in<JobRecord>('PRINT-JOBS')
  const copies = new Set(jobs.filter(({ copy }) => copy).map(({ id }) => id))
  const fired = records
    .startingWith<FiredJob>('ORDER#')
    .filter(({ sk }) => sk.startsWith('FIRED#'))
  const firsts = fired
    .filter(({ jobId }) => !copies.has(jobId))
    .flatMap(({ lineIds, printerName }) => lineIds.map((id) => `${id} at ${printerName}`))
  findings.equal('lines fired twice', firsts.length - new Set(firsts).size, 0)
  const sent = new Set(fired.flatMap(({ lineIds }) => lineIds))
  const pending = records
    .startingWith<RestaurantOrderRecord>('ORDER#', 'ORDER')
    .filter(({ kind }) => kind === 'restaurant')
    .flatMap(({ lines }) => lines)
    .filter(({ id, status }) => sent.has(id) && status === 'pending')
  findings.equal('lines that were fired and wait', pending, [])

  // A slip that tells of a change names lines again that were printed
  const tickets = new Set(fired.map(({ jobId }) => jobId))
  const printed = paper
    .map((line) => PrintJob.parse(JSON.parse(line)))
    .filter((job) => tickets.has(job.id) && !isCopy(job))
    .flatMap(({ ticket, printerName }) =>
      ticket.items.flatMap(({ comments = [] }) =>
        comments.map((mark) => `${mark} at ${printerName}`),
      ),
    )
  findings.equal('lines printed twice', printed.length - new Set(printed).size, 0)
  const known = new Set(jobs.map(({ id }) => id))
  for (const { jobId } of fired) {
    findings.isTrue(`fired job ${jobId} is not on record`, known.has(jobId))
  }
}
