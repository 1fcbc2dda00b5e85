import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let till: Client
beforeAll(async () => {
  shop = await openShop()
  till = await shop.userWith()
})
afterAll(() => shop.close())

type Config = { id: string; printerType: string; printerName: string; isDefault: boolean }

const configs = async (type: string): Promise<Config[]> => {
  const { body } = await till.get('/printers/configs')
  return body.filter((each: Config) => each.printerType === type)
}
const inParallel = <T>(count: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))

const createPrinter = (fields: object) => till.post('/printers/configs', fields)

it('has one default after 30 parallel POST /printers/configs/{id}/default', async () => {
  const ids = await inParallel(30, async (at) => {
    const { body } = await createPrinter({
      printerType: 'KITCHEN',
      printerName: `chosen ${at}`,
    })
    return body.id as string
  })
  const answers = await inParallel(30, (at) =>
    till.post(`/printers/configs/${ids[at]}/default`),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect((await configs('KITCHEN')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('creates one of 30 equal configurations and returns 409 for the others', async () => {
  const fields = { printerType: 'BAR', printerName: 'same', isDefault: true }
  const answers = await inParallel(30, () => createPrinter(fields))
  const created = answers.filter(({ status }) => status === 201)
  const conflicts = answers.filter(({ status }) => status === 409)
  expect([created.length, conflicts.length]).toEqual([1, 29])
  expect(await configs('BAR')).toMatchObject([
    { id: created[0]?.body.id, isDefault: true },
  ])
})

it('returns 200 to 30 parallel POST /printers/set of one printer', async () => {
  const fields = { printerType: 'CUSTOMER', printerName: 'front' }
  const answers = await inParallel(30, () => till.post('/printers/set', fields))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await configs('CUSTOMER')).toMatchObject([{ ...fields, isDefault: true }])
})

it('has at most one default after parallel changes, deletions and new defaults', async () => {
  const made = await inParallel(12, (at) =>
    createPrinter({ printerType: 'BAR', printerName: `busy ${at}` }),
  )
  const ids = made.map(({ body }) => body.id as string)
  const answers = await inParallel(48, (at) => {
    const path = `/printers/configs/${ids[at % 12]}`
    switch (Math.floor(at / 12)) {
      case 0:
        return till.post(`${path}/default`)
      case 1:
        return till.put(path, { printerType: 'KITCHEN' })
      case 2:
        return till.put(path, { isDefault: false })
      default:
        return at % 2 === 0 ? till.del(path) : till.put(path, { isDefault: true })
    }
  })
  for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status)
  for (const type of ['BAR', 'KITCHEN']) {
    const defaults = (await configs(type)).filter(({ isDefault }) => isDefault)
    expect(defaults.length).toBeLessThanOrEqual(1)
  }
  const { body } = await createPrinter({
    printerType: 'BAR',
    printerName: 'last',
    isDefault: true,
  })
  const defaults = (await configs('BAR')).filter(({ isDefault }) => isDefault)
  expect(defaults).toMatchObject([{ id: body.id }])
})
