/**
 * What a shift begins with, in cents: its Z counts the cash since the one before, so that this
 * is not part of it. Cash that is missing already is missing at the close.
 */
export const floatOf = (countedCents: number, sinceCents: number): number =>
  Math.max(0, countedCents - sinceCents)
