/**
 * Returns the cash that a shift begins with, in cents: its Z counts the cash since the
 * one before, which is therefore not part of it. Cash that went missing since the last
 * count does not show at the close, but in the audit trail: the entry of the opening has
 * that count and the cash since. If the user may not see the cash since, the shift begins
 * with all that was counted.
 */
export const floatOf = (countedCents: number, sinceCents: number | null): number =>
  Math.max(0, countedCents - (sinceCents ?? 0))
