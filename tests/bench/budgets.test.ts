import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type Cost, countCosts } from './costs.ts'

let shop: BenchShop
let costs: Cost[]
beforeAll(async () => {
  shop = await openBenchShop(inject('dynamoDbEndpoint'), inject('queuesEndpoint'))
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
