/** A figure that was measured again and again, and how much it may grow. */
export type Series = {
  readonly name: string
  readonly unit: string
  /** The most that it may grow per minute. */
  readonly maxSlope: number
  readonly samples: readonly Sample[]
}

export type Sample = { readonly minute: number; readonly value: number }

/** The share of the time that is left out: caches fill, and code is compiled. */
const warmUpShare = 0.3

/** Parts of the rest, of each of which the lowest value counts: garbage comes and goes. */
const parts = 8

/** Returns the growth of a figure a minute after the warm-up: the least squares' line. */
export function slopeOf(samples: readonly Sample[]): number {
  const last = samples.at(-1)?.minute ?? 0
  const from = last * warmUpShare
  const length = (last - from) / parts
  const lowest = Array.from({ length: parts }, (_, part) => {
    const isLast = part === parts - 1
    const within = samples.filter(({ minute }) => {
      const start = from + part * length
      return minute >= start && (isLast || minute < start + length)
    })
    return within.toSorted((one, other) => one.value - other.value)[0]
  }).filter((sample) => sample !== undefined)
  const mean = (of: (sample: Sample) => number) =>
    lowest.reduce((sum, sample) => sum + of(sample), 0) / lowest.length
  const minute = mean((sample) => sample.minute)
  const value = mean((sample) => sample.value)
  const spread = mean((sample) => (sample.minute - minute) ** 2)
  if (!(spread > 0)) return 0
  return mean((sample) => (sample.minute - minute) * (sample.value - value)) / spread
}

/** One line for each series, and whether it stays within its bound. */
export function judge(series: readonly Series[]) {
  return series.map(({ name, unit, maxSlope, samples }) => {
    const slope = slopeOf(samples)
    return {
      text: `${name}: ${slope >= 0 ? '+' : ''}${slope.toFixed(2)} ${unit} a minute (at most ${maxSlope})`,
      holds: slope <= maxSlope,
    }
  })
}
