import { setTimeout as sleep } from 'node:timers/promises'

/*
 * No file begins in the last two minutes of a day, in UTC, here, or in Mexico City, where the
 * shops of browser tests are: what a test sells and then lists is of one day, and of one year.
 */
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Milliseconds until midnight of a clock this many minutes behind UTC. */
const untilMidnight = (behindMinutes: number) =>
  dayMs - ((Date.now() - behindMinutes * minuteMs) % dayMs)

const mexicoCity = 6 * 60
for (const behindMinutes of [0, new Date().getTimezoneOffset(), mexicoCity]) {
  const leftMs = untilMidnight(behindMinutes)
  if (leftMs < 2 * minuteMs) await sleep(leftMs)
}
