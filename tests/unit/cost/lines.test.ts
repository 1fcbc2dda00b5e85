import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import prices from '../../../infra/cost/prices.json' with { type: 'json' }
import { sheetLines } from '../../../infra/cost/print.ts'
import { linesOf, totalOf } from '../../../infra/cost/sheet.ts'
import { shops } from '../../../infra/cost/shop.ts'
import { type Meter, sum, times, type Usage } from '../../../infra/cost/usage.ts'

/** Computed by hand from the price and the free amount of each meter. */
const byHand: Record<Meter, readonly [amount: number, listUsd: number, usd: number]> = {
  httpRequests: [2_000_000, 2, 2],
  socketMessages: [500_000, 0.5, 0.5],
  socketMinutes: [4_000_000, 1, 1],
  invocations: [1_500_000, 0.3, 0.1],
  gbSeconds: [500_000, 6.6667, 1.33334],
  reads: [8_000_000, 1, 1],
  writes: [4_000_000, 2.5, 2.5],
  tableGigabytes: [30, 7.5, 1.25],
  backupGigabytes: [5, 1, 1],
  secrets: [2, 0.8, 0.8],
  secretCalls: [20_000, 0.1, 0.1],
  keyRequests: [30_000, 0.09, 0.03],
  queueRequests: [3_000_000, 1.5, 1],
  cdnRequests: [11_000_000, 11, 1],
  cdnFunctionCalls: [3_000_000, 0.3, 0.1],
  cdnGigabytes: [1_100, 93.5, 8.5],
  outGigabytes: [110, 9.9, 0.9],
  pictureGigabytes: [10, 0.23, 0.23],
  picturePuts: [1_000, 0.005, 0.005],
  pictureGets: [10_000, 0.004, 0.004],
  logGigabytes: [7, 3.5, 1],
  storedLogGigabytes: [10, 0.3, 0.3],
  alarms: [12, 1.2, 0.2],
  customMetrics: [11, 3.3, 0.3],
  dashboards: [4, 12, 3],
  scheduledCalls: [15_000_000, 15, 1],
  alarmEmails: [2_000, 0.04, 0.02],
  hostedZones: [2, 1, 1],
  budgets: [3, 0, 0],
  stsCalls: [9, 0, 0],
}

test('every price has its line here', () => {
  expect(Object.keys(byHand).sort()).toEqual(Object.keys(prices.prices).sort())
})

test.each(Object.entries(byHand))('%s cost what they do by hand', (meter, expected) => {
  const [amount, listUsd, usd] = expected
  const [line] = linesOf({ [meter]: amount })
  expect(line).toMatchObject({ meter, amount })
  expect(line?.listUsd).toBeCloseTo(listUsd, 10)
  expect(line?.usd).toBeCloseTo(usd, 10)
})

test('what is free stays free, and its lines add up', () => {
  const lines = linesOf({ invocations: 1_000_000, queueRequests: 2_000_000, reads: 0 })
  expect(lines.map(({ meter }) => meter)).toEqual(['invocations', 'queueRequests'])
  const total = totalOf(lines)
  expect(total.listUsd).toBeCloseTo(1.2, 10)
  expect(total.usd).toBeCloseTo(0.5, 10)
})

test('usages add up meter by meter', () => {
  expect(sum({ reads: 1, writes: 2 }, times(3, { writes: 4, alarms: 1 }))).toEqual({
    reads: 1,
    writes: 14,
    alarms: 3,
  })
})

test('every price says its source, and the file its region and day', () => {
  expect(prices.region).toBe('us-east-1')
  expect(prices.recordedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  for (const { source } of Object.values(prices.prices)) expect(source).toMatch(/\w+ \w+/)
})

describe('the prices of a region', () => {
  const lineOf = (usage: Usage, region: string) => linesOf(usage, region)[0]

  test.each([
    ['eu-central-1', { logGigabytes: 105 }, 66.15, true],
    ['sa-east-1', { outGigabytes: 200 }, 30, true],
    ['sa-east-1', { secrets: 2 }, 0.8, true],
    ['sa-east-1', { httpRequests: 1_000_000 }, 1, false],
    ['af-south-1', { cdnGigabytes: 10 }, 0.85, true],
    ['af-south-1', { secrets: 2 }, 0.8, false],
    ['us-east-1', { httpRequests: 1_000_000 }, 1, true],
  ])(
    '%s: %j cost %s, and whether that is its price: %s',
    (region, usage, listUsd, isKnown) => {
      const line = lineOf(usage, region)
      expect(line?.listUsd).toBeCloseTo(listUsd, 10)
      expect(line?.isKnown).toBe(isKnown)
    },
  )

  test('are numbers of meters, and the lists of meters do not overlap', () => {
    const { notRegional, sameInRegions, regions } = prices
    const known = Object.keys(prices.prices)
    for (const [region, ofRegion] of Object.entries(regions)) {
      const meters = [...notRegional, ...sameInRegions, ...Object.keys(ofRegion)]
      expect(new Set(meters).size, region).toBe(meters.length)
      for (const meter of meters) expect(known).toContain(meter)
    }
  })

  const sheet = (region: string) =>
    sheetLines('a', shops['small shop'], region).join('\n')

  test("that are us-east-1's are marked in the sheet", () => {
    expect(sheet('us-east-1')).not.toContain('~')
    expect(sheet('eu-central-1')).toMatch(/^ +0\.\d+ +0\.\d+ +HTTP API/m)
    expect(sheet('eu-central-1')).toMatch(/^ +~0\.\d+ +~0\.\d+ +WebSocket APIs/m)
  })

  const print = (...args: string[]) =>
    spawnSync(process.execPath, ['infra/cost/main.ts', ...args], { encoding: 'utf8' })

  test('are those of --region; one that is not recorded says so, and how far it may be off', () => {
    expect(print('--region', 'eu-central-1').stdout).toContain('Prices of eu-central-1,')
    expect(print('--region', 'af-south-1').stdout).toContain(
      "No prices of af-south-1 are recorded: the lines with ~ are us-east-1's. In the regions that are recorded, a line costs up to 80 % more than that.",
    )
    expect(print('--region', 'Berlin').stderr).toContain('--region: must be a region')
  })
})
