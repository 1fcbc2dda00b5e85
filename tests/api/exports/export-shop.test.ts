import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importShop } from '../../../infra/operate/import-shop.ts'
import { inShop } from '../../../shared/current-shop.ts'
import { hashPin } from '../../../shared/people/staff/pins.ts'
import { allUsers, changeUser } from '../../../shared/people/staff/users.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import {
  changeShop,
  currentOf,
  findShop,
  type ShopRecord,
} from '../../../shared/platform/shops/shop-records.ts'
import {
  insertPaymentPayout,
  paymentPayoutOf,
} from '../../../shared/selling/refunds/payouts.ts'
import { orderKey } from '../../../shared/selling/sales/orders.ts'
import {
  insertUse,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { dismissPayment } from '../../../shared/selling/sales/unmatched-payments.ts'
import { newArticleNumber, spelled } from '../../support/article-numbers.ts'
import { openBills } from '../../support/bills.ts'
import { Client } from '../../support/client.ts'
import { png } from '../../support/pictures.ts'
import { tender } from '../../support/selling.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { uploadFiles } from '../../support/upload-form.ts'

let shop: Shop
let till: Till
let admin: Client
let picture: string
beforeAll(async () => {
  shop = await openShop({ shop: 'corner', node: 'direct' })
  till = await openTill(shop)
  admin = till.admin
  picture = (await uploadFiles(admin, { bytes: png })).body.uploads[0].path
})
afterAll(() => shop.close())

/** The lines of all pages, without those that lead to the next one. */
async function exported(by: Client) {
  const lines: string[] = []
  for (let cursor: string | undefined, pages = 1; ; pages += 1) {
    const query = cursor === undefined ? '' : `?cursor=${cursor}`
    const { status, body, headers } = await by.get(`/export/shop${query}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/x-ndjson')
    const page = (body as string).trimEnd().split('\n')
    const last = JSON.parse(page.at(-1) ?? '')
    if (!last.Next) return { lines: [...lines, ...page], pages }
    lines.push(...page.slice(0, -1))
    cursor = last.Next.cursor
  }
}

type ExportedLine = {
  readonly Item?: Readonly<Record<string, { readonly S?: string; readonly NULL?: true }>>
}

const itemsOf = (lines: readonly string[], pk: string) =>
  lines.flatMap((line) => {
    const { Item } = JSON.parse(line) as ExportedLine
    return Item?.pk?.S === pk ? [Item] : []
  })

const hostOf = (id: string) => ({ id, hosts: [`${id}.localhost`] })

const fileWith = async (name: string, lines: readonly string[]) => {
  const path = join(shop.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

/** A shop that is made of a file, in whose owner's new PIN the client is logged in. */
async function madeOf(lines: readonly string[], id: string): Promise<Client> {
  const path = await fileWith(`${id}.ndjson`, lines)
  await importShop(path, hostOf(id), noCode)
  const made = (await findShop(id)) as ShopRecord
  await changeShop(made, { state: 'open' })
  const client = new Client(shop.url.replace('corner', id))
  expect((await client.post('/auth/login', owner)).status).toBe(401)
  const pin = await inShop(currentOf(made), () => hashPin('9753', owner.name))
  await inShop(currentOf(made), async () => {
    const user = (await allUsers()).find(({ name }) => name === owner.name)
    await changeUser(user?.id ?? '', { pin }, operator)
  })
  const login = { name: owner.name, pin: '9753' }
  expect((await client.post('/auth/login', login)).status).toBe(200)
  return client
}

const noCode = () => Promise.reject(new Error('there is no move code'))

describe('the export of a shop', () => {
  it('has what the shop has, without secrets, and pictures as links', async () => {
    const name = randomUUID()
    const productId = await till.createProduct(5, name)
    const { body: product } = await admin.get(`/products/${productId}`)
    await admin.put(`/products/${productId}`, { ...product, imageUrl: picture })
    const sale = await admin.post('/store/orders/checkout', till.cart(productId, 2))
    await admin.post('/agents', { name: 'counter' })
    const staff = await staffOf(shop)
    const gone = await staff.createUser(await staff.createRole())
    await admin.del(`/users/${gone.id}`)
    await admin.post('/api-keys', { name: 'Web shop', permissions: [] })
    const { lines } = await exported(admin)
    const [stored] = itemsOf(lines, 'PRODUCT').filter((item) => item.name?.S === name)
    expect(stored).toMatchObject({
      quantity: { N: '3' },
      imageUrl: { S: `${shop.url}${picture}` },
    })
    expect(itemsOf(lines, `ORDER#${sale.body.orderId}`)).toHaveLength(1)
    const kinds = ['USER', 'TICKET', 'PAYMENT', 'DAY', 'AUDIT', 'SHOP']
    for (const kind of kinds) expect(itemsOf(lines, kind), kind).not.toEqual([])
    const all = lines.join('\n')
    expect(all).not.toMatch(
      /"(hash|saltName|secretHash)"|AGENT|API-KEY"|SESSION#|@corner#/,
    )
    expect(itemsOf(lines, 'RETIRED#USER')).toHaveLength(1)
    expect(itemsOf(lines, 'USER').map(({ pin }) => pin)).toEqual([{ NULL: true }])
    const end = JSON.parse(lines.at(-1) ?? '').End
    expect(end).toEqual({ items: lines.length - 2, files: 0 })
    const { body: entries } = await admin.get('/audit?kind=export')
    expect(entries.at(-1)).toMatchObject({ after: { type: 'shop' } })
  })

  it('has what became of payments without a sale of their own', async () => {
    const { body: order } = await admin.post('/store/orders/checkout', {
      ...till.cart(await till.createProduct(5, 'Cup')),
    })
    const [attached, dismissed] = [newPaymentHash(), newPaymentHash()]
    await inShop(shop.served, async () => {
      const received = { receivedAtMs: Date.now(), amountSat: 20 }
      await transact([
        upsertNotification(dismissed, received),
        insertUse(attached, { use: 'attached', orderId: order.orderId, cents: 1 }),
        update(orderKey(order.orderId), {
          set: { prepaid: [{ paymentHash: attached, cents: 1 }] },
        }),
      ])
      await dismissPayment(dismissed, 'a test')
    })
    const { lines } = await exported(admin)
    const usesOf = (hash: string) =>
      itemsOf(lines, `PAYMENT-HASH#${hash}`).flatMap(({ use }) => use?.S ?? [])
    expect([usesOf(attached), usesOf(dismissed)]).toEqual([['attached'], ['dismissed']])
  })

  it('is for administrators alone', async () => {
    const staff = await staffOf(shop)
    const roleId = await staff.createRoleWith('reports_export', 'users_read')
    const { credentials } = await staff.createUser(roleId)
    const other = await shop.login(credentials)
    expect((await other.get('/export/shop')).status).toBe(403)
    expect((await shop.anonymous().get('/export/shop')).status).toBe(401)
  })

  it('makes another shop, whose staff gets new PINs', async () => {
    const productId = await till.createProduct(5, 'Tea')
    const [upc, ean] = spelled(newArticleNumber())
    await admin.post(`/products/${productId}/variants`, {
      priceCents: 1,
      isActive: false,
      barcodes: [upc],
    })
    await admin.post('/store/orders/checkout', till.cart(productId))
    const client = await madeOf((await exported(admin)).lines, 'second')
    expect((await client.get(`/products/${productId}`)).body).toMatchObject({
      quantity: 4,
    })
    const { body: product } = await client.get(`/products/${productId}`)
    const again = await client.post('/products', { ...product, id: undefined })
    expect(again).toMatchObject({ status: 409 })
    const spelledOtherwise = { ...product, id: undefined, SKU: null, barcodes: [ean] }
    expect(await client.post('/products', spelledOtherwise)).toMatchObject({
      status: 409,
      body: { productId },
    })
    const cart = till.cart(productId)
    expect((await client.post('/store/orders/checkout', cart)).status).toBe(201)
    expect((await client.get('/orders/with-payments')).body.length).toBeGreaterThan(1)
  })

  it('sells and pays back nothing again that was before', async () => {
    const bills = await openBills(shop)
    const billId = await bills.createBill([300])
    const settlement = {
      userId: shop.ownerId,
      tenders: [tender('Cash', 300)],
      saleId: randomUUID(),
    }
    const settled = await admin.post(`/orders/${billId}/settle`, settlement)
    expect(settled.status).toBe(200)
    const cart = {
      ...till.cart(await till.createProduct(5, 'Pot')),
      saleId: randomUUID(),
    }
    const sold = await admin.post('/store/orders/checkout', cart)
    const { body: invoice } = await admin.post('/wallet/createinvoice', {
      description: 'a gift',
      amountSat: 2_000,
    })
    const { paymentHash } = invoice
    await shop.node.pay({ paymentHash })
    const refund = async (by: Client) => {
      const { body } = await shop.node.invoice({ amountSat: 2_000 })
      return by.post(`/payments/unmatched/${paymentHash}/refund`, {
        invoice: body.serialized,
      })
    }
    expect(await refund(admin)).toMatchObject({ status: 200 })

    const client = await madeOf((await exported(admin)).lines, 'third')
    const again = (more: object = {}) =>
      client.post(`/orders/${billId}/settle`, { ...settlement, ...more })
    expect(await again()).toMatchObject({ status: 200, body: settled.body })
    const other = { tenders: [tender('Cash', 200), tender('Cash', 100)] }
    expect(await again(other)).toMatchObject({ body: { code: 'sale_differs' } })
    const checkout = (more: object = {}) =>
      client.post('/store/orders/checkout', { ...cart, ...more })
    expect(await checkout()).toMatchObject({ status: 201, body: sold.body })
    expect(await checkout({ tipAmount: 1 })).toMatchObject({
      body: { code: 'sale_differs' },
    })
    expect(await refund(client)).toMatchObject({ body: { code: 'payment_refunded' } })
    const paid = { paymentMethodId: methodId('BTC'), paymentHash, saleId: undefined }
    expect(await checkout(paid)).toMatchObject({ body: { code: 'payment_already_sold' } })
  })

  it('has the refunds that are under way, with what they keep from being paid', async () => {
    const [paymentHash, payoutHash, invoice] = [
      newPaymentHash(),
      newPaymentHash(),
      'lnbc',
    ]
    const refund = {
      id: randomUUID(),
      paymentHash,
      invoice,
      satoshiAmount: 20,
      userId: shop.ownerId,
    }
    const payout = paymentPayoutOf(refund, {
      paymentHash: payoutHash,
      begunAtMs: Date.now(),
      invoiceExpiresAtMs: Date.now() + 60_000,
      earlierPaymentId: null,
    })
    const use = { use: 'refunding', refundId: refund.id, satoshiAmount: 20 } as const
    await inShop(shop.served, () =>
      transact([insertUse(paymentHash, use), ...insertPaymentPayout(payout)]),
    )
    const { lines } = await exported(admin)
    expect(itemsOf(lines, `PAYMENT-HASH#${paymentHash}`)).toMatchObject([
      { use: { S: 'refunding' } },
    ])
    expect(itemsOf(lines, `PAYMENT-HASH#${payoutHash}`)).toMatchObject([
      { refundId: { S: refund.id } },
    ])
  })

  it('is refused where it is not whole, or has what the API does not give', async () => {
    const { lines } = await exported(admin)
    const session = JSON.stringify({
      Item: { pk: { S: 'SESSION#1' }, sk: { S: 'SESSION' } },
    })
    const user = itemsOf(lines, 'USER')[0]
    const withPin = { ...user, pin: { M: { hash: { S: 'known' } } } }
    const files = {
      cut: lines.filter((_, at) => at !== 5),
      session: lines.with(-2, session),
      pin: lines.with(-2, JSON.stringify({ Item: withPin })),
    }
    for (const [name, each] of Object.entries(files)) {
      const path = await fileWith(`${name}.ndjson`, each)
      await expect(importShop(path, hostOf(name), noCode), name).rejects.toThrow(path)
      expect(await findShop(name)).toBeUndefined()
    }
  })

  it('comes in pages, each of which may be asked for again', async () => {
    const description = 'x'.repeat(50_000)
    const create = (_: unknown, n: number) =>
      admin.post('/products', {
        name: `Long ${n}`,
        description,
        priceCents: 1,
        quantity: 0,
      })
    await Promise.all(Array.from({ length: 45 }, create))
    const first = await admin.get('/export/shop')
    const cursor = JSON.parse(first.body.trimEnd().split('\n').at(-1)).Next.cursor
    const again = async () => {
      const { body } = await admin.get(`/export/shop?cursor=${cursor}`)
      return body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line))
    }
    expect(await again()).toEqual(await again())
    const { lines, pages } = await exported(admin)
    expect(pages).toBeGreaterThan(2)
    const names = itemsOf(lines, 'PRODUCT').map(({ name }) => name?.S)
    expect(new Set(names).size).toBe(names.length)
    const { body: products } = await admin.get('/products')
    expect(names).toHaveLength(products.length)
    for (const wrong of ['x', Buffer.from('0 NOTHING a').toString('base64url')]) {
      expect((await admin.get(`/export/shop?cursor=${wrong}`)).status).toBe(400)
    }
  })
})

const operator = {
  userId: '',
  prepareAdministratorChecks: async () => [],
  preparePermissionChecks: async () => [],
}
