import { expect, test } from 'vitest'
import { queueDepths } from '../../../shared/paper/jobs/waiting-jobs.ts'

test('a depth is read once in ten seconds', async () => {
  let reads = 0
  const { depthOf } = queueDepths(async () => ++reads)
  expect([await depthOf('a', 0), await depthOf('a', 9_999)]).toEqual([1, 1])
  expect([await depthOf('b', 9_999), await depthOf('a', 10_000)]).toEqual([2, 3])
})

test('the depths of agents that are gone are forgotten', async () => {
  const { depthOf, size } = queueDepths(async () => 0)
  for (let at = 0; at < 20; at += 1) await depthOf(`agent-${at}`, at * 1_000)
  expect(size()).toBe(10)
})
