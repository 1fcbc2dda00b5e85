import { gunzipSync, gzipSync } from 'node:zlib'
import type { AgentRecord } from '../../agents/agents.ts'
import { Failure, required } from '../../failure.ts'
import type { PermissionName } from '../../people/staff/permissions.ts'
import { type Item, idInKey, type Key, sortableMs } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, update, type Write, type Writes } from '../../platform/dynamodb/write.ts'
import { PrintJob } from '../queue/print-job.ts'
import type { JobState } from './job-states.ts'

/** A print job and its state, for seven days. */
export type JobRecord = Item & {
  readonly id: string
  readonly agentId: string
  readonly agentName: string
  /** The agents that it waited at before, and that must not print it any more. */
  readonly movedFrom?: readonly string[]
  /** As the printer's configuration names it. */
  readonly printerName: string
  readonly printerType: string | null
  readonly templateName: string
  readonly ticketId: string
  readonly copy: boolean
  /** Permission that a user needs to print it again or to cancel it, if any. */
  readonly permission?: PermissionName
  /** True if the agent asks for the job before it prints it. */
  readonly claims: boolean
  readonly state: JobState
  /** An agent was given it to print, or says that it began: if it failed, it may be on paper. */
  readonly wasBegun?: true
  /** True for a printed job without a sign that its printer read it. */
  readonly isUnconfirmed?: true
  /**
   * True once it was cancelled: the job is not begun any more, whatever its agent reports
   * afterwards.
   */
  readonly wasCancelled?: true
  /** The jobs that print this one again, oldest first: about 20 at most. */
  readonly reprints?: readonly Identity[]
  readonly attempts: number
  /** Reason why it was not printed, or not yet. */
  readonly detail: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly printedAtMs: number | null
  /** TTL, in Unix seconds. */
  readonly expiresAt: number
}

/** The whole job, for sending it again, and the time that its record is found by. */
export type MessageRecord = Item & {
  /** Gzipped JSON: most jobs take up less than 1 KB. */
  readonly message: Uint8Array
  readonly createdAtMs: number
  readonly expiresAt: number
}

/** Destination of a job, and the parts of its printer's configuration that its record shows. */
export type JobPlace = {
  readonly agent: Pick<AgentRecord, 'id' | 'name' | 'claimsJobs'>
  readonly printerName: string
  readonly printerType: string | null
  /** True if the job is marked as a copy. */
  readonly copy: boolean
  /** Permission that a user needs to print it again or to cancel it, if any. */
  readonly permission?: PermissionName | undefined
  /** The job that this one prints again. */
  readonly reprintOf?: Reprinted | undefined
}

const retentionSeconds = 7 * 24 * 60 * 60

/** Time for which jobs are listed, printed again and cancelled. */
const listedMs = 24 * 60 * 60_000

const partition = 'PRINT-JOBS'

export type Identity = { readonly id: string; readonly createdAtMs: number }

type Reprinted = Identity & Pick<JobRecord, 'reprints'>

const jobKey = ({ id, createdAtMs }: Identity): Key => ({
  pk: partition,
  sk: `${sortableMs(createdAtMs)}#${idInKey(id)}`,
})

const messageKey = (id: string): Key => ({
  pk: `PRINT-JOB#${idInKey(id)}`,
  sk: 'MESSAGE',
})

/** A write found that it was done before. */
export class AlreadyRecorded extends Error {}

/**
 * Records a job before it is sent to its agent's queue, with other writes in the same
 * transaction. A repeated call changes nothing.
 */
export const recordJob = (
  job: PrintJob,
  place: JobPlace,
  besides: Writes = [],
): Promise<void> => unlessRecorded(() => transact([...insertJob(job, place), ...besides]))

/** The parts of a job that its record shows. */
type Shown = Pick<PrintJob, 'id' | 'templateName' | 'createdAtMs' | 'expiresAtMs'> &
  Pick<JobRecord, 'ticketId'>

const keptUntil = (createdAtMs: number) =>
  Math.ceil(createdAtMs / 1000) + retentionSeconds

const recordOf = (job: Shown, place: JobPlace): JobRecord => ({
  ...jobKey(job),
  id: job.id,
  agentId: place.agent.id,
  agentName: place.agent.name,
  printerName: place.printerName,
  printerType: place.printerType,
  templateName: job.templateName,
  ticketId: job.ticketId,
  copy: place.copy,
  ...(place.permission && { permission: place.permission }),
  claims: place.agent.claimsJobs ?? false,
  state: 'queued',
  attempts: 0,
  detail: null,
  createdAtMs: job.createdAtMs,
  expiresAtMs: job.expiresAtMs,
  printedAtMs: null,
  expiresAt: keptUntil(job.createdAtMs),
})

