import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReportedCursor } from '../../print-agent/payments/reconcile.ts'
import { temporaryFolder } from './agent-process.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const createPayment = (paymentHash: string, completedAtMs: number) => ({
  paymentHash,
  amountSat: 1,
  externalId: null,
  payerNote: null,
  payerKey: null,
  completedAtMs,
})

const newFile = async () => join(await temporaryFolder(), 'payments.json')

describe('the reported cursor', () => {
  test('survives a restart as the completion time of the last payment', async () => {
    const file = await newFile()
    const cursor = await openReportedCursor(file)
    const nowMs = Date.now()
    await cursor.advance([createPayment('a', nowMs - 500), createPayment('b', nowMs)])
    expect((await openReportedCursor(file)).fromMs()).toBe(nowMs - minuteMs)
  })

  test.each(['', '{', '{"toldToMs":"x"}', '{"toldToMs":-1}'])(
    'starts a day ago when its file is empty or damaged: %j',
    async (content) => {
      const file = await newFile()
      await writeFile(file, content)
      const { fromMs } = await openReportedCursor(file)
      expect(Date.now() - fromMs()).toBeGreaterThanOrEqual(dayMs)
      expect(Date.now() - fromMs()).toBeLessThan(dayMs + 2 * minuteMs)
    },
  )

  test('does not move back for a payment that was listed late', async () => {
    const cursor = await openReportedCursor(await newFile())
    const nowMs = Date.now()
    await cursor.advance([createPayment('b', nowMs)])
    const late = createPayment('a', nowMs - 30_000)
    expect(cursor.isReported(late)).toBe(false)
    await cursor.advance([late])
    expect(cursor.isReported(late)).toBe(true)
    expect(cursor.fromMs()).toBe(nowMs - minuteMs)
  })
})
