/** The notes and coins of a currency, in cents, the largest first; none for those not listed. */
export const piecesOf = (acronym: string): readonly number[] => pieces[acronym] ?? []

const pieces: Readonly<Record<string, readonly number[]>> = {
  EUR: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  MXN: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 100, 25, 10, 5, 1],
}
