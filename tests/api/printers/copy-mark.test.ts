import { afterAll, beforeAll, expect, it } from 'vitest'
import { markPrinted } from '../../../shared/paper/printing/copy-mark.ts'
import type { AuditRecord } from '../../../shared/people/audit/audit-trail.ts'
import { readAll } from '../../../shared/platform/dynamodb/read.ts'
import { isoSeconds } from '../../../shared/platform/time/iso.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import { soldOrder } from '../../support/payouts.ts'
import { openTable } from '../../support/table.ts'

let closeTable: () => Promise<void>
beforeAll(async () => {
  closeTable = await openTable()
})
afterAll(() => closeTable())

it('a print that failed takes back its own mark, and not that of a bill printed since', async () => {
  const { id } = await soldOrder()
  const mark = async (edition: string) => {
    const order = await findOrder(id)
    if (!order) throw new Error('no order')
    return markPrinted({ edition, of: { order, isBill: false } }, undefined, Date.now())
  }
  await (await mark('two dishes'))?.unmark()
  const two = await mark('two dishes')
  expect(two).toBeDefined()
  expect(await mark('three dishes')).toBeDefined()
  await two?.unmark()
  expect(await mark('three dishes')).toBeUndefined()
  // Nor is an earlier one an original again
  expect(await mark('two dishes')).toBeUndefined()
})

it('the first receipt of a sale is late after an hour, and in the audit trail', async () => {
  const { id } = await soldOrder()
  const found = await findOrder(id)
  if (!found) throw new Error('no order')
  const createdAt = isoSeconds(Date.now())
  const order = { ...found, createdAt }
  const original = { edition: 'receipt', of: { order, isBill: false } }
  const [soon, late] = [30, 90].map((minutes) => Date.now() + minutes * 60_000)
  const first = await markPrinted(original, undefined, soon ?? 0)
  expect(first).toMatchObject({ isLate: false })
  await first?.unmark()
  expect(await markPrinted(original, undefined, late ?? 0)).toMatchObject({
    isLate: true,
  })
  const entries = await readAll<AuditRecord>({ pk: 'AUDIT' })
  expect(entries.filter(({ subjectId }) => subjectId === id)).toMatchObject([
    {
      kind: 'print',
      after: {
        note: 'first print of the receipt',
        soldAt: createdAt,
        printedAt: isoSeconds(late ?? 0),
      },
    },
  ])
})
