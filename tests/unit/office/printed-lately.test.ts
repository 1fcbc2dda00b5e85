import { expect, test } from 'vitest'
import { printedLately } from '../../../functions/office/page/printed-lately.ts'

const job = (printerName: string, state = 'printed') => ({
  agentName: 'counter',
  printerName,
  state,
})
const kitchenJobs = Array(100).fill(job('oven'))

/** Reads pages for the wanted printers, and returns what printed and how many were read. */
async function read(pages: object[][], ...wanted: string[]) {
  let count = 0
  async function* counted() {
    for (const page of pages) {
      count += 1
      yield page as ReturnType<typeof job>[]
    }
  }
  const printed = await printedLately(counted(), async () => wanted)
  return { printed: wanted.filter((name) => printed.has(name)), count }
}

test('a printer has printed, though others had hundreds of jobs since then', async () => {
  const pages = [kitchenJobs, kitchenJobs, [job('receipt', 'reprinted')], [job('bar')]]
  const printed = ['oven', 'counter/receipt']
  expect(await read(pages, ...printed)).toEqual({ printed, count: 3 })
})

test('no page is read after all printers were found', async () => {
  const pages = [[job('oven'), job('receipt')], kitchenJobs]
  expect(await read(pages, 'oven', 'receipt')).toMatchObject({ count: 1 })
  expect(await read(pages)).toMatchObject({ count: 1 })
})

test('a printer whose jobs failed has not printed', async () => {
  const pages = [[job('receipt', 'failed')], [job('receipt', 'waiting')]]
  expect(await read(pages, 'receipt')).toEqual({ printed: [], count: 2 })
})

test('at most ten pages are read for a printer that rests', async () => {
  const pages = Array(11).fill(kitchenJobs)
  expect(await read(pages, 'receipt')).toEqual({ printed: [], count: 10 })
})