/** Records a ticket that a printer without a template has not printed. */
export function recordSkipped(
  ticket: Pick<Shown, 'id' | 'createdAtMs' | 'ticketId'>,
  place: JobPlace,
): Promise<void> {
  const shown = { ...ticket, templateName: '', expiresAtMs: ticket.createdAtMs }
  const skipped: JobRecord = {
    ...recordOf(shown, place),
    state: 'skipped',
    detail: 'the printer has no template, so nothing was printed',
  }
  return unlessRecorded(() => transact([insert(skipped, () => new AlreadyRecorded())]))
}

/** The writes that record a job and keep it whole; it must not be recorded yet. */
export function insertJob(job: PrintJob, place: JobPlace): Writes {
  const { id, createdAtMs, ticket } = job
  const message: MessageRecord = {
    ...messageKey(id),
    message: gzipSync(JSON.stringify(job)),
    createdAtMs,
    expiresAt: keptUntil(createdAtMs),
  }
  const isRecorded = () => new AlreadyRecorded()
  const { reprintOf } = place
  return [
    insert(recordOf({ ...job, ticketId: ticket.ticketId }, place), isRecorded),
    insert(message, isRecorded),
    reprintOf && updateToReprinted(reprintOf, job),
  ]
}

const maxReprints = 20

/** Beyond the most that are kept, the newest takes the place of the last. */
function updateToReprinted(
  { reprints = [], ...original }: Reprinted,
  { id, createdAtMs }: Identity,
): Write {
  const reprint = { id, createdAtMs }
  const appended = '#reprints = list_append(if_not_exists(#reprints, :none), :reprints)'
  const replaced = `#reprints[${maxReprints - 1}] = :reprint`
  return update(
    jobKey(original),
    {
      compute: [reprints.length < maxReprints ? appended : replaced],
      values: { none: [], reprints: [reprint], reprint },
    },
    () => new Failure('notFound'),
  )
}

/** Commits writes whose condition may find that they were committed before. */
export async function unlessRecorded(commit: () => Promise<void>): Promise<void> {
  try {
    await commit()
  } catch (error) {
    if (!(error instanceof AlreadyRecorded)) throw error
  }
}

const jobIn = ({ message }: MessageRecord): PrintJob =>
  PrintJob.parse(JSON.parse(gunzipSync(message).toString('utf8')))

/** A job as it was queued. */
export async function findJob(id: string): Promise<PrintJob | undefined> {
  const message = await read<MessageRecord>(messageKey(id))
  return message && jobIn(message)
}

/** The key of a job's record. Throws `notFound`. */
export async function findJobKey(id: string): Promise<Key> {
  const { createdAtMs } = required(await read<MessageRecord>(messageKey(id)))
  return jobKey({ id, createdAtMs })
}

/** The keys of the records of jobs, without those that are not on record. */
export async function findJobKeys(ids: readonly string[]): Promise<Map<string, Key>> {
  const messages = await readMany<MessageRecord[]>(ids.map(messageKey))
  return new Map(
    ids.flatMap((id, at) => {
      const message = messages[at]
      return message ? [[id, jobKey({ id, createdAtMs: message.createdAtMs })]] : []
    }),
  )
}

/** A job of the last 24 hours, with its record. Throws `notFound`. */
export async function findListedJob(
  id: string,
  nowMs: number,
): Promise<{ readonly job: PrintJob; readonly record: JobRecord }> {
  const message = await read<MessageRecord>(messageKey(id))
  const record =
    message && (await read<JobRecord>(jobKey({ id, createdAtMs: message.createdAtMs })))
  if (!record || record.createdAtMs < nowMs - listedMs) throw new Failure('notFound')
  return { job: jobIn(message), record }
}

/** Jobs of the last 24 hours, newest first. */
export const listJobs = (nowMs: number, page?: Page): Promise<JobRecord[]> =>
  readAll<JobRecord>(
    { pk: partition, between: since(nowMs - listedMs), newestFirst: true },
    page,
  )

/** Jobs that were made since then, oldest first. */
export const jobsSince = (sinceMs: number): Promise<JobRecord[]> =>
  readAll<JobRecord>({ pk: partition, between: since(sinceMs) })

const since = (ms: number) => [sortableMs(ms), '9'] as const

/** The records of jobs, in their order; undefined for one that is not on record. */
export const jobRecords = async (jobs: readonly Identity[]) =>
  await readMany<JobRecord[]>(jobs.map(jobKey))
