import type { PrinterReport } from '../shared/agents/protocol/report.ts'
import { elementTypes } from '../shared/paper/layout/template.ts'
import { maxDetailLength } from '../shared/paper/queue/print-job.ts'
import { pause } from '../shared/pause.ts'
import { type Cloud, CloudRefused } from './cloud.ts'
import type { Progress } from './jobs/run-job.ts'
import { log } from './log.ts'
import type { NodePeer } from './payments/node-peer.ts'
import type { Printers } from './printers/printers.ts'
import { agentVersion } from './release.ts'
import type { StatusRecord } from './status/record.ts'
import type { Status } from './status/status.ts'
import type { Tunnel } from './tunnel/keep.ts'
import type { NodePassword } from './tunnel/requests.ts'

/** Interval at which the list of printers is checked for a change. */
const pollMs = 15_000

type HeartbeatDeps = {
  cloud: Pick<Cloud, 'report' | 'nowMs'>
  printers: Pick<Printers, 'list'>
  progress: Pick<Progress, 'unreported' | 'reported'>
  password: Pick<NodePassword, 'isRefused'>
  peer: Pick<NodePeer, 'isLost' | 'change'>
  tunnel: Tunnel
  status: Pick<StatusRecord, 'current' | 'printersChange' | 'reported'>
}

/**
 * Sends heartbeats until `stop`: at once, when a printer, the node's password or
 * its peer changes, and at the interval that the cloud asks for, then through the tunnel where nothing has
 * changed and the cloud takes them there. Renews a tunnel that the cloud does not know. Throws
 * Revoked.
 */
export async function sendHeartbeats(
  { cloud, printers, progress, password, peer, tunnel, status }: HeartbeatDeps,
  stop: AbortSignal,
): Promise<void> {
  let reported = ''
  let found = ''
  let dueAtMs = 0
  let intervalMs = 0
  let reportDueAtMs = 0
  while (!stop.aborted) {
    const list = await printers.list()
    if (JSON.stringify(list) !== found) log('printers-found', { printers: list })
    found = JSON.stringify(list)
    const change = AbortSignal.any([status.printersChange(), peer.change()])
    const states = status.current().printers
    const nodeRefusesPassword = password.isRefused()
    const problems = states.map(({ problem }) => problem)
    const nodePeerLost = peer.isLost()
    const news = JSON.stringify([
      list,
      problems,
      nodeRefusesPassword ?? false,
      nodePeerLost ?? false,
    ])
    const hasChanged = news !== reported
    const jobs = progress.unreported()
    if (
      !hasChanged &&
      jobs.length === 0 &&
      Date.now() >= dueAtMs &&
      Date.now() < reportDueAtMs &&
      tunnel.sendHeartbeat?.()
    ) {
      dueAtMs = Date.now() + intervalMs
      status.reported()
    } else if (hasChanged || Date.now() >= dueAtMs) {
      try {
        const { id: tunnelId } = tunnel
        const report = {
          printers: states.map((state) => reportOf(state, cloud.nowMs() - Date.now())),
          version: agentVersion,
          elementTypes: [...elementTypes],
          claimsJobs: true,
          tunnelHeartbeats: true,
          ...(nodeRefusesPassword !== undefined && { nodeRefusesPassword }),
          ...(nodePeerLost !== undefined && { nodePeerLost }),
          ...(tunnelId !== undefined && { tunnelId }),
          ...(jobs.length > 0 && { jobs }),
        }
        const response = await cloud.report(report, stop)
        tunnel.url = response.tunnelUrl
        status.reported()
        // It may have opened another one since
        if (response.renewTunnel && tunnel.id === tunnelId) {
          log('tunnel-unknown', { tunnelId })
          tunnel.renew?.()
        }
        progress.reported(jobs)
        reported = news
        intervalMs = response.nextReportSeconds * 1000
        dueAtMs = Date.now() + intervalMs
        reportDueAtMs = Date.now() + (response.unchangedReportSeconds ?? 0) * 1000
        if (hasChanged) {
          log('printers-reported', { printers: list, nodeRefusesPassword, nodePeerLost })
        }
      } catch (error) {
        if (!(error instanceof CloudRefused)) throw error
        log('heartbeat-refused', { error })
        // An immediate retry would be refused again.
        reported = news
        dueAtMs = Date.now() + pollMs
      }
    }
    const waitMs = Math.max(0, Math.min(pollMs, dueAtMs - Date.now()))
    await pause(waitMs, AbortSignal.any([stop, change]))
  }
}

/** A printer for the cloud, whose clock is `aheadMs` ahead of this machine's. */
function reportOf(
  { name, kind, problem, failingSinceMs, printedAtMs }: Status['printers'][number],
  aheadMs: number,
): PrinterReport {
  const inCloud = (atMs: number | null) =>
    atMs === null ? null : Math.max(0, Math.round(atMs + aheadMs))
  return {
    name,
    kind,
    problem: problem?.slice(0, maxDetailLength).toWellFormed() ?? null,
    failingSinceMs: inCloud(failingSinceMs),
    lastPrintedMs: inCloud(printedAtMs),
  }
}
