import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { enrolAgent, type OnSiteAgent } from '../../support/on-site-agent.ts'
import { ticketData } from '../../support/printing.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const listed = async (id: string) =>
  (await admin.get('/agents')).body.find((each: { id: string }) => each.id === id)

describe('a new machine with the printer of a dead one', () => {
  const begin = (agent: OnSiteAgent, id: string) =>
    agent.post(`/agents/jobs/${id}/begin`, { attempts: 1 })
  const report = (agent: OnSiteAgent, name: string) =>
    agent.post('/agents/report', {
      printers: [{ name, kind: 'system' }],
      version: '1.0.0',
      claimsJobs: true,
    })
  const jobsOf = async (printer: string) =>
    (await admin.get('/printers/jobs')).body
      .filter(({ printerName }: { printerName: string }) => printerName === printer)
      .toReversed()

  /** A printer that both machines have reported, the new one after the last word of the old one. */
  async function replaced(printerName: string, jobs: number) {
    const old = await enrolAgent(shop, admin, `old ${printerName}`)
    await report(old, printerName)
    const elements = [{ type: 'TEXT', value: 'a receipt' }]
    await admin.post('/templates', { name: printerName, elements })
    const printer = { printerType: 'CUSTOMER', printerName, templateName: printerName }
    const { body } = await admin.post('/printers/configs', printer)
    const print = () =>
      admin.post('/printers/print', {
        printerType: 'CUSTOMER',
        printerId: body.id,
        ticketData,
      })
    for (let at = 0; at < jobs; at += 1) await print()
    const box = await enrolAgent(shop, admin, `new ${printerName}`)
    expect((await report(box, printerName)).body).toMatchObject({ nextReportSeconds: 5 })
    expect(await box.takeJobs()).toEqual([])
    return {
      old,
      box,
      print,
      ids: (await jobsOf(printerName)).map(({ id }: { id: string }) => id) as string[],
    }
  }

  it('prints there once the dead one has missed a heartbeat, and gets its jobs', async () => {
    const { old, box, print, ids } = await replaced('till', 2)
    const [begun = '', waiting = ''] = ids
    expect(await begin(old, begun)).toMatchObject({ status: 204 })
    await later(1, async () => {
      const { body } = await report(box, 'till')
      expect(body).toMatchObject({ nextReportSeconds: 40 })
      expect(await box.takeJobs()).toMatchObject([{ id: waiting, printerName: 'till' }])
      expect(await begin(old, waiting)).toMatchObject({ status: 409 })
      expect(await begin(box, waiting)).toMatchObject({ status: 204 })
      expect(await print()).toMatchObject({ status: 200 })
      expect(await jobsOf('till')).toMatchObject([
        { id: begun, agentName: 'old till', state: 'printing' },
        { id: waiting, agentName: 'new till', state: 'printing' },
        { agentName: 'new till', state: 'waiting' },
      ])
      expect(await listed(box.id)).toMatchObject({ printers: [{ ambiguous: false }] })
    })
  })

  it('gets the jobs of one that was revoked', async () => {
    const { old, box, ids } = await replaced('bar', 1)
    await admin.del(`/agents/${old.id}`)
    await report(box, 'bar')
    expect(await box.takeJobs()).toMatchObject([{ id: ids[0] }])
  })

  it('prints each job there or at the old one, whichever comes first', async () => {
    const { old, box, ids } = await replaced('kitchen', 12)
    await later(1, async () => {
      const statuses = new Map<string, number>()
      const ask = async (id = '') => statuses.set(id, (await begin(old, id)).status)
      await ask(ids.at(-1))
      // Jobs are moved oldest first, and asked for from the other end.
      const moves = Promise.all([report(box, 'kitchen'), report(box, 'kitchen')])
      for (const id of ids.slice(4, -1).toReversed()) await ask(id)
      await moves
      for (const id of ids.slice(0, 4)) await ask(id)
      const refused = ids.filter((id) => statuses.get(id) === 409)
      const moved = (await box.takeJobs()).map(({ id }) => id)
      expect(refused.toSorted()).toEqual(moved.toSorted())
      expect(refused).toEqual(expect.arrayContaining(ids.slice(0, 1)))
      expect(statuses.get(ids.at(-1) ?? '')).toBe(204)
    })
  })
})
