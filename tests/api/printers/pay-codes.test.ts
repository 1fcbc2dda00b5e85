import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
  await desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes,
  })
  const customers = { printerType: 'CUSTOMER', printerName: 'front' }
  await desk.createPrinter({ ...customers, templateName: 'none' })
})
afterAll(() => desk.shop.close())

const create = async (path: string, body: object): Promise<string> =>
  (await desk.admin.post(path, body)).body.id

const print = (id: string, body?: object) =>
  desk.till.post(`/pay-codes/${id}/print`, body)

async function printedTexts() {
  const [job] = await desk.agent.takeJobs()
  if (!job) throw new Error('nothing was queued')
  return layout(job).flatMap((line) =>
    line.kind === 'text' ? [line.text.trim()].filter(Boolean) : [],
  )
}

describe('POST /pay-codes/{id}/print', () => {
  it('prints the code with what it is for, whatever the printer prints of sales', async () => {
    await desk.admin.put('/config', { businessName: 'Café' })
    const spaceId = await create('/spaces', { name: 'Terrace' })
    const tableId = await create('/tables', { name: 'Table 4', spaceId })
    const codes = [
      { kind: 'open', name: 'tips' },
      { kind: 'fixed', name: 'entry', amountCents: 1_250 },
      { kind: 'table', name: 'four', tableId },
    ]
    const texts = []
    for (const code of codes) {
      const id = await create('/pay-codes', code)
      const { status, body } = await print(id)
      expect({ status, body }).toEqual({
        status: 200,
        body: { message: 'Pay code sent to the printer' },
      })
      const [{ ticketId }] = (await desk.admin.get('/printers/jobs')).body
      expect(ticketId).toMatch(new RegExp(`^lnurlp://[^/]+/lnurl/pay/${id}$`))
      texts.push(await printedTexts())
    }
    const wallet = 'Pay with any Lightning wallet'
    expect(texts).toEqual([
      ['Café', 'tips', wallet],
      ['Café', 'entry', '12.50 USD', wallet],
      ['Café', 'Table 4', 'Terrace', wallet],
    ])
  })

  it('prints by the template that the request names, or the shop calls Pay code', async () => {
    const id = await create('/pay-codes', { kind: 'open', name: 'jar' })
    const elements = [{ type: 'TEXT', value: 'Scan {{ticket.tableName}}' }]
    await create('/templates', { name: 'Sticker', elements })
    await print(id, { templateName: 'Sticker' })
    expect(await printedTexts()).toEqual(['Scan jar'])
    await create('/templates', {
      name: 'Pay code',
      elements: [{ type: 'TEXT', value: 'Ours' }],
    })
    await print(id)
    expect(await printedTexts()).toEqual(['Ours'])
  })

  it('refuses a code that does not exist, and says where nothing can print', async () => {
    const id = await create('/pay-codes', { kind: 'open', name: 'box' })
    expect(await print('nobody')).toMatchObject({
      status: 404,
      body: { message: 'Pay code not found' },
    })
    expect(await print(id, { printerType: 'BAR' })).toMatchObject({ status: 503 })
    expect(await print(id, { templateName: 'unknown' })).toMatchObject({ status: 503 })
  })
})
