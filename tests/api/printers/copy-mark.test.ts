import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  markPrinted,
  type PrintedMark,
  receiptOf,
  unmarkPrinted,
} from '../../../shared/paper/desk/copy-mark.ts'
import { soldOrder } from '../../support/payouts.ts'
import { openTable } from '../../support/table.ts'

let closeTable: () => Promise<void>
beforeAll(async () => {
  closeTable = await openTable()
})
afterAll(() => closeTable())

it('a print that failed takes back its own mark, and not that of a bill printed since', async () => {
  const { id } = await soldOrder()
  const [two, three] = [receiptOf(id, 'two dishes'), receiptOf(id, 'three dishes')]
  const mark = (await markPrinted(two, undefined)) as PrintedMark
  await unmarkPrinted(two, mark)
  expect(await markPrinted(two, undefined)).toBeDefined()
  expect(await markPrinted(three, undefined)).toBeDefined()
  await unmarkPrinted(two, mark)
  expect(await markPrinted(three, undefined)).toBeUndefined()
})
