import type { RequestKey } from '../../idempotency/request-key.ts'
import { copyElement } from '../layout/layout.ts'
import { markPrinted, type Original, unmarkPrinted } from './copy-mark.ts'
import { asOneCopy } from './printer-settings.ts'
import { type PreparedJob, sendJobs } from './send-to-printers.ts'

/** Sends jobs, as copies unless they are the first of what they print. */
export async function sendOnce(
  original: Original,
  jobs: readonly PreparedJob[],
  key: RequestKey | undefined,
): Promise<void> {
  const mark = await markPrinted(original, key)
  let queued = 0
  try {
    queued = await sendJobs(mark ? jobs : jobs.map(asCopy))
  } finally {
    // Printers that print nothing, or failed, have printed no original
    if (mark && queued === 0) await unmarkPrinted(original, mark)
  }
}

function asCopy(prepared: PreparedJob): PreparedJob {
  if (prepared.status === 'rejected' || !prepared.value) return prepared
  const { job, ...rest } = prepared.value
  const copy = {
    ...job,
    elements: [copyElement, ...job.elements],
    settings: asOneCopy(job.settings),
  }
  return { ...prepared, value: { ...rest, job: copy } }
}
