import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newArticleNumber, spelled } from '../../support/article-numbers.ts'
import type { Client } from '../../support/client.ts'
import {
  beginImport,
  importedRun,
  importRows,
  sendPart,
} from '../../support/import-runs.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const named = async (path: string, name: string) => {
  const { body } = await admin.get(path)
  return Array.isArray(body)
    ? body.filter((each: { name: string }) => each.name === name)
    : []
}
const newName = (what: string) => `${what} ${randomUUID().slice(0, 8)}`

describe('an import of products', () => {
  it('adds products with what belongs to them, as the API does', async () => {
    const [name, sku, category] = [newName('Tea'), randomUUID(), newName('Teas')]
    const run = await importRows(
      admin,
      'products',
      `﻿SKU;name;price;cost;quantity;categories;barcodes;trackStock\r\n` +
        `${sku};"${name}, ""fine""\r\nloose";4,50;1.2;7;${category} | Gifts;${sku}-1|${sku}-2;yes\r\n`,
    )
    expect(run).toMatchObject({ status: 'done', added: 1, changed: 0, refused: [] })
    const { body: product } = await admin.get(`/products/by-code/${sku}-2`)
    expect(product).toMatchObject({
      SKU: sku,
      name: `${name}, "fine"\r\nloose`,
      priceCents: 450,
      costCents: 120,
      quantity: 7,
      barcodes: [`${sku}-1`, `${sku}-2`],
    })
    const [{ id }] = await named('/categories?type=product', category)
    expect(product.categoryIds).toContain(id)
    const { body: entries } = await admin.get('/audit')
    const about = entries.filter(
      ({ subjectId }: { subjectId: string }) => subjectId === product.id,
    )
    expect(about).toMatchObject([{ kind: 'stock', userId: shop.ownerId }])
    const inUse = await admin.del(`/categories/${id}?type=product`)
    expect(inUse.status).toBe(400)
  })

  it('adds nothing twice, and changes what differs alone', async () => {
    const [sku, plain] = [randomUUID(), newName('Cup')]
    const rows = (price: string) => `SKU,name,price\n${sku},Mug,${price}\n,${plain},3\n`
    const counts = async (text: string) => {
      const { added, changed, refused } = await importRows(admin, 'products', text)
      return { added, changed, refused }
    }
    expect(await counts(rows('2'))).toEqual({ added: 2, changed: 0, refused: [] })
    const { body: mug } = await admin.get(`/products/by-code/${sku}`)
    await admin.post('/products/stock', [{ productId: mug.id, quantity: 5 }])
    expect(await counts(rows('2'))).toEqual({ added: 0, changed: 0, refused: [] })
    expect(await counts(rows('2.5'))).toEqual({ added: 0, changed: 1, refused: [] })
    // Stock that the table does not name stays what sales made of it
    expect((await admin.get(`/products/by-code/${sku}`)).body).toMatchObject({
      priceCents: 250,
      quantity: 5,
    })
    expect(await named('/products', plain)).toHaveLength(1)
  })

  it('says in a dry run what each row would change, and why it refuses one', async () => {
    const [mug, cup, tea] = [newName('Mug'), newName('Cup'), newName('Tea')]
    const category = newName('Teas')
    await importRows(
      admin,
      'products',
      `name,price,isAvailable\n${mug},2,yes\n${cup},3,yes\n`,
    )
    const rows = [
      'name,price,categories,isAvailable,tax',
      `${mug},2.5,${category},no,`,
      `${cup},3,,sí,`,
      `${tea},4,,,`,
      `${newName('Jam')},1.255,,,`,
      `${newName('Ham')},1,,,No such tax`,
    ].join('\n')
    const run = await importRows(admin, 'products', rows, { dryRun: true, decimal: '.' })
    expect(run.planned).toEqual([
      {
        part: 1,
        row: 2,
        outcome: 'changed',
        changes: [
          { column: 'price', from: '2', to: '2.5' },
          { column: 'categories', from: '', to: category },
          { column: 'isAvailable', from: 'yes', to: 'no' },
        ],
      },
      { part: 1, row: 4, outcome: 'added', changes: [] },
    ])
    expect(run.refused).toMatchObject([
      { row: 5, column: 'price', why: 'decimals' },
      { row: 6, column: 'tax', why: 'unknown_name' },
    ])
    expect((await importRows(admin, 'products', rows, { decimal: '.' })).planned).toEqual(
      [],
    )
  })

  it.each([
    ['one SKU', (id: string) => [`${id},Ink,1,`, `${id},Ink L,2,`]],
    ['one name', (id: string) => [`,${id},1,${id}-1`, `,${id},2,${id}-2`]],
    ['a name beside a SKU', (id: string) => [`,${id},1,`, `${id}-1,${id},2,`]],
    ['a code as SKU', (id: string) => [`,A ${id},1,${id}`, `${id},B,2,`]],
    ['one barcode', (id: string) => [`,A ${id},1,${id}`, `,B ${id},2,${id}`]],
    [
      'one article number, spelled differently,',
      (id: string) => {
        const [upc, ean] = spelled(newArticleNumber())
        return [`,A ${id},1,${upc}`, `,B ${id},2,${ean}`]
      },
    ],
  ])('refuses both of two rows with %s, in a dry run too', async (_, rowsOf) => {
    const [id, good] = [randomUUID(), randomUUID()]
    const rows = rowsOf(id)
    const text = ['SKU,name,price,barcodes', rows[0], `${good},Good,1,`, rows[1]].join(
      '\n',
    )
    const outcome = {
      added: 1,
      refused: [
        { row: 2, reason: 'row 4 names the same record' },
        { row: 4, reason: 'row 2 names the same record' },
      ],
    }
    const dry = await importRows(admin, 'products', text, { dryRun: true })
    expect(dry).toMatchObject(outcome)
    expect(await importRows(admin, 'products', text)).toMatchObject(outcome)
    expect((await admin.get(`/products/by-code/${good}`)).status).toBe(200)
    expect((await admin.get(`/products/by-code/${id}`)).status).toBe(404)
  })

  it('refuses a row that names what another part has imported, or what another row renames', async () => {
    const [sku, old, renamed] = [randomUUID(), newName('Old'), newName('New')]
    const id = await beginImport(admin, 'products')
    await sendPart(admin, id, 1, `SKU,name,price\n${sku},${old},1\nX ${sku},Bad,much\n`)
    await sendPart(admin, id, 2, `SKU,name,price\n,${old},2\nX ${sku},Good,1\n`)
    expect(await importedRun(admin, id)).toMatchObject({
      added: 2,
      changed: 0,
      refused: [
        { part: 1, row: 3 },
        { part: 2, row: 2, column: 'name' },
      ],
    })
    // Sent again it is compared with the other parts alone
    await sendPart(admin, id, 1, `SKU,name,price\n${sku},${old},3\n`)
    expect(await importedRun(admin, id)).toMatchObject({
      changed: 1,
      refused: [{ part: 2 }],
    })
    const both = `SKU,name,price\n${sku},${renamed},4\n,${old},5\n`
    expect(await importRows(admin, 'products', both)).toMatchObject({
      refused: [{ row: 2 }, { row: 3 }],
    })
  })

  const priceOf = async (price: string, more?: object) => {
    const sku = randomUUID()
    const text = `SKU\tname\tprice\n${sku}\tTea\t${price}\n`
    const { refused } = await importRows(admin, 'products', text, more)
    const { body } = await admin.get(`/products/by-code/${sku}`)
    return refused[0]?.reason ?? body.priceCents
  }

  it.each([
    ['1.250,00', 125_000],
    ['1,250.00', 125_000],
    ['1.250.000', 125_000_000],
    ['12,5', 1_250],
    ['1.250', 'may be 1.25 or 1250: the run says with `decimal` which'],
    ['1,250', 'may be 1250 or 1.25: the run says with `decimal` which'],
    ['0,125', 'has more decimals than the 2 of USD'],
    ['1250.005', 'has more decimals than the 2 of USD'],
  ])('reads %s as one price, or says why not', async (price, right) => {
    expect(await priceOf(price)).toBe(right)
  })

  it('reads numbers by the decimal sign of the run', async () => {
    expect(await priceOf('1.250', { decimal: ',' })).toBe(125_000)
    expect(await priceOf('1.250', { decimal: '.' })).toBe(125)
    expect(await priceOf('1,250', { decimal: '.' })).toBe(125_000)
    expect(await priceOf('12,5', { decimal: '.' })).toMatch('expected number')
    const wrong = { kind: 'products', decimal: ';' }
    expect((await admin.post('/import/runs', wrong)).status).toBe(400)
    const stock = 'SKU;name;price;quantity\nScrews;Screws;0,05;1.000\n'
    expect(await importRows(admin, 'products', stock)).toMatchObject({
      refused: [{ column: 'quantity' }],
    })
    await importRows(admin, 'products', stock, { decimal: ',' })
    expect((await admin.get('/products/by-code/Screws')).body.quantity).toBe(1_000)
    const dish = 'name;price;category\nPaella;1.250;Rice\n'
    expect(await importRows(admin, 'dishes', dish)).toMatchObject({
      refused: [{ column: 'price' }],
    })
  })

  it('says whose article number a barcode is, however it is spelled', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const first = await importRows(
      admin,
      'products',
      `name,price,barcodes\nCereal,1,${upc}\n`,
    )
    expect(first).toMatchObject({ added: 1, refused: [] })
    const dearer = `name,price,barcodes\nCereal,2,${ean}\n`
    for (const changed of [1, 0]) {
      expect(await importRows(admin, 'products', dearer)).toMatchObject({
        changed,
        refused: [],
      })
    }
    for (const dryRun of [true, false]) {
      const text = `name,price,barcodes\nMuesli,1,${gtin}\n`
      expect(await importRows(admin, 'products', text, { dryRun })).toMatchObject({
        added: 0,
        refused: [{ column: 'barcodes', reason: `Cereal has ${gtin} already` }],
      })
    }
  })

  it('takes no number in exponent form for a code', async () => {
    const codes = ['4.00638E+12', '4,00638e+12', '8E9']
    const rows = codes.map((code, at) => `Pen ${at};1;${code}`)
    const text = ['name;price;barcodes', ...rows].join('\n')
    expect(await importRows(admin, 'products', text)).toMatchObject({
      added: 0,
      refused: codes.map(() => ({ column: 'barcodes' })),
    })
    const skus = `SKU,name,price\n4.00638E+12,Pen,1\n8E9,Resistor,1\n`
    expect(await importRows(admin, 'products', skus)).toMatchObject({
      added: 1,
      refused: [{ row: 2, column: 'SKU' }],
    })
  })

  it('refuses a row of every kind of mistake, and imports the others', async () => {
    const [taken, twice, good] = [randomUUID(), newName('Twin'), randomUUID()]
    await importRows(admin, 'products', `SKU,name,price\n${taken},Taken,1\n`)
    const product = { name: twice, priceCents: 100, costCents: 0, quantity: 0 }
    await admin.post('/products', product)
    await admin.post('/products', product)
    const lines = [
      { name: 'No price' },
      { price: 1 },
      { name: 'Wrong price', price: 'much' },
      { name: 'Below nothing', price: -1 },
      { name: 'Half a thing', price: 1, quantity: 0.5 },
      { name: 'Flag', price: 1, trackStock: 'perhaps' },
      { name: 'Taxed', price: 1, tax: 'None of this shop' },
      { name: 'Thresholds', price: 1, minStockThreshold: 5, maxStockThreshold: 2 },
      { name: 'Code of another', price: 1, SKU: randomUUID(), barcodes: [taken] },
      { name: 'Wrong code', price: 1, barcodes: ['é'] },
      { name: twice, price: 2 },
      { name: 'x'.repeat(60_000), price: 1 },
      { name: 'Column', price: 1, pirce: 2 },
      { name: 'Category', price: 1, categories: [7] },
      {
        name: 'Categories',
        price: 1,
        categories: Array.from({ length: 41 }, (_, n) => `Many ${n}`),
      },
      { name: 5, price: 1 },
      { name: 'lone \ud800', price: 1 },
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`column ${n}`, n])),
      { SKU: good, name: 'Good', price: 1 },
    ].map((each) => JSON.stringify(each))
    const run = await importRows(admin, 'products', [...lines, '[1]', '{'].join('\n'))
    expect(run).toMatchObject({
      status: 'done',
      added: 1,
      refusedCount: lines.length + 1,
    })
    const columns = run.refused.map(
      ({ row, column }: { row: number; column: string | null }) => [row, column],
    )
    expect(columns).toEqual([
      [1, 'price'],
      [2, 'name'],
      [3, 'price'],
      [4, 'price'],
      [5, 'quantity'],
      [6, 'trackStock'],
      [7, 'tax'],
      [8, null],
      [9, 'barcodes'],
      [10, 'barcodes'],
      [11, 'name'],
      [12, 'name'],
      [13, 'pirce'],
      [14, 'categories'],
      [15, 'categories'],
      [16, 'name'],
      [17, 'name'],
      [18, null],
      [20, null],
      [21, null],
    ])
    for (const { part, reason } of run.refused) {
      expect([part, reason]).toEqual([1, expect.stringMatching(/^\S.{3,}/)])
    }
    expect((await admin.get(`/products/by-code/${good}`)).status).toBe(200)
  })

  it('changes nothing in a dry run, and says what it would change', async () => {
    const [sku, category] = [randomUUID(), newName('Dry')]
    await importRows(admin, 'products', `SKU,name,price\n${sku},There,1\n`)
    const before = (await admin.get('/products')).body
    const text = `SKU,name,price,categories\n${sku},There,2,\n${randomUUID()},New,1,${category}\n,,1,\n`
    const run = await importRows(admin, 'products', text, { dryRun: true })
    expect(run).toMatchObject({ dryRun: true, added: 1, changed: 1, refusedCount: 1 })
    expect((await admin.get('/products')).body).toEqual(before)
    expect(await named('/categories?type=product', category)).toEqual([])
  })

  it('gives each of many parts to one worker at a time', async () => {
    const id = await beginImport(admin, 'products')
    const names = Array.from({ length: 20 }, (_, n) => newName(`Parallel ${n}`))
    const rowsOf = (part: number) =>
      [
        'name,price',
        ...names.filter((_, n) => n % 3 === part - 1).map((name) => `${name},1`),
      ].join('\n')
    const parts = [1, 2, 3, 3, 1]
    const answers = await Promise.all(
      parts.map((part) => sendPart(admin, id, part, rowsOf(part))),
    )
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 202))
    const run = await importedRun(admin, id)
    expect(run).toMatchObject({ added: 20, changed: 0, refused: [], refusedCount: 0 })
    expect(run.parts).toMatchObject([{ part: 1 }, { part: 2 }, { part: 3, rowsDone: 6 }])
    const { body: all } = await admin.get('/products')
    const found = all.filter(({ name }: { name: string }) => names.includes(name))
    expect(found).toHaveLength(20)
  })
})

