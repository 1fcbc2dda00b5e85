import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptShop } from '../../infra/operate/restored/shop.ts'
import { allTills, tillDayKey } from '../../shared/people/tills/till-records.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import { daySums } from '../../shared/selling/sales/day-record.ts'
import { findOrder, findOrders, type Order } from '../../shared/selling/sales/orders.ts'
import { openPart, type TillDay } from '../../shared/selling/sales/till-day.ts'
import type { Client } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { tender } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till, usd } from '../support/till.ts'
import { tornTable } from '../support/torn-table.ts'

type Paper = {
  readonly saleId: string
  readonly number: number
  readonly quantity: number
}
type Device = {
  readonly id: string
  readonly series: string
  readonly client: Client
  readonly token: Record<string, string>
  readonly papers: Paper[]
}

let shop: Shop
let till: Till
let coffee: string
const devices: Device[] = []
const { states, keep, restoreTorn, tornAround } = tornTable()

const register = async (name: string): Promise<Device> => {
  const client = await shop.admin()
  const { id, series, token } = (await client.post('/tills', { name, token: true })).body
  const device = { id, series, client, token: { 'x-till': token }, papers: [] }
  devices.push(device)
  return device
}

const newPaper = ({ papers }: Device, quantity: number): Paper => {
  const paper = { saleId: randomUUID(), number: papers.length + 1, quantity }
  papers.push(paper)
  return paper
}

const sell = ({ client, token }: Device, { quantity, ...paper }: Paper) =>
  client.post(
    '/store/orders/checkout',
    { ...till.cart(coffee, quantity), ...paper },
    token,
  )

const handIn = (
  { client, token, id }: Device,
  papers: readonly Paper[],
  isHeard = true,
) =>
  client.post(
    '/sync/sales',
    {
      sentAt: new Date().toISOString(),
      sales: papers.map(({ quantity, ...paper }) => ({
        ...paper,
        soldAt: new Date().toISOString(),
        userId: shop.ownerId,
        currencyId: usd,
        items: [{ productId: coffee, name: 'Coffee', quantity, priceAtOrder: 250 }],
        tenders: [tender('Cash', 250 * quantity)],
        amount: 2.5 * quantity,
        pricesIncludeTax: true,
        taxes: [],
      })),
      ...(!isHeard && { tillId: id }),
    },
    token,
  )

const openShift = async () =>
  (
    await till.admin.post('/shifts', {
      userId: shop.ownerId,
      shiftDate: '2026-05-01',
      startTime: '08:00:00',
      notes: '',
      initialAmount: 0,
    })
  ).body.id

beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  coffee = await till.createProduct(1_000)
  let shiftId = await openShift()
  const bar = await register('Bar')
  await sell(bar, newPaper(bar, 1))
  await keep()
  let last = { status: 0, body: { orderId: '' } }
  const steps: (() => Promise<{ readonly status: number }>)[] = [
    () => sell(bar, newPaper(bar, 2)),
    async () => {
      last = await sell(bar, newPaper(bar, 3))
      return last
    },
    () =>
      bar.client.post(
        `/store/orders/${last.body.orderId}/refund`,
        { tillId: bar.id },
        bar.token,
      ),
    () => handIn(bar, [newPaper(bar, 1)]),
    () =>
      till.admin.post(`/shifts/${shiftId}/cash`, {
        type: 'in',
        amount: 5,
        reason: 'change',
        tillId: bar.id,
      }),
    async () => {
      const door = await register('Door')
      return sell(door, newPaper(door, 2))
    },
    () => till.checkout(till.cart(coffee)),
    () => till.admin.post(`/shifts/${shiftId}/close`, {}),
    async () => {
      shiftId = await openShift()
      return sell(bar, newPaper(bar, 4))
    },
    () => handIn(bar, [newPaper(bar, 1)]),
    // The shop numbers this one, as the till has given the number to another
    () => handIn(bar, [{ saleId: randomUUID(), number: 1, quantity: 1 }]),
    async () => {
      const { body } = await till.checkout(till.cart(coffee))
      return bar.client.post(
        `/store/orders/${body.orderId}/refund`,
        { tillId: bar.id },
        bar.token,
      )
    },
  ]
  for (const step of steps) {
    const answer = await step()
    expect(answer.status, JSON.stringify(answer)).toBeLessThan(300)
    await keep()
  }
})
afterAll(() => shop.close())

