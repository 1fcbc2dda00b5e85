import type { Client } from './client.ts'
import type { World } from './world.ts'

const names = ['Red', 'Green', 'Blue']

/** One thing in the office: few names, so that people want the same ones. */
export async function atTheOffice({ shop }: World, client: Client): Promise<void> {
  const { random } = client
  const name = random.pick(names)
  const what = random.next()
  if (what < 0.2) {
    await client.send(
      'POST',
      '/users',
      { name, pin: '9876', role: shop.roleId },
      { key: random.uuid() },
    )
  } else if (what < 0.35) await removeOne(client, '/users', shop.userId)
  else if (what < 0.5) {
    await client.send('POST', '/roles', { role: name, permissions: ['orders_read'] })
  } else if (what < 0.6) await removeOne(client, '/roles', shop.roleId)
  else if (what < 0.75) {
    await client.send(
      'POST',
      '/products',
      {
        SKU: name,
        name,
        costCents: 1,
        quantity: 1,
        minStockThreshold: 0,
        maxStockThreshold: 0,
        priceCents: 2,
      },
      { key: random.uuid() },
    )
  } else if (what < 0.85) {
    await removeOne(
      client,
      '/products',
      shop.bundle.id,
      ...shop.products.map(({ id }) => id),
    )
  } else if (what < 0.95) {
    await client.send('POST', '/categories', { name, type: 'dish' })
  } else await removeOne(client, '/dishes')
}

/** Deletes any record of a list, but not those that stay. */
async function removeOne(
  client: Client,
  path: string,
  ...stays: string[]
): Promise<void> {
  const list = await client.send('GET', path)
  if (!Array.isArray(list?.body)) return
  const others = list.body.filter(({ id }: { id: string }) => !stays.includes(id))
  if (others.length > 0) {
    await client.send('DELETE', `${path}/${client.random.pick(others).id}`)
  }
}
