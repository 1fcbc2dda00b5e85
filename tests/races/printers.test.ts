import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
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
const inParallel = <T>(many: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, at) => act(at)))

const add = (fields: object) => till.post('/printers/configs', fields)

it('30 parallel choices of a default leave one default', async () => {
  const ids = await inParallel(30, async (at) => {
    const { body } = await add({ printerType: 'KITCHEN', printerName: `chosen ${at}` })
    return body.id as string
  })
  const answers = await inParallel(30, (at) =>
    till.post(`/printers/configs/${ids[at]}/default`),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect((await configs('KITCHEN')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('30 parallel creations of one configuration create one', async () => {
  const fields = { printerType: 'BAR', printerName: 'same', isDefault: true }
  const answers = await inParallel(30, () => add(fields))
  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect([created.length, refused.length]).toEqual([1, 29])
  expect(await configs('BAR')).toMatchObject([
    { id: created[0]?.body.id, isDefault: true },
  ])
})

it('30 parallel calls that set one printer all succeed', async () => {
  const fields = { printerType: 'CUSTOMER', printerName: 'front' }
  const answers = await inParallel(30, () => till.post('/printers/set', fields))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await configs('CUSTOMER')).toMatchObject([{ ...fields, isDefault: true }])
})

it('parallel changes leave at most one default, never a deleted or moved one', async () => {
  const made = await inParallel(12, (at) =>
    add({ printerType: 'BAR', printerName: `busy ${at}` }),
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
  const { body } = await add({ printerType: 'BAR', printerName: 'last', isDefault: true })
  const defaults = (await configs('BAR')).filter(({ isDefault }) => isDefault)
  expect(defaults).toMatchObject([{ id: body.id }])
})
