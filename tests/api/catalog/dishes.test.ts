import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

const notFound = { status: 404, body: 'Dish not found' }
const inUse = { status: 400, body: { message: 'Dish is in use' } }

const remove = (id: string) => restaurant.admin.del(`/dishes/${id}`)

describe('dishes', () => {
  it('are created, listed, read, changed and deleted', async () => {
    const [first, second] = [
      await restaurant.createCategory(),
      await restaurant.createCategory(),
    ]
    const created = await restaurant.admin.post('/dishes', {
      name: 'Soup',
      price: 4.505,
      categoryId: first,
    })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Dish added successfully' },
    })
    const { id } = created.body
    const defaults = {
      taxId: null,
      isAvailable: true,
      modifierGroupIds: [],
      course: null,
    }
    const soup = { id, name: 'Soup', price: 4.51, categoryId: first, ...defaults }
    expect((await restaurant.admin.get('/dishes')).body).toContainEqual(soup)
    expect(await restaurant.admin.get(`/dishes/${id}`)).toMatchObject({
      status: 200,
      body: soup,
    })

    const stew = { name: 'Stew', price: 12, categoryId: second }
    expect(await restaurant.admin.put(`/dishes/${id}`, stew)).toMatchObject({
      status: 200,
      body: { id, message: 'Dish updated successfully' },
    })
    expect((await restaurant.admin.get(`/dishes/${id}`)).body).toEqual({
      id,
      ...stew,
      ...defaults,
    })

    expect(await remove(id)).toMatchObject({ status: 204, body: undefined })
    expect(await restaurant.admin.get(`/dishes/${id}`)).toMatchObject(notFound)
    expect(await remove(id)).toMatchObject(notFound)
    expect(await restaurant.admin.put(`/dishes/${id}`, stew)).toMatchObject({
      status: 404,
      body: `Dish with ID: ${id} not found`,
    })
  })

  it('keep their category from being deleted while they name it', async () => {
    const [first, second] = [
      await restaurant.createCategory(),
      await restaurant.createCategory(),
    ]
    const removal = async (id: string) =>
      (await restaurant.admin.del(`/categories/${id}?type=dish`)).status
    const id = await restaurant.createDish('Soup', first)
    expect(await removal(first)).toBe(400)
    await restaurant.admin.put(`/dishes/${id}`, {
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
  ])('return 400 for %j', async (wrong) => {
    const id = await restaurant.createDish()
    const before = (await restaurant.admin.get(`/dishes/${id}`)).body
    const body = {
      name: 'X',
      price: 1,
      categoryId: await restaurant.createCategory(),
      ...wrong,
    }
    const invalid = { status: 400, body: { message: expect.any(String) } }
    expect(await restaurant.admin.post('/dishes', body)).toMatchObject(invalid)
    expect(await restaurant.admin.put(`/dishes/${id}`, body)).toMatchObject(invalid)
    expect((await restaurant.admin.get(`/dishes/${id}`)).body).toEqual(before)
  })

  it('return 400 for a category of another type', async () => {
    const categoryId = await restaurant.createCategory('ingredient')
    expect(
      await restaurant.admin.post('/dishes', { name: 'X', price: 1, categoryId }),
    ).toMatchObject({ status: 400 })
  })

  it('require the permission of the operation', async () => {
    const reader = await shop.userWith('dish_read')
    expect((await reader.get('/dishes')).status).toBe(200)
    expect((await reader.del(`/dishes/${randomUUID()}`)).status).toBe(403)
  })
})

describe('a dish in a line of an open order', () => {
  const line = (dishId: string) => ({ dishId, priceAtOrder: 4.5, notes: '' })

  it('cannot be deleted before the line is deleted', async () => {
    const dish = await restaurant.createDish()
    const order = await restaurant.createOrder()
    await restaurant.addDishes(order, [line(dish), line(dish)])
    const [one, other] = (await restaurant.readCompleteOrder(order)).dishes
    expect(await remove(dish)).toMatchObject(inUse)
    await restaurant.admin.del(`/orders/${order}/dishes/${one?.id}`)
    expect(await remove(dish)).toMatchObject(inUse)
    await restaurant.admin.del(`/orders/${order}/dishes/${other?.id}`)
    expect((await remove(dish)).status).toBe(204)
  })

  it('cannot be deleted before all its lines or the order are deleted', async () => {
    const [soup, stew] = [await restaurant.createDish(), await restaurant.createDish()]
    const [one, other] = [await restaurant.createOrder(), await restaurant.createOrder()]
    await restaurant.addDishes(one, [line(soup)])
    await restaurant.addDishes(other, [line(stew)])
    expect(await remove(soup)).toMatchObject(inUse)
    expect(await remove(stew)).toMatchObject(inUse)
    await restaurant.admin.del(`/orders/${one}/dishes`)
    await restaurant.admin.del(`/orders/${other}`)
    expect((await remove(soup)).status).toBe(204)
    expect((await remove(stew)).status).toBe(204)
  })

  it('can be deleted while the order is closed, but not after it is opened again', async () => {
    const [soup, stew] = [await restaurant.createDish(), await restaurant.createDish()]
    const order = await restaurant.createOrder()
    await restaurant.addDishes(order, [line(soup), line(stew)])
    const changeStatus = (status: string) =>
      restaurant.admin.put(`/orders/${order}`, { userId: shop.ownerId, status, total: 9 })
    await changeStatus('paid')
    expect((await remove(soup)).status).toBe(204)
    await changeStatus('open')
    expect(await remove(stew)).toMatchObject(inUse)
    expect((await restaurant.readCompleteOrder(order)).dishes).toHaveLength(2)
    expect(await restaurant.addDishes(order, [line(soup)])).toMatchObject({ status: 400 })
    expect((await restaurant.admin.del(`/orders/${order}/dishes`)).status).toBe(204)
    expect((await remove(stew)).status).toBe(204)
  })

  it('can be deleted if its lines were added to an order that is not open', async () => {
    const dish = await restaurant.createDish()
    const order = await restaurant.createOrder({ status: 'closed' })
    expect((await restaurant.addDishes(order, [line(dish)])).status).toBe(201)
    expect((await remove(dish)).status).toBe(204)
    expect((await restaurant.addDishes(order, [line(dish)])).status).toBe(400)
  })
})
