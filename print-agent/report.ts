import packageJson from '../package.json' with { type: 'json' }
import { type Cloud, CloudRefused } from './cloud.ts'
import { log } from './log.ts'
import { pause } from './pause.ts'
import type { Printers } from './printers/printers.ts'

const LOOK_AGAIN_MS = 15_000

type ReportDeps = {
  cloud: Cloud
  printers: Printers
  onTunnelUrl: (url: string) => void
}

/**
 * Reports the printers until `stop`: at once, whenever the list has changed, and as
 * often as the cloud asks for this sign of life. Throws Revoked.
 */
export async function keepReporting(
  { cloud, printers, onTunnelUrl }: ReportDeps,
  stop: AbortSignal,
): Promise<void> {
  let reported = ''
  let dueAtMs = 0
  while (!stop.aborted) {
    const list = await printers.list()
    const hasChanged = JSON.stringify(list) !== reported
    if (hasChanged || Date.now() >= dueAtMs) {
      try {
        const report = { printers: list, version: packageJson.version }
        const reply = await cloud.report(report, stop)
        onTunnelUrl(reply.tunnelUrl)
        reported = JSON.stringify(list)
        dueAtMs = Date.now() + reply.nextReportSeconds * 1000
        if (hasChanged) log('reported', { printers: list })
      } catch (error) {
        if (!(error instanceof CloudRefused)) throw error
        log('report-refused', { error })
        // What is refused once is refused again: no sooner than the next look.
        reported = JSON.stringify(list)
        dueAtMs = Date.now() + LOOK_AGAIN_MS
      }
    }
    await pause(Math.max(0, Math.min(LOOK_AGAIN_MS, dueAtMs - Date.now())), stop)
  }
}
