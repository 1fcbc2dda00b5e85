import { afterAll, beforeAll, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { PrintJob } from '../../../shared/paper/queue/print-job.ts'
import { failed, openPrintDesk, type PrintDesk } from '../../support/printing.ts'

let desk: PrintDesk
let id: string
beforeAll(async () => {
  desk = await openPrintDesk()
  await desk.clear()
  await report(elementTypes)
  id = await desk.createPrinter({ printerType: 'CUSTOMER', printerName: 'front' })
})
afterAll(() => desk.shop.close())

const report = (types?: readonly string[]) =>
  desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes: types,
  })

const printed = async () =>
  (await desk.agent.takeJobs()).map((job) => layout(PrintJob.parse(job)))

it('opens the drawer, prints nothing, and is in the audit trail', async () => {
  const cashier = await desk.shop.userWith('drawer_open')
  const open = () => cashier.post(`/printers/${id}/drawer`)
  expect(await open()).toMatchObject({
    status: 200,
    body: { message: 'Drawer asked to open' },
  })
  expect(await printed()).toEqual([[{ kind: 'drawer' }]])
  const [job] = (await desk.admin.get('/printers/jobs')).body
  const entries = (await desk.admin.get('/audit?kind=drawer')).body
  expect(entries).toMatchObject([{ after: { templateName: 'Drawer' } }])
  // Whoever may print again opens no drawer
  await desk.admin.post(`/printers/jobs/${job.id}/reprint`)
  expect(await printed()).not.toContainEqual([{ kind: 'drawer' }])
})

it('needs its permission, a configuration, and a printer that can be reached', async () => {
  const other = await desk.shop.userWith('orders_create', 'printer_update')
  expect(await other.post(`/printers/${id}/drawer`)).toMatchObject({ status: 403 })
  const unknown = '/printers/00000000-0000-4000-8000-000000000000/drawer'
  expect(await desk.admin.post(unknown)).toMatchObject({ status: 404 })
  const away = await desk.createPrinter({ printerType: 'BAR', printerName: 'gone' })
  const refused = { status: 503, body: { message: failed.body.message } }
  expect(await desk.admin.post(`/printers/${away}/drawer`)).toMatchObject(refused)
  await report()
  expect(await desk.admin.post(`/printers/${id}/drawer`)).toMatchObject(refused)
  expect(await printed()).toEqual([])
})
