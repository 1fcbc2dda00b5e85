import { describe, expect, it } from 'vitest'
import { networkPrefix } from '../../../shared/ip-address.ts'
import { withEntry, withLogin } from '../../../shared/people/staff/known-devices.ts'
import {
  type AddressCounts,
  type DevicesCounts,
  decideAttempt,
  type LoginCounts,
} from '../../../shared/people/staff/login-decision.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const allPins = 10_000

/** Origin of a PIN: an address, and a device that may know Ana. */
type Place = {
  readonly ip: string
  readonly deviceId?: string
  /** User of the session that tries it, if any: accounts of the thief, known at the device. */
  readonly account?: string
}

/** The rate limit of a shop in memory, by its own decisions, for one name. */
function rateLimit() {
  const addresses = new Map<string, AddressCounts>()
  const accounts = new Map<string, DevicesCounts>()
  let counts: Omit<LoginCounts, 'address'> = { strangers: undefined, devices: undefined }
  const attempt = ({ ip, deviceId, account }: Place, nowMs: number) => {
    const address = networkPrefix(ip)
    const asker = account === undefined ? undefined : accounts.get(account)
    const inSession = account !== undefined && {
      isInSession: true,
      askerDeviceId: deviceId,
    }
    const decision = decideAttempt(
      { address: addresses.get(address), ...counts, asker },
      { hasName: true, deviceId, ...inSession },
      nowMs,
    )
    if (decision.kind !== 'counted') return decision
    if (account !== undefined && decision.asker) accounts.set(account, decision.asker)
    if (decision.address)
      addresses.set(address, { ...decision.address, pendingUntilMs: 0 })
    const { strangers = counts.strangers, devices = counts.devices } = decision
    counts = { strangers, devices }
    return decision
  }
  /** Ana logs in at a device, which was counted by `attempt`. */
  const succeed = ({ ip, deviceId = '' }: Place, nowMs: number) => {
    addresses.delete(networkPrefix(ip))
    const { devices = [], day = '', wrong = 0 } = counts.devices ?? {}
    const own = devices.find(({ id }) => id === deviceId)
    const settled = own ? withEntry(devices, { ...own, level: own.level - 1 }) : devices
    counts = {
      ...counts,
      devices: { day, wrong, devices: withLogin(settled, deviceId, true, nowMs) },
    }
  }
  /** Somebody logs in there with another account: only the address forgets. */
  const clearAddress = (ip: string) => addresses.delete(networkPrefix(ip))
  return { attempt, succeed, clearAddress }
}

const till = { ip: '198.51.100.7', deviceId: 'till' }
/** Shared tills that the thief uses, too. */
const shared = [1, 2, 3, 4, 5].map((n) => ({
  ip: `198.51.100.${n + 20}`,
  deviceId: `shared ${n}`,
}))
/** Sessions of the thief's own accounts at all of them. */
const sessionsOf = (accounts: number) =>
  shared.flatMap((place) =>
    Array.from({ length: accounts }, (_, at) => ({ ...place, account: `account ${at}` })),
  )
const ofIpv6Block = Array.from({ length: 65_536 }, (_, at) => ({
  ip: `2001:db8:7:${at.toString(16)}::1`,
}))
const ofIpv4 = Array.from({ length: 1_000 }, (_, at) => ({
  ip: `10.${at >> 4}.${at % 16}.1`,
}))
const ownPhone = [{ ip: '203.0.113.50' }]

/**
 * Guesses from all places in turn, as soon as the rate limit lets it, until all PINs were
 * tried. Ana's till opens every morning; on each fifth she mistypes four times. With an
 * account of its own, the thief clears the count of every address before each guess.
 */