describe('an import of dishes and suppliers', () => {
  it('goes by their names', async () => {
    const [dish, category] = [newName('Soup'), newName('Starters')]
    const dishes = (price: string) =>
      importRows(admin, 'dishes', `name,price,category\n${dish},${price},${category}\n`)
    expect(await dishes('4.2')).toMatchObject({ added: 1, refused: [] })
    expect(await dishes('4.20')).toMatchObject({ added: 0, changed: 0 })
    expect(await dishes('5')).toMatchObject({ changed: 1 })
    expect(await named('/dishes', dish)).toMatchObject([{ price: 5 }])
    const served = (course: string) =>
      importRows(admin, 'dishes', `name,course\n${dish},${course}\n`)
    expect(await served('Mains')).toMatchObject({ changed: 1 })
    expect(await served('Mains')).toMatchObject({ added: 0, changed: 0 })
    expect(await served('')).toMatchObject({ changed: 0 })
    expect(await named('/dishes', dish)).toMatchObject([{ price: 5, course: 'Mains' }])
    expect(await served('x'.repeat(41))).toMatchObject({
      refused: [{ row: 2, column: 'course' }],
    })
    const cleared = `${JSON.stringify({ name: dish, course: null })}\n`
    expect(await importRows(admin, 'dishes', cleared)).toMatchObject({ changed: 1 })
    expect(await named('/dishes', dish)).toMatchObject([{ course: null }])
    expect(await dishes('0')).toMatchObject({ refused: [{ row: 2, column: 'price' }] })
    const without = await importRows(admin, 'dishes', 'name,price\nNo category,1\n')
    expect(without.refused).toMatchObject([{ column: 'category' }])

    const mill = newName('Mill')
    const suppliers = (phone: string) =>
      importRows(admin, 'suppliers', `name\tphone\n${mill}\t${phone}\n`)
    expect(await suppliers('1')).toMatchObject({ added: 1 })
    expect(await suppliers('2')).toMatchObject({ added: 0, changed: 1 })
    expect(await named('/suppliers', mill)).toMatchObject([{ phone: '2', email: '' }])
  })
})

