import { cashId } from '../../../shared/platform/money/payment-methods.ts'
import type { Client } from '../../support/client.ts'
import { png } from '../../support/pictures.ts'
import { createForm } from '../../support/upload-form.ts'
import { usd } from '../bench-shop.ts'
import { callCrud, create } from './counted-client.ts'

/** Calls every operation of products and what belongs to them. */
export async function callCatalog(client: Client): Promise<void> {
  const product = {
    SKU: 'COST-1',
    name: 'Coffee',
    costCents: 100,
    priceCents: 200,
    quantity: 10,
    minStockThreshold: 1,
    maxStockThreshold: 100,
  }
  await callCategories(client)
  const categoryId = await create(client, '/categories', {
    name: 'Kitchen',
    type: 'ingredient',
  })
  const stocked = await create(client, '/products', product)
  await client.post('/products/stock', [{ productId: stocked, quantity: 1 }])
  await callCrud(client, '/products', { ...product, SKU: 'COST-2' })
  await callVariants(client, stocked)
  const ingredient = {
    name: 'Flour',
    categoryId,
    quantity: 1,
    unit: 'kg',
    lowStockThreshold: 2,
    costPerUnit: 1,
  }
  await create(client, '/ingredients', ingredient)
  await client.get('/ingredients/low_stock/2')
  await callCrud(client, '/ingredients', { ...ingredient, name: 'Salt' })
  const menu = await create(client, '/categories', { name: 'Menu', type: 'dish' })
  await callCrud(client, '/dishes', { name: 'Toast', price: 3, categoryId: menu })
  await callCrud(client, '/suppliers', {
    name: 'Mill',
    contact: '',
    phone: '',
    email: '',
    address: '',
  })
  const { body: run } = await client.post('/import/runs', { kind: 'suppliers' })
  await client.send('PUT', `/import/runs/${run.id}/parts/1`, 'name\nFarm')
  await client.get(`/import/runs/${run.id}`)
  await client.get('/export/shop')
  const tax = { name: 'VAT', ratePercent: 19 }
  const taxId = await create(client, '/taxes', tax)
  await client.get('/taxes')
  await client.put(`/taxes/${taxId}`, { ...tax, ratePercent: 7 })
  await client.del(`/taxes/${taxId}`)
  const group = {
    name: 'Milk',
    min: 1,
    max: 1,
    options: [
      { name: 'Whole', isDefault: true },
      { name: 'Oat', priceCents: 50 },
    ],
  }
  const groupId = await create(client, '/modifiers', group)
  await client.get('/modifiers')
  await client.put(`/modifiers/${groupId}`, { name: 'Milk or not' })
  await client.del(`/modifiers/${groupId}`)
  // Nothing listens there
  const webhook = { url: 'http://127.0.0.1:1', events: ['stock.low'] }
  const webhookId = await create(client, '/webhooks', webhook)
  await client.get('/webhooks')
  const { body: tried } = await client.post(`/webhooks/${webhookId}/test`)
  await client.get(`/webhooks/${webhookId}/deliveries`)
  await client.post(`/webhooks/${webhookId}/deliveries/${tried.id}/repeat`)
  await client.put(`/webhooks/${webhookId}`, { isEnabled: false })
  await client.del(`/webhooks/${webhookId}`)
  const keyId = await create(client, '/api-keys', { name: 'Web shop', permissions: [] })
  await client.get('/api-keys')
  await client.del(`/api-keys/${keyId}`)
  const code = { kind: 'open', name: 'tips' }
  const codeId = await create(client, '/pay-codes', code)
  await client.get('/pay-codes')
  await client.get(`/pay-codes/${codeId}/qr`)
  await client.put(`/pay-codes/${codeId}`, { ...code, maxSat: 5_000 })
  await client.get(`/lnurl/pay/${codeId}`)
  await client.get('/.well-known/lnurlp/tips')
  await client.get(`/lnurl/pay/${codeId}/callback?amount=9`)
  await client.get(`/lnurl/verify/${'ab'.repeat(32)}`)
  await client.del(`/pay-codes/${codeId}`)
  const tillId = await create(client, '/tills', { name: 'bar' })
  await client.get('/tills')
  await client.get('/tills/me')
  await client.put('/tills/me/status', { waitingSales: 0 })
  await client.put('/config', { businessName: 'Bench', offlineAdmins: true })
  await client.post('/auth/offline', { pin: '4321' })
  const saleId = '0199f2a4-5c1e-4d3a-9b8f-38a007151abe'
  const soldAt = new Date().toISOString()
  await client.post('/sync/sales', {
    sentAt: soldAt,
    sales: [
      {
        saleId,
        soldAt,
        number: 2,
        userId: saleId,
        currencyId: usd,
        items: [{ name: 'Coffee', quantity: 1, priceAtOrder: 200 }],
        tenders: [{ paymentMethodId: cashId, amountCents: 200 }],
        amount: 2,
        pricesIncludeTax: true,
        taxes: [],
      },
    ],
  })
  await client.put('/tills/me/numbers', { unused: [1], reason: 'torn' })
  await client.put(`/tills/${tillId}/confirm`, { lost: true })
  await client.post(`/tills/${tillId}/counts`, { amount: 0 })
  await client.put(`/tills/${tillId}`, { name: 'counter' })
  await client.put(`/orders/${saleId}/flags`, { reviewed: true })
  await client.post(`/tills/${tillId}/token`)
  await client.del(`/tills/${tillId}`)
  // Later sales are made elsewhere
  client.cookies.delete('tillToken')
  const form = await createForm({ bytes: png, name: 'x.png', type: 'image/png' })
  const { body } = await client.post('/uploads', form.body, form.headers)
  await client.get(new URL(firstUrl(body), client.baseUrl).pathname)
}

/** A product's options and variants, and what is scanned. */
async function callVariants(client: Client, productId: string): Promise<void> {
  const path = `/products/${productId}`
  const option = { name: 'Size', values: [{ value: 'S' }, { value: 'L' }] }
  const optionId = await create(client, `${path}/options`, option)
  await client.get(`${path}/options`)
  await client.put(`${path}/options/${optionId}`, option)
  const variant = { SKU: 'COST-L', barcodes: ['4001'], priceCents: 300, quantity: 2 }
  const variantId = await create(client, `${path}/variants`, variant)
  await client.get(`${path}/variants`)
  await client.put(`${path}/variants/${variantId}`, { priceCents: 350, quantity: 3 })
  await client.get('/products/by-code/4001')
  await client.del(`${path}/variants/${variantId}`)
  await client.del(`${path}/options/${optionId}`)
}

/** Categories of each type are a list of their own. */
async function callCategories(client: Client): Promise<void> {
  const category = { name: 'Hot drinks', type: 'product' }
  const id = await create(client, '/categories', category)
  await client.get('/categories?type=product')
  await client.get(`/categories/${id}?type=product`)
  await client.put(`/categories/${id}`, { ...category, name: 'Cold drinks' })
  await client.del(`/categories/${id}?type=product`)
}

const firstUrl = (body: unknown): string =>
  /(https?:\/\/[^"]+)?\/uploads\/[^"]+/.exec(JSON.stringify(body))?.[0] ?? ''
