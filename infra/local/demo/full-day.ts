import type { Pos } from '../../../shared/client/pos.ts'
import { openDay } from './day.ts'
import { enterPaperOrders } from './paper-orders.ts'
import { result, step } from './steps.ts'

/**
 * Leaves a day behind that the owner's page shows well: an open shift, products that are
 * running out, and orders of the last hours. What is there already stays as it is.
 */
export async function fillTheDay(pos: Pos, userId: string): Promise<void> {
  await openDay(pos, userId)
  await addScarceProducts(pos)
  await enterPaperOrders(pos, userId)
}

const scarceProducts = [
  { name: 'Leche de avena', quantity: 3, minStockThreshold: 12, priceCents: 290 },
  { name: 'Café en grano, 1 kg', quantity: 1, minStockThreshold: 4, priceCents: 1_900 },
] as const

async function addScarceProducts(pos: Pos): Promise<void> {
  step('Adding products that are running out')
  const known = new Set((await pos.products.list()).map(({ name }) => name))
  for (const product of scarceProducts) {
    const { name, quantity, minStockThreshold, priceCents } = product
    if (known.has(name)) continue
    const costCents = Math.round(priceCents / 2)
    await pos.products.create({
      body: { ...product, costCents, maxStockThreshold: 40, categoryIds: [] },
    })
    result(`${name}: ${quantity} left, at least ${minStockThreshold} wanted`)
  }
}
