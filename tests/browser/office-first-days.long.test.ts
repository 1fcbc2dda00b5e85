import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { type Effort, type OfficeHands, officeHands } from './office-hands.ts'

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let hands: OfficeHands
const folder = mkdtempSync(join(tmpdir(), 'first-days-'))
const steps: Record<string, Effort> = {}

/** An owner who has read nothing; docs/office.md compares the taps with other tills'. */
describe.skipIf(chromiumPath === undefined)("an owner's first days", () => {
  beforeAll(async () => {
    shop = await openShop({ fresh: true })
    browser = await openBrowser()
    const visit = await browser.visit(`${shop.url}/till`)
    await visit.page.setViewport({ width: 1_280, height: 900 })
    hands = officeHands(visit)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    rmSync(folder, { recursive: true })
  })

  test('set the shop up', async () => {
    const { fill, press, choose, until } = hands
    await fill('organization', 'Corner Shop')
    await press('Next')
    await choose('currency', 'USD')
    await fill('tax-rate', '16')
    await press('Next')
    await fill('name', owner.name)
    await fill('pin', owner.pin)
    await press('Begin with sample products', 'label')
    await press('Open the till')
    await until('There are no products yet.')
    admin = await shop.admin()
    done('set-up')
  })

  test('have 40 products of two rates, a few by the form and the others by a file', async () => {
    const { fill, fillMoney, press, until, closed, open } = hands
    await hands.page.goto(`${shop.url}/office`)
    await until('Taken today')
    await open('taxes')
    await press('Add a tax')
    await fill('tax-name', 'IVA reducido')
    await fill('tax-rate', '4')
    await press('Add a tax')
    await until('IVA reducido')
    done('a second rate')
    const { body: taxes } = await admin.get('/taxes')
    const { id: low } = taxes.find(({ ratePercent }: Tax) => ratePercent === 4)
    await open('goods')
    await press('Add')
    for (const name of ['Pen', 'Pencil']) {
      await fill('product-name', name)
      await fillMoney('Price', '2')
      await press('Save and next')
      await until(`${name} is saved.`)
    }
    for (const name of ['Bread', 'Milk']) {
      await fill('product-name', name)
      await fillMoney('Price', '3')
      await hands.choose('tax', low)
      await press('Save and next')
      await until(`${name} is saved.`)
    }
    await hands.page.keyboard.press('Escape')
    await closed()
    done('4 products by the form')
    const rows = Array.from({ length: 36 }, (_, at) =>
      [`Article ${at}`, '1.50', at % 2 ? 'IVA reducido' : '', 20].join(','),
    )
    await importFile('Name,Price,Tax,Quantity', rows)
    done('36 products by a file')
    const { body: all } = await admin.get('/products')
    expect(all).toHaveLength(40)
    expect(all.filter(({ taxId }: { taxId: string }) => taxId === low)).toHaveLength(20)
  })

  test('have 200 more by a file', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `Book ${at},9.90,5,B-${at}`)
    await importFile('Nombre,Precio,Existencias,SKU', rows)
    done('200 products by a file')
    expect((await admin.get('/products')).body).toHaveLength(240)
  })

  test('receive goods, and count', async () => {
    const { open, press, fill, until } = hands
    await open('stock')
    for (const code of ['B-1', 'B-2', 'B-3']) {
      await pick(code)
      await fill(`units Book ${code.slice(2)}`, '12')
    }
    await press('Book')
    await until('12 × Book 3')
    await press('Book')
    await until('The stock is booked.')
    done('3 products received')
    await press('Count')
    await pick('B-1')
    await fill('units Book 1', '16')
    await press('Compare')
    await until('-1')
    await press('Book')
    await hands.closed()
    done('1 product counted')
    const { body: all } = await admin.get('/products')
    const stockOf = (sku: string) =>
      all.find(({ SKU }: { SKU: string }) => SKU === sku)?.quantity
    expect([stockOf('B-1'), stockOf('B-2')]).toEqual([16, 17])
  })

  test('add a colleague, rename and remove them', async () => {
    const { open, press, fill, until, closed } = hands
    await open('people')
    await press('Add a person')
    await fill('person-name', 'Bo')
    await fill('person-pin', '7351')
    await press('Cashier', 'label')
    await press('Add a person')
    await until('Bo')
    await closed()
    done('a colleague added')
    await shop.login({ name: 'Bo', pin: '7351' })
    await press('Bo')
    await fill('person-name', 'Bob')
    await press('Save')
    await until('Bo is called Bob from now on')
    await press('Save')
    await closed()
    done('renamed')
    await press('Bob')
    await press('Remove from the shop')
    await until('removes nobody')
    await press('Remove from the shop')
    await closed()
    done('removed')
    const { body: left } = await admin.get('/users')
    expect(left.map(({ name }: { name: string }) => name)).toEqual([owner.name])
  })

  test('raise the prices', async () => {
    const { open, press, fill, until, closed } = hands
    await open('goods')
    await press('Change prices')
    await fill('percent', '5')
    await until('Change 240 prices')
    await press('Change 240 prices')
    await closed()
    done('240 prices raised')
    const { body: all } = await admin.get('/products')
    const book = all.find(({ SKU }: { SKU: string }) => SKU === 'B-1')
    expect(book).toMatchObject({ priceCents: 1_040, quantity: 16 })
    process.stdout.write(
      `${Object.entries(steps)
        .map(([step, { taps, fields, keys }]) => `${step}: ${taps} ${fields} ${keys}`)
        .join('\n')}\n`,
    )
    // docs/office.md says so; more would be a worse office
    expect(Object.values(steps).reduce((sum, { taps }) => sum + taps, 0)).toBeLessThan(60)
  })

  type Tax = { readonly ratePercent: number }

  function done(step: string): void {
    steps[step] = hands.effort()
  }

  async function importFile(header: string, rows: readonly string[]): Promise<void> {
    const name = `${rows.length} products.csv`
    const path = join(folder, name)
    writeFileSync(path, [header, ...rows].join('\n'))
    await hands.open('import')
    await hands.chooseFile(path)
    await hands.until(name)
    await hands.press('Check')
    await hands.until(`Import ${rows.length}`)
    await hands.press(`Import ${rows.length}`)
    await hands.press(`Import ${rows.length}`)
    await hands.until('The import is done.')
  }

  /** Scans a code into the search. */
  async function pick(code: string): Promise<void> {
    const field = await hands.page.waitForSelector('.search-pick input')
    await field?.click()
    await hands.type(code)
    await hands.page.keyboard.press('Enter')
  }
})
