import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { type OfficeHands, officeHands } from './office-hands.ts'

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let hands: OfficeHands

/** Each test goes on where the one before has stopped. */
describe.skipIf(chromiumPath === undefined)("a restaurant's owner in the office", () => {
  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.admin()
    await admin.put('/config', { businessName: 'La Mesa', businessType: 'restaurant' })
    browser = await openBrowser()
    const visit = await browser.visit(`${shop.url}/office#goods`)
    await visit.page.setViewport({ width: 1_280, height: 900 })
    hands = officeHands(visit)
    await hands.logIn(owner)
    await hands.until('There is nothing yet.')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('adds dishes one after another, with the category that they need', async () => {
    const { fill, fillMoney, press, until, closed } = hands
    await press('Add')
    await fill('dish-name', 'Soup')
    await fillMoney('Price', '4')
    await fill('new-category', 'Starters')
    await press('Save and next')
    await until('Soup is saved.')
    await fill('dish-name', 'Salad')
    await fillMoney('Price', '6,50')
    await press('Save')
    await closed()
    const [soup, salad] = await Promise.all(['Soup', 'Salad'].map(dishOf))
    expect(soup).toMatchObject({ price: 4 })
    expect(salad).toMatchObject({ price: 6.5, categoryId: soup.categoryId })
  })

  test('shows what prices of dishes become, and leaves the one that a colleague has changed', async () => {
    const { fill, press, until, closed } = hands
    await press('Change prices')
    await fill('percent', '10')
    await until('Change 2 prices')
    const { id, ...soup } = await dishOf('Soup')
    await admin.put(`/dishes/${id}`, { ...soup, name: 'Cold soup' })
    await press('Change 2 prices')
    await until('One could not be changed')
    expect(await dishOf('Salad')).toMatchObject({ price: 7.15 })
    expect(await dishOf('Cold soup')).toMatchObject({ price: 4 })
    await press('Back')
    await closed()
    await until('Cold soup')
  })

  test('tells one of two who change one dish, and shows it as it is now', async () => {
    const { fillMoney, press, until, closed } = hands
    await press('Cold soup')
    await until('Change Cold soup')
    const { id, ...soup } = await dishOf('Cold soup')
    await admin.put(`/dishes/${id}`, { ...soup, name: 'Gazpacho' })
    await fillMoney('Price', '5')
    await press('Save')
    await until('Somebody else has changed this')
    expect(await dishOf('Gazpacho')).toMatchObject({ price: 4 })
    await press('Show it as it is now')
    await until('Change Gazpacho')
    await fillMoney('Price', '5')
    await press('Save')
    await closed()
    expect(await dishOf('Gazpacho')).toMatchObject({ price: 5 })
  })

  test('adds an ingredient, receives some of it, and corrects and deletes it', async () => {
    const { fill, press, until, closed } = hands
    await press('Ingredients')
    await press('Add')
    await fill('ingredient-name', 'Flour')
    await fill('new-category', 'Dry')
    await fill('unit', 'kg')
    await fill('quantity', '2,1')
    await fill('low', '5')
    await fill('cost', '0.0325')
    await press('Save')
    await closed()
    await until('2.1 kg')
    const flour = async () => (await admin.get('/ingredients')).body[0]
    expect(await flour()).toMatchObject({
      quantity: 2.1,
      unit: 'kg',
      lowStockThreshold: 5,
      costPerUnit: 0.0325,
    })
    await press('Flour')
    await fill('arrived', '10.2')
    await until('Stock: 2.1 → 12.3 kg')
    const { id, ...read } = await flour()
    await admin.put(`/ingredients/${id}`, { ...read, quantity: 3 })
    await press('Save')
    await until('Somebody else has changed this')
    await press('Show it as it is now')
    await until('Change Flour')
    await fill('arrived', '10.2')
    await press('Save')
    await closed()
    await until('13.2 kg')
    expect(await flour()).toMatchObject({ quantity: 13.2 })
    await press('Flour')
    await press('Delete')
    await until('Delete Flour?')
    await press('Delete')
    await closed()
    await until('There is nothing yet.')
    await press('Categories')
    await until('Categories of ingredients')
  })

  test('is told of a tax and of a role that a colleague has changed', async () => {
    const { fill, open, press, until, closed } = hands
    const { body: tax } = await admin.post('/taxes', { name: 'VAT', ratePercent: 16 })
    const permissions = ['orders_read', 'orders_create']
    const { body: role } = await admin.post('/roles', { role: 'Counter', permissions })
    await open('taxes')
    await press('VAT')
    await fill('tax-rate', '17')
    await admin.put(`/taxes/${tax.id}`, { ratePercent: 18 })
    await press('Save')
    await press('Save')
    await until('Somebody else has changed this')
    await press('Back')
    await hands.page.keyboard.press('Escape')
    await closed()
    await until('18 %')
    expect((await admin.get('/taxes')).body[0]).toMatchObject({ ratePercent: 18 })
    await open('people')
    await press('Roles')
    await press('Counter')
    await fill('role-name', 'Front')
    await admin.put(`/roles/${role.id}/permissions`, { permissions: ['orders_read'] })
    await press('Save')
    await press('Save')
    await until('Somebody else has changed this')
    const { body: kept } = await admin.get(`/roles/${role.id}/permissions`)
    expect(kept.map(({ name }: { name: string }) => name)).toEqual(['orders_read'])
  })

  async function dishOf(name: string) {
    const { body } = await admin.get('/dishes')
    return body.find((dish: { name: string }) => dish.name === name)
  }
})
