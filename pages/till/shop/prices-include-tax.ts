import { pos } from '../../parts/pos.ts'

/** Says whether prices include their tax. Throws PosError. */
export async function setPricesIncludeTax(pricesIncludeTax: boolean): Promise<void> {
  // A change must name the shop, which another device may have renamed since it was read
  const { businessName } = await pos.config.show()
  await pos.config.change({ body: { businessName, pricesIncludeTax } })
}
