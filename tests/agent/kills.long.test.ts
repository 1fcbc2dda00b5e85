import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createPrintJob } from './print-jobs.ts'
import { openShop } from './shop.ts'

// A thousand jobs take minutes, which a short run does not have.
const hasTime = Number(process.env.POS_TEST_MINUTES) >= 30
const jobCount = hasTime ? 1_000 : 80
const killCount = hasTime ? 25 : 5

/** The number of a receipt's ticket, and whether it is marked as a copy. */
function readReceipt(receipt: Buffer) {
  const text = receipt.toString('latin1')
  return {
    ticket: Number(/Ticket T-(\d+)/.exec(text)?.[1]),
    isCopy: text.includes('*** COPY ***'),
  }
}

test(`${jobCount} jobs with ${killCount} kills and stops: all arrive, and what comes twice is marked`, async () => {
  const { cloud, kitchen, startAgent } = await openShop({ longPollSeconds: 20 })
  const jobs = Array.from({ length: jobCount }, (_, number) => {
    const job = createPrintJob('kitchen')
    job.ticket.ticketId = `T-${number}`
    return job
  })
  const sending = (async () => {
    for (const job of jobs) await cloud.enqueue(job)
  })()

  for (let kills = 0; kills < killCount; kills += 1) {
    const before = kitchen.started()
    // An idle machine may have printed all of them before the last kill
    if (before >= jobCount) break
    const agent = await startAgent()
    await vi.waitFor(() => expect(kitchen.started()).toBeGreaterThan(before), 60_000)
    await sleep(Math.random() * 1_500)
    await agent.end(kills % 3 === 0 ? 'SIGTERM' : 'SIGKILL')
  }
  await sending
  await startAgent()
  const outcomes = () => jobs.map((job) => cloud.statesOf(job.id)[0])
  await vi.waitFor(() => expect(outcomes()).not.toContain(undefined), {
    timeout: 400_000,
    interval: 2_000,
  })

  expect(outcomes().filter((each) => !/^(re)?printed$/.test(each ?? ''))).toEqual([])
  const receipts = kitchen.receipts.map(readReceipt)
  const originals = receipts.filter(({ isCopy }) => !isCopy)
  expect(new Set(receipts.map(({ ticket }) => ticket)).size).toBe(jobCount)
  expect(new Set(originals.map(({ ticket }) => ticket)).size).toBe(originals.length)
  expect(receipts.length - originals.length).toBeLessThanOrEqual(killCount)
  expect(cloud.deadLetters()).toBe(0)
}, 900_000)