describe('an import of users', () => {
  const roleId = async (name: string, permissions: readonly string[] = []) => {
    const { body } = await admin.post('/roles', { role: name })
    await admin.put(`/roles/${body.id}/permissions`, { permissions })
    return body.id as string
  }

  it('makes accounts that nobody logs in to before an administrator sets a PIN', async () => {
    const [role, name] = [newName('Waiter'), newName('Eva')]
    const id = await roleId(role, ['orders_create'])
    const rows = `name,role,email\n${name},${role},eva@shop.example\n`
    expect(await importRows(admin, 'users', rows)).toMatchObject({ added: 1 })
    expect(await importRows(admin, 'users', rows)).toMatchObject({ added: 0, changed: 0 })
    const [user] = await named('/users', name)
    expect(user).toMatchObject({ roleId: id, email: 'eva@shop.example' })
    const login = (pin: string) => shop.anonymous().post('/auth/login', { name, pin })
    for (const pin of ['', '0000', 'null']) {
      expect((await login(pin)).status).not.toBe(200)
    }
    await admin.put(`/users/${user.id}`, { pin: '8642' })
    expect((await login('8642')).status).toBe(200)
  })

  it('gives nobody more rights unless the run confirms it', async () => {
    const [waiter, manager, name] = [
      newName('Waiter'),
      newName('Manager'),
      newName('Eva'),
    ]
    await roleId(waiter, ['orders_create'])
    const more = await roleId(manager, ['orders_create', 'orders_refund'])
    const row = (role: string) => `name,role\n${name},${role}\n`
    const roleNow = async () => (await named('/users', name))[0].roleId
    expect(await importRows(admin, 'users', row(waiter))).toMatchObject({ added: 1 })
    for (const dryRun of [true, false]) {
      const run = await importRows(admin, 'users', row(manager), { dryRun })
      expect(run).toMatchObject({
        changed: 0,
        refused: [
          { row: 2, column: 'role', reason: expect.stringMatching('more rights') },
        ],
      })
    }
    expect(await roleNow()).not.toBe(more)
    const confirmed = await importRows(admin, 'users', row(manager), {
      confirmRights: true,
    })
    expect(confirmed).toMatchObject({ changed: 1, refused: [] })
    expect(await roleNow()).toBe(more)
    expect(await importRows(admin, 'users', row(waiter))).toMatchObject({ changed: 1 })
  })

  it('refuses PINs, unknown roles and the end of an administrator, also beside a new one', async () => {
    const role = newName('Cook')
    await roleId(role)
    const { body: me } = await admin.get('/users/me')
    const { body: roles } = await admin.get('/roles')
    const { role: adminRole } = roles.find(({ isAdmin }: { isAdmin: boolean }) => isAdmin)
    const further = JSON.stringify({ name: newName('Admin'), role: adminRole })
    expect(await importRows(admin, 'users', further)).toMatchObject({ added: 1 })
    const rows = [
      { name: 'With a PIN', role, pin: '1234' },
      { name: newName('Nobody'), role: 'None of this shop' },
      { name: newName('Without') },
      { name: me.user.name, role },
      { name: '', role },
    ]
    const text = rows.map((each) => JSON.stringify(each)).join('\n')
    const { refused, added, changed } = await importRows(admin, 'users', text)
    expect({ added, changed }).toEqual({ added: 0, changed: 0 })
    expect(refused).toMatchObject([
      { row: 1, column: 'pin' },
      { row: 2, column: 'role' },
      { row: 3, column: 'role' },
      { row: 4, column: 'role' },
      { row: 5, column: 'name' },
    ])
  })
})

