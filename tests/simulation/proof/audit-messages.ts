import type { JobRecord } from '../../../shared/agents/print-jobs.ts'
import { PrintJob } from '../../../shared/agents/protocol/print-job.ts'
import { copyElement } from '../../../shared/printing/layout.ts'
import type { World } from '../shop/world.ts'
import type { Findings, Records } from './records.ts'

/** Whether a job says that it is a copy. */
export const isCopy = ({ elements }: PrintJob): boolean =>
  JSON.stringify(elements[0]) === JSON.stringify(copyElement)

/** Each receipt comes out once, or is marked as a copy, and its job knows its end. */
export function auditPaper(records: Records, { paper }: World, findings: Findings): void {
  const jobs = paper.map((line) => PrintJob.parse(JSON.parse(line)))
  const originals = jobs.filter((job) => job.printerName === 'Front' && !isCopy(job))
  const tickets = originals.map(({ ticket }) => ticket.ticketId)
  findings.equal('tickets printed twice', tickets.length - new Set(tickets).size, 0)
  const states = records.in<JobRecord>('PRINT-JOBS')
  for (const { id } of jobs) {
    const job = states.find((each) => each.id === id)
    findings.equal(`state of print job ${id}`, job?.state, 'printed')
  }
}
