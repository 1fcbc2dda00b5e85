import { serveOnly } from '../../shared/current-shop.ts'
import { currentOf, findShop } from '../../shared/platform/shops/shop-records.ts'
import { Refusal } from './command-line.ts'

/** Makes a further shop the current one of a program. Throws `Refusal` where there is none. */
export async function serveFurther(id: string): Promise<void> {
  const found = await findShop(id)
  if (!found) throw new Refusal(`There is no shop ${id}.`)
  serveOnly(currentOf(found))
}
