import { computingMegabytes, usualMegabytes } from '../cloud/function-names.ts'
import { assumed } from './assumptions.ts'
import counted from './counted.json' with { type: 'json' }
import prices from './prices.json' with { type: 'json' }

/** Meters of AWS, by name in infra/cost/prices.json. */
export type Meter = keyof typeof prices.prices

/** Quantity of each meter. */
export type Usage = { readonly [M in Meter]?: number }

/** The sum of several usages. */
export function sum(...usages: readonly Usage[]): Usage {
  const total: { [M in Meter]?: number } = {}
  for (const usage of usages) {
    for (const [meter, amount] of Object.entries(usage) as [Meter, number][]) {
      total[meter] = (total[meter] ?? 0) + amount
    }
  }
  return total
}

/** A usage multiplied. */
export const times = (count: number, usage: Usage): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([meter, amount]) => [meter, count * amount]),
  )

/** An activity whose table capacity was counted on the engine (`npm run count`). */
export type CountedActivity = keyof typeof counted

/** The table capacity of a counted activity. */
export const capacityOf = (activity: CountedActivity): Usage => counted[activity]

const gigabyte = 1_000_000_000

/** Memory of most functions, and of those that compute, in GB. */
export const usual = usualMegabytes / 1_024
export const computing = computingMegabytes / 1_024

/** Usage of an invocation, without its work. */
export const invocation = (ms: number, memoryGigabytes = usual): Usage => ({
  invocations: 1,
  gbSeconds: (ms / 1_000) * memoryGigabytes,
})

/** Lines in a log, kept for a month. */
export const logged = (bytes: number): Usage => ({
  logGigabytes: bytes / gigabyte,
  storedLogGigabytes: (bytes * assumed('logCompression')) / gigabyte,
})

/** An HTTPS request through the front door to a function. */
export const request = (ms = assumed('requestMs'), memoryGigabytes = usual): Usage =>
  sum(invocation(ms, memoryGigabytes), logged(assumed('requestLogBytes')), {
    httpRequests: 1,
    cdnRequests: 1,
    cdnFunctionCalls: 1,
    cdnGigabytes: (assumed('responseKilobytes') * 1_000) / gigabyte,
  })

/** An invocation that no HTTPS request makes. */
export const otherInvocation = (
  ms = assumed('requestMs'),
  memoryGigabytes = usual,
): Usage => sum(invocation(ms, memoryGigabytes), logged(assumed('invocationLogBytes')))

/** A request with the table capacity that was counted for it. */
export const countedRequest = (
  activity: CountedActivity,
  ms?: number,
  memoryGigabytes?: number,
): Usage => sum(request(ms, memoryGigabytes), capacityOf(activity))

/** Traffic to an agent, which bypasses CloudFront. */
export const toAgent: Usage = {
  outGigabytes: (assumed('tunnelKilobytes') * 1_000) / gigabyte,
}

/**
 * A request that asks the node through the tunnel: a frame to the agent, which writes the
 * answer into the table itself, and the reads of the function that waits.
 */
export const tunnelRequest = (
  activity: CountedActivity,
  memoryGigabytes?: number,
): Usage =>
  sum(
    countedRequest(activity, assumed('tunnelMs'), memoryGigabytes),
    { socketMessages: 1, reads: assumed('tunnelPolls') },
    toAgent,
  )
