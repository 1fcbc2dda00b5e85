import { setTimeout as sleep } from 'node:timers/promises'

/*
 * No file begins in the last two minutes of a day, in UTC or here: what a test sells and
 * then lists is of one day, and of one year.
 */
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Milliseconds until midnight of a clock this many minutes behind UTC. */
const untilMidnight = (behindMinutes: number) =>
  dayMs - ((Date.now() - behindMinutes * minuteMs) % dayMs)

for (const behindMinutes of [0, new Date().getTimezoneOffset()]) {
  const leftMs = untilMidnight(behindMinutes)
  if (leftMs < 2 * minuteMs) await sleep(leftMs)
}
