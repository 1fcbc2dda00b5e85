import type { Shift } from '../../../../shared/selling/shifts/shift-records.ts'
import type { MemoryTable } from '../table/table.ts'
import { changesOf, type OpenStepCheck } from './step.ts'

/** Checks that at most one shift is open, and that its record names it. */
export const checkShifts: OpenStepCheck = (table) => {
  const open = new Set<string>()
  return (step, findings) => {
    const shifts = changesOf<Shift>(step, { pk: 'SHIFT' })
    for (const { before, after } of shifts) {
      if (isOpen(after)) open.add(after.id)
      else if (before) open.delete(before.id)
    }
    const named = changesOf(step, { pk: 'SHOP', sk: 'OPEN-SHIFT' })
    if (shifts.length + named.length === 0) return
    findings.equal('open shifts', [...open], namedIn(table))
  }
}

const isOpen = (shift: Shift | undefined): shift is Shift =>
  shift !== undefined && (shift.endTime ?? null) === null

function namedIn(table: MemoryTable): string[] {
  const named = table.item({ pk: 'SHOP', sk: 'OPEN-SHIFT' })
  return named ? [named.shiftId as string] : []
}
