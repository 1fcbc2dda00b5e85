import type { Latency } from './latency.ts'

/** A row of a table of latencies. */
export function latencyRow({ request, count, medianMs, p99Ms, budgetMs }: Latency) {
  return {
    request,
    calls: count,
    median: medianMs.toFixed(1) + (budgetMs ? ` (${budgetMs.toFixed(1)})` : ''),
    p99: p99Ms.toFixed(1),
  }
}
