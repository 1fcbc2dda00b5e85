import type { Reporter, TestModule } from 'vitest/node'
import { printAttacks } from './counts.ts'

/** Prints what the attacks were answered: the output of tests that pass is hidden. */
export class AttacksReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const metas = modules.flatMap(({ children }) =>
      [...children.allTests()].map((test) => test.meta()),
    )
    printAttacks(metas)
  }
}
