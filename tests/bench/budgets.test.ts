import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import counted from '../../infra/cost/counted.json' with { type: 'json' }
import { countActivities } from './activities.ts'
import { type CountedShop, openCountedShop } from './bench-shop.ts'
import { type Cost, countCosts } from './costs.ts'

let shop: CountedShop
let costs: Cost[]
beforeAll(async () => {
  shop = await openCountedShop(inject('dynamoDbEndpoint'), inject('queuesEndpoint'))
  costs = await countCosts(shop)
})
afterAll(() => shop.close())

describe('every request stays within its budget of', () => {
  it('round trips', () => {
    const over = costs.filter(({ roundTrips, budget }) => roundTrips > budget.roundTrips)
    expect(over).toEqual([])
  })

  it('capacity units', () => {
    const over = costs.filter(({ capacity, budget }) => capacity > budget.capacity)
    expect(over).toEqual([])
  })
})

// A figure that is new on purpose is kept by `npm run count`, then `npm run cost -- --docs`.
it('takes the capacity that the cost sheet multiplies', async () => {
  expect(await countActivities(shop, inject('dynamoDbEndpoint'))).toEqual(counted)
})
