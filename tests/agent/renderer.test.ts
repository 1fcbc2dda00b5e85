import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRenderer } from '../../print-agent/jobs/render.ts'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import { createPrintJob, escPosBytesOf, longJob, undrawableJob } from './print-jobs.ts'

const picture = (job: PrintJob) => ({ job, isCopy: false, as: 'picture' }) as const

test('the event loop is not blocked while a long receipt is drawn', async () => {
  const drawn = openRenderer()(picture(longJob('customer', 200)))
  let isPending = true
  void drawn.finally(() => (isPending = false))
  let turns = 0
  for (; isPending; turns += 1) await nextTurn()
  expect(Buffer.from(await drawn).toString('latin1', 1, 4)).toBe('PNG')
  expect(turns).toBeGreaterThan(1_000)
})

test('receipts are rendered in the order of the calls', async () => {
  const render = openRenderer()
  const order: string[] = []
  const [long, short] = [longJob('customer', 100), createPrintJob('customer')]
  const rendered = [
    render(picture(long)).then(() => order.push('picture')),
    render({ job: short, isCopy: true, as: 'bytes' }).then((bytes) => {
      order.push('bytes')
      expect(Buffer.from(bytes)).toEqual(escPosBytesOf(short, { copy: true }))
    }),
  ]
  await Promise.all(rendered)
  expect(order).toEqual(['picture', 'bytes'])
})

test('a drawing that fails throws Unprintable with the reason, and the next one succeeds', async () => {
  const render = openRenderer()
  const failed = render(picture(undrawableJob('customer')))
  const next = render(picture(createPrintJob('customer')))
  await expect(failed).rejects.toThrow(
    /^the receipt cannot be rendered: .*640 x 1500\d+ p/,
  )
  expect(Buffer.from(await next).toString('latin1', 1, 4)).toBe('PNG')
})
