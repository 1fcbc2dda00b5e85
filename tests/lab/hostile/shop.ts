import { currencies } from '../../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../../shared/platform/money/payment-methods.ts'
import type { Ids } from '../../generated/bad-input.ts'
import { Client } from '../../support/client.ts'
import { uploadFiles } from '../../support/upload-form.ts'
import { createPicture } from './pictures.ts'

export type ShopUnderAttack = Awaited<ReturnType<typeof openShopUnderAttack>>

export const password = 'wallet-secret'
const owner = { name: 'Ana', pin: '4321' }

/** Sets a running system up, with some records, an attacker who may do everything, and a till. */
export async function openShopUnderAttack(url: string) {
  const admin = new Client(url)
  await admin.post('/initial-setup', {
    businessType: 'restaurant',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: owner.name,
    userPin: owner.pin,
    userPassword: password,
  })
  await admin.post('/auth/login', owner)
  await admin.post('/wallet/auth', { password })
  const { userId, roleId: role } = (await admin.get('/users/me')).body.user
  const ids = await createRecords(admin, userId)
  const till = new Client(url)
  await admin.post('/users', { name: 'Bo', pin: '1234', role })
  await till.post('/auth/login', { name: 'Bo', pin: '1234' })
  // Access tokens last a minute
  let renewedMs = Date.now()
  const renew = async (walletPassword: string) => {
    if (Date.now() - renewedMs < 20_000) return
    renewedMs = Date.now()
    for (const client of [admin, till]) await client.post('/auth/refresh')
    await admin.post('/wallet/auth', { password: walletPassword })
  }
  return { url, admin, till, ids, renew }
}

async function createRecords(admin: Client, userId: string): Promise<Ids> {
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const category = await add('/categories', { name: 'Drinks', type: 'product' })
  const menu = await add('/categories', { name: 'Hot', type: 'dish' })
  const space = await add('/spaces', { name: 'Hall' })
  const table = await add('/tables', { name: 'One', spaceId: space })
  const dish = await add('/dishes', { name: 'Soup', price: 3, categoryId: menu })
  const products = Array.from({ length: 200 }, (_, n) =>
    add('/products', { SKU: `T-${n}`, name: `Tea ${n}`, priceCents: 2, quantity: 10 }),
  )
  const [product = ''] = await Promise.all(products)
  const { body: uploaded } = await uploadFiles(admin, {
    bytes: createPicture(1_800, 1_800, { isNoise: true }),
  })
  const size = { name: 'Size', values: [{ value: 'S' }] }
  return {
    categor: category,
    // A picture of 3 MB, by its whole path
    picture: uploaded.uploads[0].path,
    user: userId,
    space,
    table,
    product,
    variant: product,
    option: await add(`/products/${product}/options`, size),
    dish,
    order: await add('/orders', { userId, tableId: table, status: 'open', total: 0 }),
    method: paymentMethods[0]?.id ?? '',
    currenc: currencies[0]?.id ?? '',
    import: await add('/import/runs', { kind: 'products', dryRun: true }),
    modifier: await add('/modifiers', { name: 'Milk', min: 0, max: 1, options: [] }),
    template: await add('/templates', {
      name: 'Long',
      elements: [{ type: 'TEXT', value: 'x' }],
    }),
  }
}
