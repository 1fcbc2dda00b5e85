import { join } from 'node:path'
import { CloudUnreachable, connectCloud } from './cloud.ts'
import type { Config } from './config.ts'
import { enrol } from './enrolment.ts'
import { openJournal } from './jobs/journal.ts'
import { outcomeReports } from './jobs/outcomes.ts'
import { pullJobs } from './jobs/pull.ts'
import { openRenderers } from './jobs/render.ts'
import { log } from './log.ts'
import { reconcilePayments } from './payments/reconcile.ts'
import { allPrinters } from './printers/printers.ts'
import { keepReporting } from './report.ts'
import { keepTunnel } from './tunnel/keep.ts'
import { tunnelRequests } from './tunnel/requests.ts'

const LAST_REPORTS_MS = 5_000

/**
 * Runs the agent until `stop`: reports printers, prints jobs, carries requests to the
 * node and tells which payments it received. Returns when the job and the node requests in hand are finished. Throws
 * ConfigProblem and Revoked.
 */
export async function runAgent(config: Config, stop: AbortSignal): Promise<void> {
  const bearer = await enrol(config, stop)
  const cloud = connectCloud(config.baseUrl, bearer)
  const printers = allPrinters(config.printers)
  const journal = await openJournal(join(config.stateDir, 'jobs.jsonl'))
  const outcomes = outcomeReports(cloud, journal)
  const renderers = openRenderers()
  const { node } = config
  let tunnelUrl: string | undefined

  await together(stop, [
    (ended) =>
      keepReporting({ cloud, printers, onTunnelUrl: (url) => (tunnelUrl = url) }, ended),
    (ended) => pullJobs({ cloud, printers, journal, outcomes, renderers }, ended),
    (ended) => outcomes.keepSending(ended),
    async (ended) => {
      if (!node) return
      const requests = tunnelRequests({ cloud, node })
      await keepTunnel({ url: () => tunnelUrl, bearer, requests }, ended)
    },
    async (ended) => {
      if (!node) return
      await reconcilePayments({ cloud, node, stateDir: config.stateDir }, ended)
    },
  ])
  await outcomes.sendAll(AbortSignal.timeout(LAST_REPORTS_MS)).catch((error) => {
    // What the cloud has not heard is told at the next start.
    log('outcomes-left', { error })
  })
}

/** Runs all tasks until `stop`; the first that fails ends the others and is thrown. */
async function together(
  stop: AbortSignal,
  tasks: ((ended: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const failure = new AbortController()
  const ended = AbortSignal.any([stop, failure.signal])
  const results = await Promise.allSettled(
    tasks.map(async (task) => {
      try {
        await task(ended)
      } catch (error) {
        failure.abort()
        throw error
      }
    }),
  )
  for (const result of results) {
    // Calls that were under way when everything ended say that they got no answer.
    if (result.status === 'fulfilled' || result.reason instanceof CloudUnreachable)
      continue
    throw result.reason
  }
}
