import { describe, expect, it } from 'vitest'
import { answerTimes } from '../../../shared/agents/answer-times.ts'

const operation = '/getinfo'

/** Time of a look. */
const lookMs = 4

/**
 * Waits in virtual time for answers that are there after these many ms. Returns how late
 * each one was found, and how many looks that took.
 */
function wait(times: ReturnType<typeof answerTimes>, answersMs: readonly number[]) {
  return answersMs.map((answerMs) => {
    let nowMs = 0
    for (let looks = 1; ; looks += 1) {
      nowMs += times.pauseMs(operation, nowMs)
      if (nowMs >= answerMs) {
        times.learn(operation, nowMs, looks)
        return { lateMs: nowMs - answerMs, looks }
      }
      nowMs += lookMs
    }
  })
}

const steady = (answerMs: number, count = 40) => Array<number>(count).fill(answerMs)

describe('when responses take a steady time', () => {
  it.each([12, 30, 100, 220])('%i ms: a few reads find one soon', (answerMs) => {
    const found = wait(answerTimes(), steady(answerMs)).slice(20)
    for (const { lateMs, looks } of found) {
      expect(lateMs).toBeLessThanOrEqual(Math.max(6, answerMs * 0.15))
      expect(looks).toBeLessThanOrEqual(4)
    }
  })

  it('one operation learns nothing from another', () => {
    const times = answerTimes()
    wait(times, steady(200))
    expect(times.pauseMs('/payinvoice', 0)).toBe(answerTimes().pauseMs(operation, 0))
  })

  it('responses of a node that gets faster are found sooner', () => {
    const times = answerTimes()
    wait(times, steady(200))
    const { lateMs } = wait(times, steady(20, 20)).at(-1) ?? {}
    expect(lateMs).toBeLessThanOrEqual(6)
  })
})

describe('when responses come at any time', () => {
  it('the first read comes within 250 ms, and later ones are at most a tenth late', () => {
    const times = answerTimes()
    wait(times, steady(4_000))
    for (const { lateMs } of wait(times, [20, 4_000, 30, 3_000])) {
      expect(lateMs).toBeLessThanOrEqual(250)
    }
    for (const answerMs of [300, 700, 1_500, 2_400]) {
      const [found] = wait(times, [answerMs])
      expect(found?.lateMs).toBeLessThanOrEqual(answerMs / 10 + lookMs)
    }
  })

  it('a response that never comes takes about four reads a second', () => {
    const [found] = wait(answerTimes(), [25_000])
    expect(found?.looks).toBeLessThan(150)
  })
})
