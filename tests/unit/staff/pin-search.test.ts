import { describe, expect, it } from 'vitest'
import { networkPrefix, wideNetworkPrefix } from '../../../shared/ip-address.ts'
import type { LeakyBucket } from '../../../shared/staff/leaky-bucket.ts'
import {
  type AddressCounts,
  decideAttempt,
} from '../../../shared/staff/login-decision.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const allPins = 10_000

/**
 * The rate limit of a shop in memory, by its own decisions. A till stands at `tillAddress`
 * and the name is known there. Every guess of the others is wrong.
 */
function rateLimitOf(tillAddress: string) {
  const addresses = new Map<string, AddressCounts>()
  const buckets = new Map<string, LeakyBucket>()
  const attempt = (ip: string, target: string, nowMs: number) => {
    const address = networkPrefix(ip)
    const keys = ip === tillAddress ? [] : [target, wideNetworkPrefix(ip)]
    const counts = {
      address: addresses.get(address),
      shared: keys.map((key) => buckets.get(key)),
    }
    const decision = decideAttempt(counts, target, nowMs)
    if (decision.kind !== 'counted') return decision
    addresses.set(address, { ...decision.address, pendingUntilMs: 0 })
    for (const [at, key] of keys.entries()) {
      buckets.set(key, decision.shared[at] as LeakyBucket)
    }
    return decision
  }
  return { attempt, succeed: (ip: string) => addresses.delete(networkPrefix(ip)) }
}

const ofIpv6Block = Array.from(
  { length: 65_536 },
  (_, at) => `2001:db8:7:${at.toString(16)}::1`,
)
/** In the till's own /24, and in many others. */
const ofIpv4 = [
  ...Array.from({ length: 200 }, (_, at) => `198.51.100.${at + 10}`),
  ...Array.from({ length: 800 }, (_, at) => `10.${at >> 4}.${at % 16}.1`),
]

/**
 * Guesses one name from all addresses in turn, as soon as the rate limit lets it, until all
 * PINs were tried. The till opens every morning; on each fifth its user mistypes first.
 */
function searchPins(attackers: readonly string[]) {
  const tillAddress = '198.51.100.7'
  const { attempt, succeed } = rateLimitOf(tillAddress)
  const refusedMornings: number[] = []
  let [tried, turn, nowMs, nextMorningMs] = [0, 0, dayMs, dayMs]
  while (tried < allPins) {
    while (nextMorningMs <= nowMs) {
      const mistyped = (nextMorningMs / dayMs) % 5 === 0 ? 4 : 0
      for (let n = 0; n <= mistyped; n += 1) {
        const { kind } = attempt(tillAddress, 'Ana', nextMorningMs)
        if (kind !== 'counted') refusedMornings.push(nextMorningMs / dayMs)
      }
      succeed(tillAddress)
      nextMorningMs += dayMs
    }
    let waitMs = Number.POSITIVE_INFINITY
    for (let n = 0; n < attackers.length && waitMs > 0; n += 1) {
      turn = (turn + 1) % attackers.length
      const decision = attempt(attackers[turn] as string, 'Ana', nowMs)
      const isCounted = decision.kind === 'counted'
      waitMs = Math.min(waitMs, decision.kind === 'blocked' ? decision.blockedMs : 0)
      if (isCounted) tried += 1
      // The bucket of the name is full: no other address would do better now
      if (waitMs > minuteMs) break
    }
    nowMs += waitMs
  }
  return { days: (nowMs - dayMs) / dayMs, refusedMornings }
}

describe('all 10,000 PINs of a name take more than 30 days', () => {
  it.each([
    ['an IPv6 /48', ofIpv6Block],
    ['1,000 IPv4 addresses', ofIpv4],
    ['both together', [...ofIpv6Block, ...ofIpv4]],
  ])('from %s, and a known till is never locked out', (from, attackers) => {
    const { days, refusedMornings } = searchPins(attackers)
    console.log(`${from}: ${days.toFixed(1)} days`)
    expect(days).toBeGreaterThan(30)
    expect(refusedMornings).toEqual([])
  })
})

it("one address has the contract's numbers: the buckets never refuse it", () => {
  const { attempt } = rateLimitOf('198.51.100.7')
  const blockMinutes = [
    1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597,
  ]
  let nowMs = dayMs
  for (let n = 0; n < 5; n += 1) {
    expect(attempt('203.0.113.1', 'Ana', nowMs)).toMatchObject({
      kind: 'counted',
      address: { blockedUntilMs: 0 },
    })
  }
  for (const minutes of blockMinutes) {
    const blockedUntilMs = nowMs + minutes * minuteMs
    expect(attempt('203.0.113.1', 'Ana', nowMs)).toMatchObject({
      kind: 'counted',
      address: { blockedUntilMs },
    })
    nowMs = blockedUntilMs
  }
})