describe('an import run', () => {
  it('is for administrators alone, as they are now', async () => {
    const staff = await staffOf(shop)
    const { credentials } = await staff.createUser(
      await staff.createRoleWith('products_create', 'users_create'),
    )
    const other = await shop.login(credentials)
    const id = await beginImport(admin, 'products')
    const refused = { status: 403, body: { message: 'Admin privileges required' } }
    expect(await other.post('/import/runs', { kind: 'products' })).toMatchObject(refused)
    expect(await sendPart(other, id, 1, 'name,price\nA,1')).toMatchObject(refused)
    expect(await other.get(`/import/runs/${id}`)).toMatchObject(refused)
  })

  it('refuses what is not a part of it', async () => {
    const id = await beginImport(admin, 'products')
    const status = async (part: number | string, rows: string, run = id) =>
      (await sendPart(admin, run, part as number, rows)).status
    expect(await status(1, 'name,name\n')).toBe(400)
    expect(await status(1, '')).toBe(400)
    expect(await status(1, 'name,price\n"open,1')).toBe(400)
    // Rows times columns, of which a small part may have very many
    const wide = Array.from({ length: 101 }, (_, n) => n.toString(36))
    expect(await status(1, `${wide.join()}\nx`)).toBe(400)
    expect(await status(1, `${'n'.repeat(101)}\nx`)).toBe(400)
    expect(await status(1, `name\n${'x\n'.repeat(25_001)}`)).toBe(400)
    expect(await status(1, '{}\n'.repeat(25_001))).toBe(400)
    expect(await status(1, `name\n${'\n'.repeat(25_001)}`)).toBe(400)
    const long = Array.from({ length: 100 }, (_, n) => String(n).padEnd(100, 'x'))
    expect(await status(1, `${long.join()}\n${'1\n'.repeat(1_000)}`)).toBe(400)
    for (const part of [0, 1001, 'x', '1.5']) expect(await status(part, 'name')).toBe(400)
    expect(await status(1, 'name', randomUUID())).toBe(404)
    expect(await status(1, `name\n${'x'.repeat(512_001)}`)).toBe(413)
    const latin1 = Buffer.from('name\nCaf\xe9', 'latin1')
    expect((await admin.send('PUT', `/import/runs/${id}/parts/1`, latin1)).status).toBe(
      400,
    )
    expect((await admin.get(`/import/runs/${id}`)).body).toMatchObject({
      status: 'waiting',
      added: 0,
      parts: [],
    })
    expect((await admin.post('/import/runs', { kind: 'orders' })).status).toBe(400)
    expect((await admin.get(`/import/runs/${randomUUID()}`)).status).toBe(404)
  })

  it('refuses rows with values within values', async () => {
    const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const text = `${deep}\n{"name":"Pen","price":{"value":1}}\n{"name":[{}]}`
    const { refused } = await importRows(admin, 'products', text)
    expect(refused.map(({ row }: { row: number }) => row)).toEqual([1, 2, 3])
  })

  it('keeps the first refused rows, and says how many there were', async () => {
    const text = ['name,price', ...Array.from({ length: 150 }, () => 'x,')].join('\n')
    const run = await importRows(admin, 'products', text)
    expect(run.refused).toHaveLength(100)
    expect(run.refusedCount).toBe(150)
  })
})
