import {
  readArguments,
  refuseArguments,
  wholeNumber,
} from '../../support/command-line.ts'
import { busyDay, planOf, readPlan } from './plan.ts'
import { mutations } from './planted/mutations.ts'
import { openRuns, seedThatFinds } from './runs.ts'
import { totalsText } from './totals.ts'

/*
 * `npm run simulate -- --seeds 200` runs seeds until one fails and shrinks that; `--seed 7`
 * replays one, `--plan '{…}'` a smaller form of it; `--log` prints the functions' last lines.
 * `--planted` looks for each planted bug, `--busy 40` runs a busy day.
 */
const { values } = readArguments({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    plan: { type: 'string' },
    log: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    busy: { type: 'string' },
  },
})
const numberOf = (option: 'seed' | 'from' | 'seeds' | 'busy', otherwise = '') =>
  wholeNumber(option, values[option] ?? otherwise)
const runs = await openRuns()

if (values.planted) {
  for (const mutation of mutations) {
    const seed = await seedThatFinds(mutation)
    console.log(`${seed ?? 'no seed'}: ${mutation.name}`)
    if (seed === undefined) process.exitCode = 1
  }
} else if (values.plan ?? values.seed ?? values.busy) {
  const seed = numberOf('seed', '1')
  const usual = values.busy ? busyDay(seed, numberOf('busy')) : planOf(seed)
  const plan = values.plan === undefined ? usual : givenPlan(values.plan)
  const { faults, trace, log } = await runs.run(plan)
  console.log(totalsText(runs.totals()))
  console.log(`  trace ${(trace >>> 0).toString(16)}, the same for each run of this plan`)
  if (values.log) console.log(log.slice(-50).join('\n'))
  console.log(faults.length === 0 ? 'nothing wrong' : faults.join('\n'))
  if (faults.length > 0) process.exitCode = 1
} else {
  const failure = await runs.firstFailure(numberOf('from'), numberOf('seeds'))
  console.log(totalsText(runs.totals()))
  if (failure) {
    console.log(await runs.explain(failure.seed))
    process.exitCode = 1
  }
}

function givenPlan(text: string) {
  try {
    return readPlan(text)
  } catch {
    return refuseArguments('--plan must be the JSON text that a failure has printed')
  }
}
