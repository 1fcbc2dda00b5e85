/** Sum of what a till handed in at some moment, in cents. */
export type HandedIn = { readonly ms: number; readonly cents: number }

/** The most moments that a till's record has: older ones are added up. */
const maxMoments = 50

/**
 * Sum of what a till had sold without the cloud, and not handed in, at a time in Unix ms: of that which
 * was handed in since.
 */
export const waitingCents = (handedIn: readonly HandedIn[], soldMs: number): number =>
  handedIn.filter(({ ms }) => ms > soldMs).reduce((sum, { cents }) => sum + cents, 0)

/** The moments with a further sale that was handed in. */
export function withHandedIn(handedIn: readonly HandedIn[], sold: HandedIn): HandedIn[] {
  const last = handedIn.at(-1)
  if (last?.ms === sold.ms) {
    return [...handedIn.slice(0, -1), { ms: sold.ms, cents: last.cents + sold.cents }]
  }
  const [first, second, ...rest] = handedIn
  const before =
    first && second && handedIn.length >= maxMoments
      ? [{ ms: second.ms, cents: first.cents + second.cents }, ...rest]
      : handedIn
  return [...before, sold]
}
