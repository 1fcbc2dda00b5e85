import type { Gauge } from './gauges.ts'
import type { Shift } from './people.ts'
import type { RequestFigures } from './requests.ts'

/** The report of a minute. */
export function minuteLines({
  minute,
  seconds,
  figures: { requests, p50Ms, p99Ms, errors },
  gauge: { processes, queued, dead, engineMb },
  shift,
}: {
  readonly minute: number
  readonly seconds: number
  readonly figures: RequestFigures
  readonly gauge: Gauge
  readonly shift: Shift
}): string[] {
  const counts = [...errors].map(
    ([status, count]) => `${count} × ${status || 'no answer'}`,
  )
  const perSecond = (requests / seconds).toFixed(0)
  return [
    `\nminute ${minute}: ${requests} requests (${perSecond} a second), p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; errors: ${counts.join(', ') || 'none'}`,
    `  so far ${shift.sold.length} sales (${shift.paidHashes.length} over Lightning), ${shift.settled.length} tables, ${shift.paper.figures().printed} tickets on paper`,
    ...processes.map(
      ({ name, residentMb, heldMb, descriptors, sockets }) =>
        `  ${name.padEnd(28)} ${residentMb.toFixed(0).padStart(5)} MB resident${heldMb === undefined ? '' : `, ${heldMb.toFixed(1)} MB held`}, ${descriptors} descriptors (${sockets} sockets)`,
    ),
    `  print queues ${queued}, dead letters ${dead}, engine ${engineMb.toFixed(0)} MB on disk`,
  ]
}
