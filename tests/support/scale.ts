/** Whether this run proves by mass: `npm run test:long`. */
export const isLongRun = process.env.POS_TEST_LONG === 'true'

/** How many of something a test makes: few in `npm test`, many in `npm run test:long`. */
export const scaled = (few: number, many: number): number => (isLongRun ? many : few)
