import type { Cloud } from '../cloud/cloud.ts'
import type { Findings } from '../proof/records.ts'
import { checkLifetimes } from './lifetimes.ts'
import { checkLinks } from './links.ts'
import { checkNames } from './names.ts'
import { checkSales } from './sales.ts'
import { checkSeats } from './seats.ts'
import { checkShifts } from './shifts.ts'
import type { Step, StepCheck } from './step.ts'
import { checkStock } from './stock.ts'

/** More faults than this teach nothing new. */
const enough = 10

/** Checks each commit of a cloud's table from now on. Returns how many it has checked. */
export function checkEachStep(
  cloud: Cloud,
  findings: Findings,
  others: readonly StepCheck[],
): () => number {
  const { table, scheduler } = cloud
  const own = [
    checkStock,
    checkSales,
    checkShifts,
    checkNames,
    checkLinks,
    checkSeats,
    checkLifetimes,
  ]
  const checks = [...own.map((open) => open(table)), ...others]
  let commits = 0
  table.onCommit = (changes, isExpiry) => {
    commits += 1
    if (findings.lines.length >= enough) return
    const { nowMs } = scheduler
    const invocation = isExpiry ? undefined : cloud.writer
    const step: Step = { changes, isExpiry, invocation, nowMs }
    const before = findings.lines.length
    for (const check of checks) check(step, findings)
    const found = findings.lines.splice(before)
    findings.lines.push(...found.map((line) => `at step ${scheduler.taken}: ${line}`))
  }
  return () => commits
}
