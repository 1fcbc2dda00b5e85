import { createHash } from 'node:crypto'

/** True in `npm run test:long`, with more random cases. */
export const isLongRun = process.env.POS_TEST_LONG === 'true'

/** From this many minutes on, a long run does everything at full scale in one round. */
export const wholeMinutes = 48
const part = Math.min(
  1,
  Number(process.env.POS_TEST_MINUTES ?? wholeMinutes) / wholeMinutes,
)

/**
 * Returns the number of things that a test makes: few in `npm test`, many in `npm run
 * test:long`, fewer of these when it is given less than 48 minutes.
 */
export function scaled(few: number, many: number): number {
  if (!isLongRun) return few
  return many < few ? many : Math.max(few, Math.ceil(many * part))
}

/**
 * Seed of chance: in `npm test` the commit's files, so that a commit passes or fails each
 * time; `npm run test:long` gives each round another one, and prints it.
 */
const drawSeed = process.env.POS_DRAW_SEED ?? ''

/** A number for a generator of random cases: of 31 bits, the same in all processes of a run. */
export const seed = createHash('sha256').update(drawSeed).digest().readUInt32BE() >>> 1

/** Cases that a short round makes are the same each time; only a whole one makes new ones. */
export const isWholeRound = isLongRun && part === 1

/** By chance, and the same in every process of a round. */
const isDrawn = (at: number, among: number, share: number) =>
  createHash('sha256').update(`${drawSeed} ${among} ${at}`).digest().readUInt8() <
  share * 256

/**
 * The `few` cases in `npm test`; all in `npm run test:long`. When that is given less than
 * 48 minutes, each round draws a share of them; POS_DRAW_SEED repeats a draw.
 */
export function drawn<T>(
  few: readonly T[],
  all: readonly T[],
  share = 0.5,
): readonly T[] {
  if (!isLongRun) return few
  const some = part === 1 ? all : all.filter((_, at) => isDrawn(at, all.length, share))
  return some.length > 0 ? some : few
}

/** A few of the cases, others at each turn, in `npm test`; all in `npm run test:long`. */
export const inTurn = <T>(
  cases: readonly T[],
  few: number,
  turn: number,
): readonly T[] =>
  isLongRun
    ? cases
    : cases.filter((_, at) => (at + turn) % Math.ceil(cases.length / few) === 0)
