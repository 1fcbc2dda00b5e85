import { elementTypes } from '../shared/printing/template.ts'
import { type Cloud, CloudRefused } from './cloud.ts'
import type { Progress } from './jobs/progress.ts'
import { log } from './log.ts'
import { pause } from './pause.ts'
import type { Printers } from './printers/printers.ts'
import { agentVersion } from './release.ts'
import type { NodePassword } from './tunnel/node-password.ts'

/** How often the list of printers is checked for a change. */
const POLL_MS = 15_000

type HeartbeatDeps = {
  cloud: Pick<Cloud, 'report'>
  printers: Pick<Printers, 'list'>
  progress: Pick<Progress, 'untold' | 'told'>
  password: Pick<NodePassword, 'isRefused'>
  onTunnelUrl: (url: string) => void
}

/**
 * Sends heartbeats until `stop`, each with the current list of printers, whether the node
 * refuses the password, and the jobs that were tried in vain: one at once, one whenever the
 * list or the node's answer has changed, and otherwise at the interval that the cloud asks for.
 * Throws Revoked.
 */
export async function sendHeartbeats(
  { cloud, printers, progress, password, onTunnelUrl }: HeartbeatDeps,
  stop: AbortSignal,
): Promise<void> {
  let reported = ''
  let dueAtMs = 0
  while (!stop.aborted) {
    const list = await printers.list()
    const nodeRefusesPassword = password.isRefused()
    const news = JSON.stringify([list, nodeRefusesPassword ?? false])
    const hasChanged = news !== reported
    if (hasChanged || Date.now() >= dueAtMs) {
      try {
        const jobs = progress.untold()
        const report = {
          printers: list,
          version: agentVersion,
          elementTypes: [...elementTypes],
          claimsJobs: true,
          ...(nodeRefusesPassword !== undefined && { nodeRefusesPassword }),
          ...(jobs.length > 0 && { jobs }),
        }
        const response = await cloud.report(report, stop)
        onTunnelUrl(response.tunnelUrl)
        progress.told(jobs)
        reported = news
        dueAtMs = Date.now() + response.nextReportSeconds * 1000
        if (hasChanged) {
          log('printers-reported', { printers: list, nodeRefusesPassword })
        }
      } catch (error) {
        if (!(error instanceof CloudRefused)) throw error
        log('heartbeat-refused', { error })
        // An immediate retry would be refused again.
        reported = news
        dueAtMs = Date.now() + POLL_MS
      }
    }
    await pause(Math.max(0, Math.min(POLL_MS, dueAtMs - Date.now())), stop)
  }
}
