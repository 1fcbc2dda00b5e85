import { insertAuditEntry } from '../../audit/audit-trail.ts'
import { update, type Write } from '../../dynamodb/write.ts'
import { ticketDateOf } from '../../sales/ticket.ts'
import { ticketKey } from '../../sales/tickets.ts'
import { type JobPlace, recordJob } from '../jobs/job-records.ts'
import type { PrintJob } from '../queue/print-job.ts'

/** How long after a sale its ticket opens the drawer. */
const saleMs = 15 * 60_000

class NoSale extends Error {}

/**
 * Records a job that opens the cash drawer. A till's own print of a ticket just sold does so
 * once; any other one is entered in the audit trail.
 */
export async function recordPulse(job: PrintJob, place: JobPlace): Promise<void> {
  try {
    await recordJob(job, place, [updateToOpened(job)])
  } catch (error) {
    if (!(error instanceof NoSale)) throw error
    await recordJob(job, place, insertPulseAudit(job, place))
  }
}

/** The entry of a job that opens the drawer without a sale; nothing for other jobs. */
export const insertPulseAudit = (
  { id, settings, templateName, ticket }: PrintJob,
  { printerName }: Pick<JobPlace, 'printerName'>,
): Write[] =>
  settings?.openDrawer
    ? [
        insertAuditEntry({
          kind: 'drawer',
          subject: { id, name: printerName },
          before: null,
          after: { templateName, ticketId: ticket.ticketId },
        }),
      ]
    : []

const updateToOpened = ({ ticket, createdAtMs }: PrintJob): Write =>
  update(
    ticketKey(ticket.ticketId),
    {
      set: { drawerOpenedAt: ticketDateOf(createdAtMs) },
      when: 'attribute_exists(#number) AND attribute_not_exists(#drawerOpenedAt) AND #ticketDate >= :since',
      values: { since: ticketDateOf(createdAtMs - saleMs) },
    },
    () => new NoSale(),
  )
