import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'

const RateFaults = z.strictObject({
  /** Sets the rate, which then stays as it is. */
  rate: z.number().positive().optional(),
  slowMs: z.int().min(0).optional(),
  isBroken: z.boolean().optional(),
})

/** Largest change of the rate at each look, up or down. */
const step = 0.0005

/** A price source: one random walk, whatever the currency, until a rate is set. */
export function simulatedRateSource() {
  let rate = 80_000
  let isSet = false
  let faults: z.output<typeof RateFaults> = {}

  return {
    async ask(): Promise<{ rate: number }> {
      await wait(faults.slowMs ?? 0)
      if (faults.isBroken) throw new Error('the rate source is broken')
      if (!isSet)
        rate = Math.round(rate * (1 + (Math.random() - 0.5) * 2 * step) * 100) / 100
      return { rate }
    },

    /** Sets the rate and the source's faults; faults left out are off. */
    set(body: unknown): { rate: number } {
      faults = RateFaults.parse(body)
      isSet ||= faults.rate !== undefined
      rate = faults.rate ?? rate
      return { rate }
    },
  }
}

export type SimulatedRateSource = ReturnType<typeof simulatedRateSource>
