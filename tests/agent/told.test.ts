import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTold } from '../../print-agent/payments/told.ts'
import { temporaryFolder } from './agent-process.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const payment = (paymentHash: string, completedAtMs: number) => ({
  paymentHash,
  amountSat: 1,
  externalId: null,
  payerNote: null,
  payerKey: null,
  completedAtMs,
})

const newFile = async () => join(await temporaryFolder(), 'payments.json')

describe('what the cloud has been told', () => {
  test('is remembered over a restart by the time of the last payment', async () => {
    const file = await newFile()
    const told = await openTold(file)
    const nowMs = Date.now()
    await told.add([payment('a', nowMs - 500), payment('b', nowMs)])
    expect((await openTold(file)).fromMs()).toBe(nowMs - minuteMs)
  })

  test.each(['', '{', '{"toldToMs":"x"}', '{"toldToMs":-1}'])(
    'begins a day ago when it was lost: %j',
    async (content) => {
      const file = await newFile()
      await writeFile(file, content)
      const { fromMs } = await openTold(file)
      expect(Date.now() - fromMs()).toBeGreaterThanOrEqual(dayMs)
      expect(Date.now() - fromMs()).toBeLessThan(dayMs + 2 * minuteMs)
    },
  )

  test('does not go back for a payment that was listed late', async () => {
    const told = await openTold(await newFile())
    const nowMs = Date.now()
    await told.add([payment('b', nowMs)])
    const late = payment('a', nowMs - 30_000)
    expect(told.isTold(late)).toBe(false)
    await told.add([late])
    expect(told.isTold(late)).toBe(true)
    expect(told.fromMs()).toBe(nowMs - minuteMs)
  })
})
