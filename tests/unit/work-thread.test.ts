import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openWorkThread } from '../../shared/work-thread.ts'

/** A thread that waits for as many ms as it is told, and answers with them. */
const start = () =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
     parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage({ result: ms }), ms))`,
    { eval: true },
  )

test('owners take turns: nobody waits for all the tasks of another', async () => {
  const run = openWorkThread<number, number>({ start, runMs: 60_000, idleMs: 1_000 })
  const order: string[] = []
  const task = (owner: string) => run(20, owner).then(() => order.push(owner))
  await Promise.all([
    ...Array.from({ length: 5 }, () => task('greedy')),
    ...Array.from({ length: 2 }, () => task('modest')),
  ])
  expect(order.slice(0, 5)).toEqual(['greedy', 'greedy', 'modest', 'greedy', 'modest'])
})

test('a task that takes too long fails, and the next one succeeds in a new thread', async () => {
  const run = openWorkThread<number, number>({ start, runMs: 2_000, idleMs: 1_000 })
  const results = await Promise.allSettled([run(600_000), run(1)])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { name: 'ThreadFailed' } },
    { status: 'fulfilled', value: 1 },
  ])
})

test('a task that waited too long for its turn is not run', async () => {
  const run = openWorkThread<number, number>({
    start,
    runMs: 60_000,
    waitMs: 100,
    idleMs: 1_000,
  })
  const [long, late] = await Promise.allSettled([run(1_500), run(1)])
  expect(long).toMatchObject({ status: 'fulfilled' })
  expect(late).toMatchObject({ status: 'rejected', reason: { name: 'ThreadFailed' } })
  expect(await run(2)).toBe(2)
})
