import {
  readArguments,
  refuseArguments,
  wholeNumber,
} from '../../support/command-line.ts'
import { planOf, readPlan } from './plan.ts'
import { mutations } from './planted/mutations.ts'
import { openRuns, seedThatFinds } from './runs.ts'
import { totalsText } from './totals.ts'

/*
 * `npm run simulate -- --seeds 200` runs seeds until one fails and shrinks that; `--seed 7`
 * replays one, `--plan '{…}'` a smaller form of it; `--log` prints the functions' last lines.
 * `--planted` looks for each planted bug, `--saturday` runs a whole day.
 */
const { values } = readArguments({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    plan: { type: 'string' },
    log: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    saturday: { type: 'boolean', default: false },
    sales: { type: 'string', default: '3000' },
  },
})
const numberOf = (option: 'seed' | 'from' | 'seeds' | 'sales', otherwise = '') =>
  wholeNumber(option, values[option] ?? otherwise)
const runs = await openRuns()

if (values.planted) {
  for (const mutation of mutations) {
    const seed = await seedThatFinds(mutation)
    console.log(`${seed ?? 'no seed'}: ${mutation.name}`)
    if (seed === undefined) process.exitCode = 1
  }
} else if (values.saturday) {
  const sales = numberOf('sales')
  const refunds = Math.ceil(sales / 75)
  const seed = numberOf('seed', '1')
  const { text, faults } = await runs.saturday({ seed, sales, refunds })
  console.log(text)
  if (faults.length > 0) process.exitCode = 1
} else if (values.plan !== undefined || values.seed !== undefined) {
  const plan =
    values.plan === undefined ? planOf(numberOf('seed')) : givenPlan(values.plan)
  const { faults, trace, log, ...report } = await runs.run(plan)
  console.log({ ...report, trace: (trace >>> 0).toString(16) })
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
