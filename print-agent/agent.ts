import { join } from 'node:path'
import { lockFile, stateLock } from '../shared/lock-file.ts'
import { CloudUnreachable, connectCloud } from './cloud.ts'
import type { Config } from './config.ts'
import { enrol } from './enrolment.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { openJournal } from './jobs/journal.ts'
import { outcomeReports } from './jobs/outcomes.ts'
import { pullJobs } from './jobs/pull.ts'
import { openRenderers } from './jobs/render.ts'
import { jobClaims, jobProgress } from './jobs/run-job.ts'
import { log } from './log.ts'
import { nodePeer } from './payments/node-peer.ts'
import { reconcilePayments, watchedNode } from './payments/reconcile.ts'
import { allPrinters } from './printers/printers.ts'
import { useProxy } from './proxy.ts'
import { serveStatus } from './status/page.ts'
import { recordStatus, type StatusRecord } from './status/record.ts'
import { answerTable } from './tunnel/answer-table.ts'
import { keepTunnel, type Tunnel } from './tunnel/keep.ts'
import { nodePassword, tunnelRequests } from './tunnel/requests.ts'

/** Another process runs on the same state directory: both would print each receipt. */
export class StateDirInUse extends Error {
  override name = 'StateDirInUse'
}

const finalReportMs = 5_000

/**
 * Runs the agent until `stop`. Returns when the print jobs and node requests in progress
 * are finished. Throws ConfigProblem, StateDirInUse and Revoked.
 */
export async function runAgent(config: Config, stop: AbortSignal): Promise<void> {
  const lock = await lockFile(stateLock(config.stateDir))
  if (!lock) {
    throw new StateDirInUse(
      `Another agent is running on ${config.stateDir}: a state directory has one agent`,
    )
  }
  try {
    const status = await recordStatus(config)
    const ended = new AbortController()
    const page = serveStatus(config.statusPort, status.current, ended.signal)
    try {
      await runLocked(config, status, stop)
    } finally {
      ended.abort()
      await page
      await status.close()
    }
  } finally {
    lock.release()
  }
}

async function runLocked(config: Config, status: StatusRecord, stop: AbortSignal) {
  const { node, stateDir } = config
  useProxy(node?.url)
  const bearer = await enrol(config, stop)
  const cloud = connectCloud(config.baseUrl, bearer)
  const printers = allPrinters(config.printers)
  const journal = await openJournal(join(stateDir, 'jobs.jsonl'))
  const outcomes = outcomeReports(cloud, journal)
  const claim = jobClaims(cloud)
  const progress = jobProgress()
  const renderers = openRenderers()
  const password = nodePassword()
  const peer = nodePeer()
  const tunnel: Tunnel = {}

  await runTogether(stop, [
    (ended) =>
      sendHeartbeats(
        { cloud, printers, progress, password, peer, tunnel, status },
        ended,
      ),
    (ended) =>
      pullJobs({ cloud, claim, printers, journal, progress, outcomes, renderers }, ended),
    (ended) => outcomes.keepSending(ended),
    async (ended) => {
      if (!node) return
      const requests = tunnelRequests({
        cloud,
        table: answerTable(cloud),
        node,
        password,
      })
      const confirmIdentity = cloud.credentials
      await keepTunnel({ tunnel, bearer, requests, confirmIdentity }, ended)
    },
    async (ended) => {
      if (node) await reconcilePayments({ cloud, node, password, stateDir }, ended)
    },
    async (ended) => {
      if (node) await peer.watch(watchedNode(node, password), ended)
    },
  ])
  await outcomes.sendAll(AbortSignal.timeout(finalReportMs)).catch((error) => {
    // They stay in the journal and are sent after the next start.
    log('outcomes-unsent', { error })
  })
}

/** Runs all tasks until `stop`. The first failure stops the other tasks and is thrown. */
async function runTogether(
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
    if (result.status === 'fulfilled') continue
    // A call that the stop interrupted fails as unreachable, which is not a failure here.
    if (!(result.reason instanceof CloudUnreachable)) throw result.reason
  }
}
