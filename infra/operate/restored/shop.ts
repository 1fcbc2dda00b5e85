import { insertAuditEntry } from '../../../shared/people/audit/audit-trail.ts'
import {
  updateUnchanged,
  versionConflict,
} from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { needed, put } from '../../../shared/platform/dynamodb/write.ts'
import { isOfStore } from '../../../shared/selling/refunds/refundable.ts'
import {
  allTables,
  ordersAt,
  updateTable,
  withoutOrder,
} from '../../../shared/selling/restaurant/tables.ts'
import { type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import { soldAtOf } from '../../../shared/selling/sales/sale-snapshot.ts'
import { partsOfZ } from '../../../shared/selling/shifts/parts.ts'
import {
  allShifts,
  deleteOpenShift,
  insertOpenShift,
  type OpenShift,
  openShiftKey,
  type ShiftClosing,
} from '../../../shared/selling/shifts/shift-records.ts'
import { forgetLost } from '../../../shared/selling/till-data/build.ts'
import { type Around, readAround } from './around.ts'
import { dayDifferences } from './day.ts'
import type { Difference } from './difference.ts'
import { lightningDifferences, type Notified } from './lightning.ts'
import { refundDifferences } from './refunds.ts'
import { saleDifferences } from './sales.ts'
import {
  flaggedDifferences,
  lostTills,
  numberDifferences,
  tillDifferences,
} from './tills.ts'

/** Findings in a shop, in words. */
export type Adopted = {
  readonly mended: readonly string[]
  readonly left: readonly string[]
}

/**
 * Compares the records of the current shop, of a table restored to this moment in Unix
 * ms; mends records that follow from others unless `isDry`, and logs all differences in
 * the audit trail. The last step raises the numbers, so that a run that was cut off is
 * repeated from its start.
 */
export async function adoptShop(
  momentMs: number,
  notified: Notified,
  isDry: boolean,
): Promise<Adopted> {
  const steps = [
    saleDifferences,
    refundDifferences,
    (around: Around) => lightningDifferences(around, notified),
    tableDifferences,
    closeDifferences,
    shiftDifferences,
    lostTills,
    numberDifferences,
    flaggedDifferences,
    tillDifferences,
    goodsDifferences,
    dayDifferences,
  ]
  const found: Difference[] = []
  for (const differences of steps) {
    // Each step reads the repairs of the step before
    const all = await differences(await readAround(momentMs))
    if (!isDry) for (const each of all) await mend(each)
    found.push(...all)
  }
  if (!isDry) await forgetLost()
  const said = (isMended: boolean) =>
    found
      .filter(({ writes }) => (writes !== undefined) === isMended)
      .map((each) => each.said)
  return { mended: said(true), left: said(false) }
}

/** Writes a difference with its entry in the audit trail, in one transaction. */
const mend = ({ said, subject, writes = [] }: Difference): Promise<void> =>
  transact([
    ...needed(writes),
    insertAuditEntry({
      kind: 'restore',
      ...(subject && { subject }),
      after: writes.length > 0 ? { mended: said } : { left: said },
    }),
  ])

/** Tables with orders that were settled, or that are missing. */
async function tableDifferences(): Promise<Difference[]> {
  const tables = (await allTables()).filter(({ orderId }) => orderId !== null)
  const ids = tables.flatMap((table) => ordersAt(table))
  const orders = await readMany<Order[]>(ids.map(orderKey))
  const isOver = new Set(
    ids.filter((_, at) => {
      const order = orders[at]
      return !order || order.sale !== undefined
    }),
  )
  return tables.flatMap((table) => {
    const over = ordersAt(table).filter((id) => isOver.has(id))
    if (over.length === 0) return []
    return [
      {
        said: `table ${table.name} still had an order that was paid or is missing: taken off`,
        subject: { id: table.id, name: table.name },
        writes: updateTable(table, over.reduce(withoutOrder, table)),
      },
    ]
  })
}

/** Ends a close that has its Z, and lets one that has none be finished. */
async function closeDifferences({ zReports, momentMs }: Around): Promise<Difference[]> {
  const open = await read<OpenShift>(openShiftKey)
  const shift = (await allShifts()).find(
    ({ id, closing }) => id === open?.shiftId || closing !== undefined,
  )
  const zNumber = open?.closing ?? shift?.closing?.zNumber
  if (!shift || zNumber === undefined) return []
  const subject = { id: shift.id }
  const closing: ShiftClosing = shift.closing ?? {
    zNumber,
    userId: shift.userId,
    atMs: momentMs,
    changes: { endTime: String(momentMs) },
    drawers: [],
  }
  if (zReports.some(({ number }) => number === zNumber)) {
    const zNumbers = [...new Set([...(shift.zNumbers ?? []), zNumber])]
    return [
      {
        said: `Z ${zNumber} was made and its shift was still closing: closed`,
        subject,
        writes: [
          open && deleteOpenShift(open.shiftId, versionConflict),
          updateUnchanged(shift, ['version'], {
            set: { ...closing.changes, zNumbers },
            add: { version: 1 },
            remove: ['closing'],
          }),
        ],
      },
    ]
  }
  const frozen = (await partsOfZ(zNumber)).length
  if (shift.closing && open?.closing === zNumber && open.frozen === frozen) return []
  return [
    {
      said: `the close of a shift was cut off: its Z ${zNumber} is made with the next close`,
      subject,
      writes: [
        put({
          ...openShiftKey,
          openedAtMs: momentMs,
          ...open,
          shiftId: shift.id,
          closing: zNumber,
          frozen,
        } satisfies OpenShift),
        updateUnchanged(shift, ['version'], {
          set: { closing, endTime: null },
          add: { version: 1 },
        }),
      ],
    },
  ]
}

/** Finds a shift that is open but not the open one, or the other way round. */
async function shiftDifferences(): Promise<Difference[]> {
  const open = await read<OpenShift>(openShiftKey)
  const shifts = (await allShifts()).filter(({ endTime }) => endTime === null)
  if (open && !shifts.some(({ id }) => id === open.shiftId)) {
    const subject = { id: open.shiftId }
    const writes = [deleteOpenShift(open.shiftId, versionConflict)]
    return [{ said: 'the open shift was closed: none is open now', subject, writes }]
  }
  const [last] = shifts.slice(-1)
  if (open || !last) return []
  return [
    {
      said: 'a shift was open that no sale belonged to: it is the open one again',
      subject: { id: last.id },
      writes: [insertOpenShift(last.id)],
    },
  ]
}

/** Time before the moment in which a sale may be without its units. */
const tornMs = 5 * 60_000

/** Products whose units a torn sale may not have taken: only a count tells. */
export function goodsDifferences({ orders, momentMs }: Around): Difference[] {
  const names = new Map(
    [...orders.values()].flatMap((order) => {
      const isTorn = Date.parse(soldAtOf(order)) >= momentMs - tornMs
      return isTorn && isOfStore(order)
        ? order.items.map(({ productId, productName }) => [productId, productName])
        : []
    }),
  )
  return [...names].map(([id, name]) => ({
    said: `count ${name}: it was sold in the last five minutes before the restore`,
    subject: { id, name },
  }))
}
