import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import {
  failed,
  openPrintDesk,
  type PrintDesk,
  sent,
  ticketData,
} from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
  const templates = {
    Empty: [],
    Fourfold: Array(4).fill({ type: 'TABLE_ROW' }),
    Headed: [{ type: 'TEXT', value: 'Order' }, ...Array(4).fill({ type: 'TABLE_ROW' })],
    Codes: Array(200).fill({ type: 'QRCODE', value: 'pay here' }),
    Echo: [{ type: 'SEPARATOR', value: '{{ticket.id}}'.repeat(3_000) }],
    Echoes: Array(2_000).fill({ type: 'SEPARATOR', value: '{{ticket.id}}' }),
  }
  for (const [name, elements] of Object.entries(templates)) {
    expect((await desk.admin.post('/templates', { name, elements })).status).toBe(201)
  }
})
beforeEach(() => desk.clear())
afterAll(() => desk.shop.close())

const item = { quantity: 1, name: 'Tea', price: 2 }
const items = (count: number, fields: object = {}) =>
  Array(count).fill({ ...item, ...fields })
const ticket = (fields: object) => ({ ticketData: { ...ticketData, ...fields } })
const refused = (message: string) => ({ status: 400, body: { message } })

describe('a ticket', () => {
  beforeEach(async () => {
    await desk.createPrinter({ printerName: 'oven' })
  })

  const tooManyItems = refused('A printed ticket holds at most 500 items')
  const tooManyComments = refused('A printed item holds at most 20 comments')
  const tooMuchText = refused('A printed ticket holds at most 64 KB of text')
  const others = Object.values(ticketData).filter((value) => typeof value === 'string')
  const room = 64 * 1024 - Buffer.byteLength(others.join(''))

  it.each([
    ['500 items', { items: items(500) }],
    ['20 comments on each', { items: items(90, { comments: Array(20).fill('hot') }) }],
    [
      '64 KB of text',
      {
        items: items(1, {
          name: 'é'.repeat(9_000),
          comments: ['x'.repeat(room - 18_000)],
        }),
      },
    ],
    ['half an emoji', { tableName: '\ud83c', items: items(1, { name: 'Tea \udf75' }) }],
  ])('can have %s', async (_, fields) => {
    expect(await desk.print(ticket(fields))).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it.each([
    ['501 items', { items: items(501) }, tooManyItems],
    ['9,000 items', { items: items(9_000) }, tooManyItems],
    [
      '21 comments',
      { items: items(1, { comments: Array(21).fill('') }) },
      tooManyComments,
    ],
    ['a long name', { items: items(2, { name: 'x'.repeat(room / 2 + 1) }) }, tooMuchText],
    [
      'long comments',
      { items: items(1, { comments: Array(2).fill('é'.repeat(room / 4 + 1)) }) },
      tooMuchText,
    ],
    ['a long room', { roomName: 'é'.repeat(33_000) }, tooMuchText],
    ['a long invoice', { invoice: 'é'.repeat(33_000) }, tooMuchText],
  ])('returns 400 with %s', async (_, fields, response) => {
    expect(await desk.print(ticket(fields))).toMatchObject(response)
    expect(await desk.printedOn()).toEqual([])
  })

  it('is checked after the token and before its printer is looked up', async () => {
    const long = ticket({ items: items(501) })
    expect(await desk.print({ ...long, printerType: 'BAR' })).toMatchObject(tooManyItems)
    const body = { printerType: 'KITCHEN', ...long }
    const { status } = await desk.shop.anonymous().post('/printers/print', body)
    expect(status).toBe(401)
  })
})

describe('a printed ticket', () => {
  const tooManyLines = refused('A printed ticket has at most 2,000 lines')
  const tooMuchText = refused('A printed ticket holds at most 64 KB of text')
  const long = ticket({ items: items(500) })

  it('has at most 2,000 lines with its template', async () => {
    await desk.createPrinter({ printerName: 'oven', templateName: 'Fourfold' })
    expect(await desk.print(long)).toMatchObject(sent)
    const forced = { templateName: 'Headed', forceTemplateName: true }
    expect(await desk.print({ ...long, ...forced })).toMatchObject(tooManyLines)
    expect(await desk.print(forced)).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven', 'oven'])
  })

  it('counts QR codes by their height', async () => {
    await desk.createPrinter({ printerName: 'oven', templateName: 'Codes' })
    expect(await desk.print()).toMatchObject(tooManyLines)
  })

  it.each(['Echo', 'Echoes'])(
    'has at most 64 KB of text, also when the template repeats it: %s',
    async (templateName) => {
      await desk.createPrinter({ printerName: 'oven', templateName })
      const echoed = ticket({ ticketId: 'x'.repeat(50_000) })
      expect(await desk.print(echoed)).toMatchObject(tooMuchText)
      expect(await desk.printedOn()).toEqual([])
    },
  )

  it('is sent to no printer when it is too long for one of several', async () => {
    await desk.createPrinter({ printerName: 'oven', templateName: 'Order' })
    await desk.createPrinter({ printerName: 'grill', templateName: 'Headed' })
    expect(await desk.print({ ...long, broadcast: true })).toMatchObject(tooManyLines)
    expect(await desk.printedOn()).toEqual([])
  })

  it('is not limited where it is not printed', async () => {
    const id = await desk.createPrinter({ printerName: 'oven', templateName: 'none' })
    const headed = { templateName: 'Headed', ...long }
    expect(await desk.print({ ...headed, printerId: id })).toMatchObject(sent)
    await desk.createPrinter({
      printerName: 'away',
      printerType: 'BAR',
      templateName: 'Headed',
    })
    expect(await desk.print({ ...headed, printerType: 'BAR' })).toMatchObject(failed)
    expect(await desk.printedOn()).toEqual([])
  })
})

test('a preview draws text that the code page lacks', async () => {
  const drawn = async (value: string) => {
    const elements = [{ type: 'TEXT', value }]
    const { status, body } = await desk.till.post('/templates/preview', { elements })
    expect(status).toBe(200)
    return body
  }
  expect(await drawn('珈琲')).not.toEqual(await drawn('????'))
})
