import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../../shared/agents/agent.ts'
import { enrolAgent, type OnSiteAgent } from '../../support/on-site-agent.ts'
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
})
beforeEach(() => desk.clear())
afterAll(() => desk.shop.close())

describe('the target', () => {
  it('is the configuration with the given id, even if disabled or of another type', async () => {
    await desk.createPrinter({ printerName: 'oven', isDefault: true })
    const printerId = await desk.createPrinter({
      printerName: 'taproom',
      printerType: 'BAR',
      enabled: false,
    })
    expect(await desk.print({ printerId, broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['taproom'])
  })

  it.each([randomUUID(), 'no-uuid'])(
    'does not exist for the unknown id %s: 503',
    async (printerId) => {
      await desk.createPrinter({ printerName: 'oven' })
      expect(await desk.print({ printerId })).toMatchObject(failed)
    },
  )

  it('is the default of the type', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    await desk.createPrinter({ printerName: 'grill', isDefault: true })
    expect(await desk.print()).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill'])
  })

  it('is the only enabled one when the default is disabled', async () => {
    await desk.createPrinter({ printerName: 'grill', isDefault: true, enabled: false })
    await desk.createPrinter({ printerName: 'oven' })
    await desk.createPrinter({ printerName: 'taproom', printerType: 'BAR' })
    expect(await desk.print()).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it('does not exist without a default when two or none are enabled: 503', async () => {
    expect(await desk.print()).toMatchObject(failed)
    await desk.createPrinter({ printerName: 'oven' })
    await desk.createPrinter({ printerName: 'grill' })
    expect(await desk.print()).toMatchObject(failed)
    expect(await desk.printedOn()).toEqual([])
  })

  it('is named by the code of the failure when it is missing', async () => {
    const failure = (code: string) => ({ ...failed, body: { ...failed.body, code } })
    expect(await desk.print()).toEqual(
      expect.objectContaining(failure('printer_not_configured')),
    )
    await desk.createPrinter({ printerName: 'cellar', templateName: null })
    expect(await desk.print()).toMatchObject(failure('printer_not_available'))
    await desk.clear()
    await desk.createPrinter({ printerName: 'oven', templateName: 'Gone' })
    for (const broadcast of [false, true]) {
      expect(await desk.print({ broadcast })).toMatchObject(failure('template_not_found'))
    }
  })

  it('is every enabled configuration of the type in a broadcast', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    await desk.createPrinter({ printerName: 'grill', isDefault: true })
    await desk.createPrinter({ printerName: 'front', enabled: false })
    await desk.createPrinter({ printerName: 'taproom', printerType: 'BAR' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill', 'oven'])
  })
})

describe('availability', () => {
  it('returns 503 for a single target that no agent reports', async () => {
    await desk.createPrinter({ printerName: 'unplugged', isDefault: true })
    await desk.createPrinter({ printerName: 'oven' })
    expect(await desk.print()).toMatchObject(failed)
  })

  it('sends a broadcast to the printers that are available', async () => {
    await desk.createPrinter({ printerName: 'unplugged' })
    await desk.createPrinter({ printerName: 'oven' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it('returns 503 for a broadcast to no available printer', async () => {
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
    await desk.createPrinter({ printerName: 'unplugged' })
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
  })

  it('is checked before a template that prints nothing', async () => {
    await desk.createPrinter({ printerName: 'unplugged', templateName: 'none' })
    expect(await desk.print()).toMatchObject(failed)
  })

  describe('of a name that two agents report', () => {
    let other: OnSiteAgent
    beforeEach(async () => {
      other = await enrolAgent(desk.shop, desk.admin, 'second')
      await desk.agent.report('front', 'oven', 'grill', 'taproom')
      await other.report('oven', 'cellar')
    })
    afterEach(() => desk.admin.del(`/agents/${other.id}`))

    it('is at the one that reported it first, also when the other sent the last heartbeat', async () => {
      await desk.createPrinter({ printerName: 'oven' })
      await desk.print()
      await desk.agent.report('front', 'oven', 'grill', 'taproom')
      await desk.print()
      expect(await other.takeJobs()).toEqual([])
      expect(await desk.printedOn()).toEqual(['oven', 'oven'])

      await desk.agent.report('front', 'renamed', 'grill', 'taproom')
      await desk.print()
      expect(await other.takeJobs()).toHaveLength(1)
      await desk.agent.report('front', 'oven', 'grill', 'taproom')
    })

    it('is at the agent that a configuration names', async () => {
      expect((await desk.till.get('/printers/available')).body.toSorted()).toEqual([
        'cellar',
        'counter/oven',
        'front',
        'grill',
        'oven',
        'second/oven',
        'taproom',
      ])
      await desk.createPrinter({ printerName: 'second/oven' })
      expect(await desk.print()).toMatchObject(sent)
      expect(await other.takeJobs()).toMatchObject([{ printerName: 'oven' }])

      await other.report('oven', 'cellar')
      await desk.agent.report('front', 'grill', 'taproom')
      expect(await desk.print()).toMatchObject(sent)
      expect(await other.takeJobs()).toHaveLength(1)
      await desk.agent.report('front', 'oven', 'grill', 'taproom')
    })

    it('is flagged in the list of agents', async () => {
      const { body } = await desk.admin.get('/agents')
      const flagged = body.flatMap((agent: Agent) =>
        agent.printers.filter(({ ambiguous }) => ambiguous).map(({ name }) => name),
      )
      expect(flagged).toEqual(['oven', 'oven'])
    })
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
      'the forced one for a printer that prints none',
      'none',
      { templateName: 'Bill', forceTemplateName: true },
      'Bill',
    ],
    ['one whose name begins with none', 'NONE at all', {}, 'NONE at all'],
  ])('is %s', async (_, templateName, request, expected) => {
    await desk.createPrinter({ printerName: 'oven', templateName })
    expect(await desk.print(request)).toMatchObject(sent)
    expect(await desk.agent.takeJobs()).toMatchObject([{ templateName: expected }])
  })

  it.each([
    ['none', {}],
    ['None', { templateName: 'Bill' }],
    [null, {}],
    [null, { templateName: 'NONE' }],
    ['Order', { templateName: 'none', forceTemplateName: true }],
  ])('%s with %j prints nothing and counts as success', async (templateName, request) => {
    await desk.createPrinter({ printerName: 'oven', templateName })
    expect(await desk.print(request)).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual([])
  })

  it.each(['Receipt', 'Kitchen'])(
    '%s may be named without being stored',
    async (name) => {
      await desk.createPrinter({ printerName: 'oven', templateName: name })
      expect(await desk.print()).toMatchObject(sent)
      const [job] = await desk.agent.takeJobs()
      expect(job).toMatchObject({ templateName: name, ticket: ticketData })
    },
  )

  it('that does not exist fails a single target, and in a broadcast only its own printer', async () => {
    await desk.createPrinter({ printerName: 'oven', templateName: 'Lost' })
    expect(await desk.print()).toMatchObject(failed)
    expect(await desk.print({ broadcast: true })).toMatchObject(failed)
    await desk.createPrinter({ printerName: 'grill' })
    expect(await desk.print({ broadcast: true })).toMatchObject(sent)
    expect(await desk.printedOn()).toEqual(['grill'])
  })
})
