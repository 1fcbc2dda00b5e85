import { afterAll, beforeAll, expect, it } from 'vitest'
import { shiftsOf } from '../../support/shifts.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'

let corner: Shop
let cafe: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  cafe = await openBeside(corner, 'cafe')
})
afterAll(() => corner.close())

it('each of several shops has a drawer of its own', async () => {
  const [first, other] = await Promise.all([corner, cafe].map(shiftsOf))
  await first?.closeShift(await first.createShift(), { finalAmount: 12 })
  await other?.createShift()
  const drawer = { counted: 12, cashSince: 0 }
  expect(await first?.admin.get('/shifts/drawer')).toMatchObject({ body: drawer })
  expect((await other?.admin.get('/shifts/drawer'))?.status).toBe(204)
})
