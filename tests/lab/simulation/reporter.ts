import type { Reporter, TestModule } from 'vitest/node'
import { addTotals, type Totals, totalsText } from './totals.ts'

/** What a test of the simulation hands on to the reporter. */
export type SimulatedMeta = { simulated?: Totals }

/** Prints what the run has simulated, as the output of tests that passed is not shown. */
export class SimulationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((each) => [...each.children.allTests()])
    const totals = all.flatMap((test) => (test.meta() as SimulatedMeta).simulated ?? [])
    if (totals.length > 0) console.log(totalsText(totals.reduce(addTotals)))
  }
}
