import type { Pos } from '../../../shared/client/pos.ts'
import type { DemoSystem } from './demo-system.ts'
import { pictureOf } from './receipt.ts'
import { ContractViolation, expectEqual, expectFields, result, step } from './steps.ts'

/** Opens a shift, unless one is open. Returns its id. */
export async function openDay(pos: Pos, userId: string): Promise<string> {
  const open = await pos.shifts.open()
  step(open ? 'A shift is open already' : 'Opening a shift')
  if (open) return open.id
  const nowMs = String(Date.now())
  const { id } = await pos.shifts.create({
    body: { userId, shiftDate: nowMs, startTime: nowMs, notes: '', initialAmount: 150 },
  })
  result('150.00 in the drawer')
  return id
}

/**
 * Takes cash out of the drawer, counts what is left, and closes the shift. Returns the
 * picture of the Z report.
 */
export async function closeDay(
  pos: Pos,
  system: DemoSystem,
  shiftId: string,
): Promise<string> {
  step('Paying the baker from the drawer, counting it, and closing the day')
  const params = { id: shiftId }
  await pos.shifts.moveCash({
    params,
    body: { type: 'out', amount: 12.5, reason: 'Panadería' },
  })
  const running = await pos.shifts.breakdown({ params })
  const { expectedTotal } = running
  if (expectedTotal === null)
    throw new ContractViolation('the drawer has no expected sum')
  await pos.shifts.close({ params, body: { finalAmount: expectedTotal } })
  const report = expectFields(await pos.shifts.zReport({ params }), {
    finalAmount: expectedTotal,
    difference: 0,
  })
  expectEqual('sales of the Z report', report.totalSales, running.totalSales)
  await pos.printers.zReport({ params, body: {} })
  const picture = await pictureOf(system, shiftId)
  result(
    `Z report ${report.number}: receipts ${report.firstNumber} to ${report.lastNumber}, ${expectedTotal.toFixed(2)} in the drawer as expected: ${picture}`,
  )
  return picture
}
