import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrolledAgent } from '../../support/on-site-agent.ts'
import { failed, openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
beforeEach(() => desk.clear())
afterAll(() => desk.shop.close())

describe('the target', () => {
  it('is the configuration named, even if disabled or of another type', async () => {
    await desk.add({ printerName: 'oven', isDefault: true })
    const printerId = await desk.add({
      printerName: 'taproom',
      printerType: 'BAR',
      enabled: false,
    })
    expect(await desk.print({ printerId, broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['taproom'])
  })

  it.each([randomUUID(), 'no-uuid'])(
    'is none for the unknown id %s',
    async (printerId) => {
      await desk.add({ printerName: 'oven' })
      expect(await desk.print({ printerId })).toMatchObject(failed)
    },
  )

  it('is the default of the type', async () => {
    await desk.add({ printerName: 'oven' })
    await desk.add({ printerName: 'grill', isDefault: true })
    expect(await desk.print()).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill'])
  })

  it('is the only enabled one when the default is disabled', async () => {
    await desk.add({ printerName: 'grill', isDefault: true, enabled: false })
    await desk.add({ printerName: 'oven' })
    await desk.add({ printerName: 'taproom', printerType: 'BAR' })
    expect(await desk.print()).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it('is none without a default when there are two or none enabled', async () => {
    expect(await desk.print()).toMatchObject(failed)
    await desk.add({ printerName: 'oven' })
    await desk.add({ printerName: 'grill' })
    expect(await desk.print()).toMatchObject(failed)
    expect(await desk.printedOn()).toEqual([])
  })

  it('is every enabled one of the type in a broadcast', async () => {
    await desk.add({ printerName: 'oven' })
    await desk.add({ printerName: 'grill', isDefault: true })
    await desk.add({ printerName: 'front', enabled: false })
    await desk.add({ printerName: 'taproom', printerType: 'BAR' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill', 'oven'])
  })
})

describe('availability', () => {
  it('fails a single target that no agent reports', async () => {
    await desk.add({ printerName: 'unplugged', isDefault: true })
    await desk.add({ printerName: 'oven' })
    expect(await desk.print()).toMatchObject(failed)
  })

  it('lets a broadcast pass with the printers that are left', async () => {
    await desk.add({ printerName: 'unplugged' })
    await desk.add({ printerName: 'oven' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it('fails a broadcast to nobody', async () => {
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
    await desk.add({ printerName: 'unplugged' })
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
  })

  it('comes before a template that prints nothing', async () => {
    await desk.add({ printerName: 'unplugged', templateName: 'none' })
    expect(await desk.print()).toMatchObject(failed)
  })

  it('lists each printer once and follows the last report', async () => {
    const other = await enrolledAgent(desk.shop, desk.admin, 'second')
    await other.report('oven', 'cellar')
    const { body } = await desk.till.get('/printers/available')
    expect(body.toSorted()).toEqual(['cellar', 'front', 'grill', 'oven', 'taproom'])

    await desk.add({ printerName: 'oven' })
    await desk.print()
    expect(await other.jobs()).toHaveLength(1)
    await desk.agent.report('front', 'oven', 'grill', 'taproom')
    await desk.print()
    expect(await desk.printedOn()).toEqual(['oven'])
    await desk.admin.del(`/agents/${other.id}`)
  })
})

describe('the template', () => {
  it.each([
    ['the configuration’s', 'Order', {}, 'Order'],
    [
      'the configuration’s before the request’s',
      'Order',
      { templateName: 'Bill' },
      'Order',
    ],
    [
      'the request’s when the configuration has none',
      null,
      { templateName: 'Bill' },
      'Bill',
    ],
    [
      'the request’s when it is forced',
      'Order',
      { templateName: 'Bill', forceTemplateName: true },
      'Bill',
    ],
    [
      'the configuration’s when nothing is forced',
      'Order',
      { templateName: ' ', forceTemplateName: true },
      'Order',
    ],
    [
      'the forced one for a printer without',
      'none',
      { templateName: 'Bill', forceTemplateName: true },
      'Bill',
    ],
    ['one whose name begins with none', 'NONE at all', {}, 'NONE at all'],
  ])('is %s', async (_, templateName, request, expected) => {
    await desk.add({ printerName: 'oven', templateName })
    expect(await desk.print(request)).toMatchObject(sent)
    expect(await desk.agent.jobs()).toMatchObject([{ templateName: expected }])
  })

  it.each([
    ['none', {}],
    ['None', { templateName: 'Bill' }],
    [null, {}],
    [null, { templateName: 'NONE' }],
    ['Order', { templateName: 'none', forceTemplateName: true }],
  ])('%s with %j prints nothing and counts as success', async (templateName, request) => {
    await desk.add({ printerName: 'oven', templateName })
    expect(await desk.print(request)).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual([])
  })

  it('that is missing fails one target, and in a broadcast only its own', async () => {
    await desk.add({ printerName: 'oven', templateName: 'Lost' })
    expect(await desk.print()).toMatchObject(failed)
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
    await desk.add({ printerName: 'grill' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill'])
  })
})
