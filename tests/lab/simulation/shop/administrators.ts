import type { Client } from './client.ts'
import { endSession } from './sessions.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

const names = ['Red', 'Green', 'Blue']

/** One thing in the office: few names, so that people want the same ones. */
export async function atTheOffice(world: World, client: Client): Promise<void> {
  const { random } = client
  const { shop } = world
  const name = random.pick(names)
  const staying = [shop.userId, shop.colleague.id]
  if (random.chance(0.12)) return endSession(world, client)
  const what = random.next()
  if (what < 0.2) {
    const user = { name, pin: '9876', role: shop.roleId }
    const answer = await client.send('POST', '/users', user, { key: random.uuid() })
    noteAudited(world, 'user', name, outcomeOf(answer, true))
  } else if (what < 0.3) {
    await withOne(client, '/users', staying, async (user) => {
      const answer = await client.send('DELETE', `/users/${user.id}`)
      noteAudited(world, 'user', user.name, outcomeOf(answer, false))
    })
  } else if (what < 0.36) {
    await withOne(client, '/users', staying, async (user) => {
      const pin = random.pick(['1357', '2468'])
      const answer = await client.send('PUT', `/users/${user.id}`, { pin })
      noteAudited(world, 'pin', user.name, outcomeOf(answer, false))
    })
  } else if (what < 0.5) {
    const role = { role: name, permissions: ['orders_read'] }
    const answer = await client.send('POST', '/roles', role)
    noteAudited(world, 'role', name, outcomeOf(answer, false))
  } else if (what < 0.58) {
    await withOne(client, '/roles', [shop.roleId], async (role) => {
      const answer = await client.send('DELETE', `/roles/${role.id}`)
      noteAudited(world, 'role', role.role ?? '', outcomeOf(answer, false))
    })
  } else if (what < 0.7) {
    const product = {
      SKU: name,
      name,
      costCents: 1,
      quantity: 1,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      priceCents: 2,
    }
    const answer = await client.send('POST', '/products', product, { key: random.uuid() })
    noteAudited(world, 'stock', name, outcomeOf(answer, true))
  } else if (what < 0.78) {
    const stays = [shop.bundle.id, ...shop.products.map(({ id }) => id)]
    await withOne(client, '/products', stays, async (product) => {
      await client.send('DELETE', `/products/${product.id}`)
      // One that somebody else has deleted counts as deleted, too
      noteAudited(world, 'stock', product.name, 'unknown')
    })
  } else if (what < 0.86) await changePrice(world, client)
  else if (what < 0.9) await changeTax(world, client)
  else if (what < 0.96) {
    const answer = await client.send('POST', '/categories', { name, type: 'dish' })
    noteAudited(world, 'catalog', name, outcomeOf(answer, false))
  } else {
    await withOne(client, '/dishes', [], async ({ id }) => {
      const answer = await client.send('DELETE', `/dishes/${id}`)
      noteAudited(world, 'price', id, outcomeOf(answer, false))
    })
  }
}

type Named = { readonly id: string; readonly name: string; readonly role?: string }

/** Does something with any record of a list, but not with those that stay. */
async function withOne(
  client: Client,
  path: string,
  stays: readonly string[],
  work: (one: Named) => Promise<unknown>,
): Promise<void> {
  const list = await client.send('GET', path)
  if (!Array.isArray(list?.body)) return
  const others = (list.body as Named[]).filter(({ id }) => !stays.includes(id))
  if (others.length > 0) await work(client.random.pick(others))
}

/** A dish gets a price that it never had. */
async function changePrice(world: World, client: Client): Promise<void> {
  const list = await client.send('GET', '/dishes')
  if (!Array.isArray(list?.body) || list.body.length === 0) return
  const { id, name, categoryId } = client.random.pick(list.body as Dish[])
  world.prices += 1
  const dish = { name, categoryId, price: (400 + world.prices) / 100 }
  const answer = await client.send('PUT', `/dishes/${id}`, dish)
  noteAudited(world, 'price', id, outcomeOf(answer, false))
}

type Dish = Named & { readonly categoryId: string }

/** Changes a tax: earlier sales keep the tax that they were sold with. */
async function changeTax(world: World, client: Client): Promise<void> {
  const { random } = client
  const { id } = random.pick(world.shop.taxes)
  if (random.chance(0.5)) {
    await client.send('PUT', `/taxes/${id}`, { ratePercent: random.pick([5, 16, 19.6]) })
    noteAudited(world, 'tax', id, 'unknown')
  } else {
    const pricesIncludeTax = random.chance(0.5)
    await client.send('PUT', '/config', { businessName: 'Corner Shop', pricesIncludeTax })
    // The value may be unchanged
    noteAudited(world, 'config', null, 'unknown')
  }
}
