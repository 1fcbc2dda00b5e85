/** Whether this run proves by mass: `npm run test:long`. */
export const isLongRun = process.env.POS_TEST_LONG === 'true'

/** How many of something a test makes: few in `npm test`, many in `npm run test:long`. */
export const scaled = (few: number, many: number): number => (isLongRun ? many : few)

/** A few of the cases, others at each turn, in `npm test`; all in `npm run test:long`. */
export const inTurn = <T>(
  cases: readonly T[],
  few: number,
  turn: number,
): readonly T[] =>
  isLongRun
    ? cases
    : cases.filter((_, at) => (at + turn) % Math.ceil(cases.length / few) === 0)