function searchPins(places: readonly Place[], hasAccount: boolean) {
  const { attempt, succeed, clearAddress } = rateLimit()
  for (const place of [...shared, till]) succeed(place, 0)
  const guess = (place: Place, nowMs: number) => {
    if (hasAccount) clearAddress(place.ip)
    return attempt(place, nowMs)
  }
  const known = places.filter(({ deviceId }) => deviceId !== undefined)
  const strangers = places.filter(({ deviceId }) => deviceId === undefined)
  const refusedMornings: number[] = []
  let [tried, turn, nowMs, nextMorningMs] = [0, 0, dayMs, dayMs]
  while (tried < allPins) {
    while (nextMorningMs <= nowMs) {
      const mistyped = (nextMorningMs / dayMs) % 5 === 0 ? 4 : 0
      for (let n = 0; n <= mistyped; n += 1) {
        const { kind } = attempt(till, nextMorningMs)
        if (kind !== 'counted') refusedMornings.push(nextMorningMs / dayMs)
      }
      succeed(till, nextMorningMs)
      nextMorningMs += dayMs
    }
    const decisions = known.map((place) => guess(place, nowMs))
    for (const _ of strangers) {
      turn = (turn + 1) % strangers.length
      const decision = guess(strangers[turn] as Place, nowMs)
      decisions.push(decision)
      // The bucket of strangers is full: no other stranger would do better now
      if (decision.kind === 'blocked' && decision.blockedMs > minuteMs) break
    }
    tried += decisions.filter(({ kind }) => kind === 'counted').length
    const waitMs = Math.min(
      ...decisions.map((each) => (each.kind === 'blocked' ? each.blockedMs : 0)),
    )
    nowMs += waitMs
  }
  return { days: (nowMs - dayMs) / dayMs, refusedMornings }
}

describe('all 10,000 PINs of a name take more than 60 days', () => {
  it.each<[string, readonly Place[], boolean]>([
    ['an account of their own', ownPhone, true],
    ["one shared till's device", shared.slice(0, 1), false],
    ['five shared tills, with an account', shared, true],
    ['an IPv6 /48', ofIpv6Block, false],
    ['1,000 IPv4 addresses', ofIpv4, false],
    ['the tills and 1,000 addresses, with an account', [...shared, ...ofIpv4], true],
    [
      'all of these together',
      [...shared, ...ownPhone, ...ofIpv4, ...ofIpv6Block.slice(0, 900)],
      true,
    ],
    ['approvals in sessions of an own account at five shared tills', sessionsOf(1), true],
    [
      'logins there as well, and from 1,000 addresses',
      [...shared, ...sessionsOf(1), ...ofIpv4],
      true,
    ],
    [
      'all of it, with five accounts',
      [...shared, ...sessionsOf(5), ...ofIpv4, ...ofIpv6Block.slice(0, 900)],
      true,
    ],
  ])('from %s, and a known till is never refused', (from, places, hasAccount) => {
    const { days, refusedMornings } = searchPins(places, hasAccount)
    console.log(`${from}: ${days.toFixed(1)} days`)
    expect(days).toBeGreaterThan(60)
    expect(refusedMornings).toEqual([])
  })

  it('also when the thief holds all six devices that know it, and takes each new one', () => {
    const { attempt, succeed } = rateLimit()
    let [tried, nowMs, logins] = [0, 0, 0]
    for (; tried < allPins; nowMs += 20 * minuteMs) {
      // Each time the thief deletes a till's cookie and keeps a copy of it
      logins += 1
      succeed({ ip: till.ip, deviceId: `device ${logins}` }, nowMs)
      const places = Array.from({ length: 6 }, (_, at) => ({
        ip: till.ip,
        deviceId: `device ${logins - at}`,
      }))
      for (const place of [...places, { ip: `10.0.${tried % 250}.1` }]) {
        while (attempt(place, nowMs).kind === 'counted') tried += 1
      }
    }
    expect(nowMs / dayMs).toBeGreaterThan(60)
  })
})

it("one address has the contract's numbers: the bucket of the name never refuses it", () => {
  const { attempt } = rateLimit()
  const stranger = { ip: '203.0.113.1' }
  const blockMinutes = [
    1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597,
  ]
  let nowMs = dayMs
  for (let n = 0; n < 5; n += 1) {
    expect(attempt(stranger, nowMs)).toMatchObject({
      kind: 'counted',
      address: { blockedUntilMs: 0 },
    })
  }
  for (const minutes of blockMinutes) {
    const blockedUntilMs = nowMs + minutes * minuteMs
    expect(attempt(stranger, nowMs)).toMatchObject({
      kind: 'counted',
      address: { blockedUntilMs },
    })
    nowMs = blockedUntilMs
  }
})
