import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kitchen, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let kitchen: Kitchen
beforeAll(async () => {
  shop = await openShop()
  kitchen = await openKitchen(shop)
})
afterAll(() => shop.close())

const notFound = { status: 404, body: 'Dish not found' }
const inUse = { status: 400, body: { message: 'Dish is in use' } }

const remove = (id: string) => kitchen.admin.del(`/dishes/${id}`)

describe('dishes', () => {
  it('list a bare string while there are none', async () => {
    expect(await kitchen.admin.get('/dishes')).toMatchObject({
      status: 200,
      body: 'No dishes found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const [first, second] = [await kitchen.category(), await kitchen.category()]
    const created = await kitchen.admin.post('/dishes', {
      name: 'Soup',
      price: 4.505,
      categoryId: first,
    })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Dish added successfully' },
    })
    const { id } = created.body
    const soup = { id, name: 'Soup', price: 4.51, categoryId: first }
    expect((await kitchen.admin.get('/dishes')).body).toEqual([soup])
    expect(await kitchen.admin.get(`/dishes/${id}`)).toMatchObject({
      status: 200,
      body: soup,
    })

    const stew = { name: 'Stew', price: 12, categoryId: second }
    expect(await kitchen.admin.put(`/dishes/${id}`, stew)).toMatchObject({
      status: 200,
      body: { id, message: 'Dish updated successfully' },
    })
    expect((await kitchen.admin.get(`/dishes/${id}`)).body).toEqual({ id, ...stew })

    expect(await remove(id)).toMatchObject({ status: 204, body: undefined })
    expect(await kitchen.admin.get(`/dishes/${id}`)).toMatchObject(notFound)
    expect(await remove(id)).toMatchObject(notFound)
    expect(await kitchen.admin.put(`/dishes/${id}`, stew)).toMatchObject({
      status: 404,
      body: `Dish with ID: ${id} not found`,
    })
  })

  it('hold their category for as long as they name it', async () => {
    const [first, second] = [await kitchen.category(), await kitchen.category()]
    const removal = async (id: string) =>
      (await kitchen.admin.del(`/categories/${id}?type=dish`)).status
    const id = await kitchen.dish('Soup', first)
    expect(await removal(first)).toBe(400)
    await kitchen.admin.put(`/dishes/${id}`, {
      name: 'Soup',
      price: 1,
      categoryId: second,
    })
    expect(await removal(first)).toBe(204)
    expect(await removal(second)).toBe(400)
    await remove(id)
    expect(await removal(second)).toBe(204)
  })

  it.each([
    [{ name: ' ' }],
    [{ name: undefined }],
    [{ price: 0 }],
    [{ price: 0.004 }],
    [{ price: -1 }],
    [{ price: '4' }],
    [{ price: undefined }],
    [{ price: 1e300 }],
    [{ categoryId: undefined }],
    [{ categoryId: randomUUID() }],
    [{ categoryId: '' }],
  ])('refuse %j', async (wrong) => {
    const id = await kitchen.dish()
    const before = (await kitchen.admin.get(`/dishes/${id}`)).body
    const body = { name: 'X', price: 1, categoryId: await kitchen.category(), ...wrong }
    const invalid = { status: 400, body: { message: expect.any(String) } }
    expect(await kitchen.admin.post('/dishes', body)).toMatchObject(invalid)
    expect(await kitchen.admin.put(`/dishes/${id}`, body)).toMatchObject(invalid)
    expect((await kitchen.admin.get(`/dishes/${id}`)).body).toEqual(before)
  })

  it('take no category of another type', async () => {
    const categoryId = await kitchen.category('ingredient')
    expect(
      await kitchen.admin.post('/dishes', { name: 'X', price: 1, categoryId }),
    ).toMatchObject({ status: 400 })
  })

  it('ask for the permission of the deed', async () => {
    const reader = await shop.userWith('dish_read')
    expect((await reader.get('/dishes')).status).toBe(200)
    expect((await reader.del(`/dishes/${randomUUID()}`)).status).toBe(403)
  })
})

describe('a dish in a line of an open order', () => {
  const line = (dishId: string) => ({ dishId, priceAtOrder: 4.5, notes: '' })

  it('cannot be deleted until the line is', async () => {
    const dish = await kitchen.dish()
    const order = await kitchen.order()
    await kitchen.add(order, [line(dish), line(dish)])
    const [one, other] = (await kitchen.complete(order)).dishes
    expect(await remove(dish)).toMatchObject(inUse)
    await kitchen.admin.del(`/orders/${order}/dishes/${one.id}`)
    expect(await remove(dish)).toMatchObject(inUse)
    await kitchen.admin.del(`/orders/${order}/dishes/${other.id}`)
    expect((await remove(dish)).status).toBe(204)
  })

  it('cannot be deleted until all lines are, or the order', async () => {
    const [soup, stew] = [await kitchen.dish(), await kitchen.dish()]
    const [one, other] = [await kitchen.order(), await kitchen.order()]
    await kitchen.add(one, [line(soup)])
    await kitchen.add(other, [line(stew)])
    expect(await remove(soup)).toMatchObject(inUse)
    expect(await remove(stew)).toMatchObject(inUse)
    await kitchen.admin.del(`/orders/${one}/dishes`)
    await kitchen.admin.del(`/orders/${other}`)
    expect((await remove(soup)).status).toBe(204)
    expect((await remove(stew)).status).toBe(204)
  })

  it('can be deleted while the order is closed, and not when it opens again', async () => {
    const [soup, stew] = [await kitchen.dish(), await kitchen.dish()]
    const order = await kitchen.order()
    await kitchen.add(order, [line(soup), line(stew)])
    const become = (status: string) =>
      kitchen.admin.put(`/orders/${order}`, { userId: shop.ownerId, status, total: 9 })
    await become('paid')
    expect((await remove(soup)).status).toBe(204)
    await become('open')
    expect(await remove(stew)).toMatchObject(inUse)
    expect((await kitchen.complete(order)).dishes).toHaveLength(2)
    expect(await kitchen.add(order, [line(soup)])).toMatchObject({ status: 400 })
    expect((await kitchen.admin.del(`/orders/${order}/dishes`)).status).toBe(204)
    expect((await remove(stew)).status).toBe(204)
  })

  it('is not held by lines added to an order that is not open', async () => {
    const dish = await kitchen.dish()
    const order = await kitchen.order({ status: 'closed' })
    expect((await kitchen.add(order, [line(dish)])).status).toBe(201)
    expect((await remove(dish)).status).toBe(204)
    expect((await kitchen.add(order, [line(dish)])).status).toBe(400)
  })
})
