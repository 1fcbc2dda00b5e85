import type { Message } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { PrintJob } from '../../shared/paper/queue/print-job.ts'

const Identified = z.object({ id: z.string().min(1) })

/** What a message of the queue holds: a job, or only the id of one, or nothing of the kind. */
export type Received = { job: PrintJob } | { invalidId: string } | 'unknown'

/** Parses a message of the queue. A cloud of a later release may send what this one lacks. */
export function parseMessage({ Body = '' }: Message): Received {
  const content = json(Body)
  const { data: job } = PrintJob.safeParse(content)
  if (job) return { job }
  const { data: identified } = Identified.safeParse(content)
  return identified ? { invalidId: identified.id } : 'unknown'
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