const allSold = async (): Promise<Order[]> => {
  const orders = await Promise.all(
    (await findOrders('store')).map(({ id }) => findOrder(id)),
  )
  return orders.flatMap((order) => (order?.sale?.number === undefined ? [] : order))
}

/** A till counts what it sold and gave back in its open part. */
async function expectCounted(sold: readonly Order[]) {
  for (const { id } of await allTills()) {
    const day = await read<TillDay>(tillDayKey(id))
    const part = openPart(day ?? {})
    const mine = sold.filter(
      ({ sale }) => sale?.tillId === id && sale.partNumber === part,
    )
    const sums = daySums(day)
    expect(sums.tickets).toBe(mine.length)
    expect(sums.tenders.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(
      mine.reduce((sum, { sale }) => sum + (sale?.goodsCents ?? 0), 0),
    )
    const refunds = sold.flatMap(({ sale }) =>
      (sale?.refunds ?? []).filter(
        (refund) => refund.tillId === id && refund.partNumber === part,
      ),
    )
    expect(sums.refunds.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(
      refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
    )
  }
}

/** A device gets its token again if it is unknown, hands in all its papers, and sells on. */
async function comesBack(device: Device) {
  const { id, series, client, papers, token } = device
  const lastNumber = papers.length
  const own = await client.get('/tills/me', token)
  if (own.status !== 200) {
    const given = await client.post(`/tills/${id}/token`, { series, lastNumber })
    expect(given.body).toMatchObject({ id, series })
  } else expect((await sell(device, newPaper(device, 1))).body.code).toBe('hand_in_first')
  if (papers.length > lastNumber) papers.pop()
  const { body } = await handIn(device, papers)
  for (const result of body.results) expect(['sold', 'already']).toContain(result.status)
  await client.put('/tills/me/status', { waitingSales: 0 }, token)
  const next = { saleId: randomUUID(), number: lastNumber + 1, quantity: 1 }
  expect(await sell(device, next)).toMatchObject({
    status: 201,
    body: { receiptNumber: `${series}-${lastNumber + 1}` },
  })
}

/** A shift that is open, or another one, is closed: its Z is the sum of its rows. */
async function expectClosed() {
  const { body: open } = await till.admin.get('/shifts/open')
  const id = open?.id ?? (await openShift())
  expect((await till.admin.post(`/shifts/${id}/close`, {})).status).toBe(200)
  const { body: z } = await till.admin.get(`/shifts/${id}/z-report`)
  const rows = z.byTill as { readonly totalSales: number }[]
  const sum = rows.reduce((all, { totalSales }) => all + totalSales, 0)
  expect(sum).toBeCloseTo(z.totalSales, 6)
}

it('a till keeps all sums of a part that has been open for days', async () => {
  const close = await restoreTorn(() => states.length - 1)
  try {
    const { mended } = await adoptShop(
      Date.now() + 3 * 24 * 60 * 60_000,
      new Map(),
      false,
    )
    expect(mended.filter((said) => said.includes('count'))).toEqual([])
    await expectCounted(await allSold())
  } finally {
    await close()
  }
})

it('tills of a table torn at any moment hand in again, and each receipt is one sale under its number', async () => {
  const property = fc.asyncProperty(
    fc.infiniteStream(fc.nat({ max: 1_000 })),
    fc.nat({ max: states.length - 1 }),
    fc.nat({ max: 3 }),
    async (draws, around, width) => {
      const close = await restoreTorn(tornAround(draws, around, width))
      try {
        await adoptShop(Date.now(), new Map(), false)
        await expectCounted(await allSold())
        expect((await adoptShop(Date.now(), new Map(), true)).mended).toHaveLength(1)
        for (const device of devices) await comesBack(device)
        const sold = await allSold()
        for (const { series, papers } of devices) {
          for (const { saleId, number, quantity } of papers) {
            const order = sold.find(({ id }) => id === saleId)
            expect(order?.sale, `${series}-${number}`).toMatchObject({ series, number })
            expect(order?.sale?.goodsCents).toBe(250 * quantity)
          }
        }
        const numbers = sold.map(({ sale }) => `${sale?.series}-${sale?.number}`)
        expect(new Set(numbers).size).toBe(numbers.length)
        await expectCounted(sold)
        await expectClosed()
      } finally {
        await close()
      }
    },
  )
  await fc.assert(property, { numRuns: scaled(4, 60) })
}, 600_000)
