import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { ownerOf } from './owner.ts'
import { cart, type Product } from './sales.ts'
import { type Demo, expectEqual, expectFields, result, step } from './steps.ts'

/** A device of the demo that is a till, and the client that sends its token. */
type Device = {
  readonly id: string
  readonly series: string
  readonly name: string
  readonly nextNumber: number
  readonly pos: Pos
}

/** Cash with which each drawer begins, in major units. */
const float = 50

/**
 * Sells at two tills, counts both drawers, and closes one Z over them. Does nothing where the
 * deployment has no tills. No shift may be open.
 */
export async function sellAtTills(demo: Demo, coffee: Product): Promise<void> {
  const known = await demo.pos.tills.list().catch((error: unknown) => {
    if (error instanceof PosError && error.status === 404) return undefined
    throw error
  })
  if (!known) return
  step('Selling at two tills, each with numbers and a drawer of its own')
  const devices = [
    await openDevice(demo, 'Barra', known),
    await openDevice(demo, 'Terraza', known),
  ]
  const nowMs = String(Date.now())
  const drawers = devices.map(({ id }) => ({ tillId: id, amount: float }))
  const { id: shiftId } = await demo.pos.shifts.create({
    body: {
      userId: demo.userId,
      shiftDate: nowMs,
      startTime: nowMs,
      notes: '',
      initialAmount: 2 * float,
      drawers,
    },
  })
  const sale = await cart(demo, 'Cash', [[1, coffee]])
  const sold = await Promise.all(
    devices.map(({ pos, nextNumber: number }) =>
      pos.storeOrders.checkout({ body: { ...sale, number } }),
    ),
  )
  const numbers = devices.map(({ series, nextNumber }) => `${series}-${nextNumber}`)
  expectEqual(
    'receipts',
    sold.map((each) => 'receiptNumber' in each && each.receiptNumber),
    numbers,
  )
  result(`receipts ${numbers.join(' and ')}, sold at once`)
  await closeDrawers(demo, devices, { shiftId, held: float + sale.amount })
}

/** Counts both drawers and closes the shift with them: one Z, with a row for each till. */
async function closeDrawers(
  { pos }: Demo,
  devices: readonly Device[],
  { shiftId, held }: { readonly shiftId: string; readonly held: number },
): Promise<void> {
  step('Counting both drawers, and closing one Z')
  for (const { id, pos: own } of devices) {
    await own.tills.count({ params: { id }, body: { amount: held } })
  }
  const params = { id: shiftId }
  const drawers = devices.map(({ id }) => ({ tillId: id, amount: held }))
  await pos.shifts.close({ params, body: { finalAmount: 2 * held, drawers } })
  const report = expectFields(await pos.shifts.zReport({ params }), {
    finalAmount: 2 * held,
    difference: 0,
  })
  for (const { id, nextNumber } of devices) {
    const row = report.byTill?.find(({ tillId }) => tillId === id)
    expectFields(row, {
      firstNumber: nextNumber,
      lastNumber: nextNumber,
      countedCash: held,
      difference: 0,
      missing: [],
    })
  }
  const rows = devices.map(
    ({ series, name }) => `${series} ${name} ${held.toFixed(2)} as expected`,
  )
  result(`Z report ${report.number}: ${rows.join(', ')}`)
}

/** Logs a device in that is a till of this name; one of an earlier run gets its token again. */
async function openDevice(
  { url, dataDir }: Demo,
  name: string,
  known: Awaited<ReturnType<Pos['tills']['list']>>,
): Promise<Device> {
  const pos = connect({ baseUrl: url })
  await pos.auth.login({ body: await ownerOf(dataDir) })
  const till = known.find((each) => each.name === name && !each.revokedAt)
  const { id, series } = till
    ? await pos.tills.token({ params: { id: till.id }, body: {} })
    : await pos.tills.create({ body: { name } })
  return { id, series, name, nextNumber: (till?.lastNumber ?? 0) + 1, pos }
}
