import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../shared/client/connect.ts'
import type { Pos } from '../../shared/client/pos.ts'
import { png } from '../support/pictures.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { type Door, openDoor } from './door.ts'

let shop: Shop
let door: Door
let pos: Pos
const cookies = new Map<string, string>()
beforeAll(async () => {
  shop = await openShop()
  door = await openDoor(shop.url)
  pos = connect({ baseUrl: door.url, cookies })
  await pos.auth.login({ body: { name: owner.name, pin: owner.pin } })
})
afterAll(async () => {
  await door.close()
  await shop.close()
})

const tea = (SKU: string) => ({
  SKU,
  name: 'Green tea',
  costCents: 120,
  priceCents: 250,
  quantity: 5,
  minStockThreshold: 0,
  maxStockThreshold: 0,
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('lists', () => {
  it('are empty arrays where the contract has a text, and come in pages', async () => {
    expect(await pos.spaces.list()).toEqual([])
    for (const name of ['Bar', 'Hall', 'Terrace']) {
      await pos.spaces.create({ body: { name } })
    }
    const pages: string[][] = []
    for await (const page of pos.spaces.list.pages({ limit: 2 })) {
      pages.push(page.map(({ name }) => name))
    }
    expect(pages).toEqual([['Bar', 'Hall'], ['Terrace']])
  })
})

describe('a table', () => {
  it('is sent as it is, and imported', async () => {
    const { id } = await pos.importRuns.create({ body: { kind: 'suppliers' } })
    const params = { id, n: '1' }
    await pos.importRuns.putPart({ params, body: 'name,phone\nMill,1\n' })
    const run = () => pos.importRuns.one({ params: { id } })
    await expect.poll(run).toMatchObject({ status: 'done', added: 1, refused: [] })
  })
})

describe('an API key', () => {
  it('takes the place of a login, without cookies and renewals', async () => {
    const key = { name: 'Web shop', permissions: ['products_read'] }
    const { id, secret } = await pos.apiKeys.create({ body: key })
    const program = connect({ baseUrl: door.url, cookies, apiKey: secret })
    expect(await program.modifiers.list()).toEqual([])
    const error = await failure(program.orders.list())
    expect(error).toMatchObject({ status: 403, code: 'permission_required' })
    await pos.apiKeys.remove({ params: { id } })
    const stranger = connect({ baseUrl: door.url, cookies, apiKey: `${secret}x` })
    expect(await failure(stranger.products.list())).toMatchObject({ status: 401 })
  })
})

describe('failures', () => {
  it('have the name that the API sends in Error-Code', async () => {
    await pos.products.create({ body: tea('TWICE') })
    const error = await failure(pos.products.create({ body: tea('TWICE') }))
    if (!pos.products.create.failed(error)) throw error
    expect([error.status, error.code, error.endpoint]).toEqual([
      409,
      'already_exists',
      'products.create',
    ])
    expect(pos.products.update.failed(error)).toBe(false)
  })

  it('of checkout have the code of the body, and the field to blame', async () => {
    const { id } = await pos.products.create({ body: tea('LEFT') })
    const { user } = await pos.users.me()
    const sale = {
      userId: user.userId,
      items: [{ productId: id, quantity: 6, priceAtOrder: 250 }],
      paymentMethodId: (await pos.payments.methods())[0]?.id ?? '',
      currencyId: (await pos.currencies.base()).currencyId,
      amount: 15,
    }
    const error = await failure(pos.storeOrders.checkout({ body: sale }))
    if (!pos.storeOrders.checkout.failed(error)) throw error
    expect([error.code, error.field]).toEqual([
      'checkout_insufficient_stock',
      'items[0].quantity',
    ])
  })

  it('have their name whatever the form of the body', async () => {
    const id = '0199f2a4-5c1e-7d3a-9b8f-3e2d1c0b4a59'
    const { name } = tea('')
    const body = { ...tea('NONE'), name }
    expect(await failure(pos.products.update({ params: { id }, body }))).toMatchObject({
      status: 404,
      code: 'not_found',
      body: { message: `Product with ID ${id} not found` },
    })
    expect(await failure(pos.products.one({ params: { id } }))).toMatchObject({
      status: 404,
      code: 'not_found',
      body: 'Product not found',
    })
  })

  it('are named by the code of the body or by the status where an older API sends no name', async () => {
    const body = { businessName: 'Shop', businessType: 'store' } as const
    const answers = [
      [{ status: 409, code: 'payment_already_sold' }, 'payment_already_sold'],
      [{ status: 409 }, 'conflict'],
      [{ status: 404 }, 'not_found'],
    ] as const
    for (const [answer, code] of answers) {
      door.fail('PUT /config', answer)
      expect(await failure(pos.config.change({ body }))).toMatchObject({ code })
    }
  })

  it('are unexpected where no declaration has them, and unreachable without a response', async () => {
    door.fail('PUT /config', { status: 418 })
    const body = { businessName: 'Shop', businessType: 'store' } as const
    expect(await failure(pos.config.change({ body }))).toMatchObject({
      status: 418,
      code: 'unexpected',
    })
    const unreachable = connect({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
    expect(await failure(unreachable.general.health())).toMatchObject({
      status: 0,
      code: 'unreachable',
    })
  })
})

describe('the session', () => {
  it('renews the access token once for many calls at a time', async () => {
    const before = door.keysOf('POST /auth/refresh').length
    cookies.delete('accessToken')
    const lists = await Promise.all(Array.from({ length: 50 }, () => pos.spaces.list()))
    expect(lists.every((spaces) => spaces.length === 3)).toBe(true)
    expect(door.keysOf('POST /auth/refresh')).toHaveLength(before + 1)
  })

  it('renews it too when an older API refuses without a name', async () => {
    const before = door.keysOf('POST /auth/refresh').length
    door.fail('GET /spaces', { status: 401, message: 'Unauthorized API access' })
    expect(await pos.spaces.list()).toHaveLength(3)
    expect(door.keysOf('POST /auth/refresh')).toHaveLength(before + 1)
  })

  it('renews a token that has lapsed before it is refused', async () => {
    const line = (method: string, path: string) => door.keysOf(`${method} ${path}`).length
    const renewed = () => line('POST', '/auth/refresh')
    cookies.delete('accessToken')
    await pos.spaces.list()
    const [renewals, lists] = [renewed(), line('GET', '/spaces')]
    await pos.spaces.list()
    expect([renewed(), line('GET', '/spaces')]).toEqual([renewals, lists + 1])
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await pos.spaces.list()
    expect([renewed(), line('GET', '/spaces')]).toEqual([renewals + 1, lists + 2])
  })

  it('reports the first refusal when it is over', async () => {
    const stranger = connect({ baseUrl: door.url })
    expect(await failure(stranger.spaces.list())).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })
})

describe('retries', () => {
  it('sell once when the connection is cut after the sale, under one key', async () => {
    const { id } = await pos.products.create({ body: tea('ONCE') })
    const { user } = await pos.users.me()
    const [cash] = await pos.payments.methods()
    const { currencyId } = await pos.currencies.base()
    const line = 'POST /store/orders/checkout'
    const before = door.keysOf(line).length
    door.fail(line, 'cut')
    door.fail(line, { status: 409, headers: { 'error-code': 'request_in_progress' } })
    await pos.storeOrders.checkout({
      body: {
        userId: user.userId,
        items: [{ productId: id, quantity: 2, priceAtOrder: 250 }],
        paymentMethodId: cash?.id ?? '',
        currencyId,
        amount: 5,
      },
    })
    expect((await pos.products.one({ params: { id } })).quantity).toBe(3)
    const keys = door.keysOf(line).slice(before)
    expect(keys).toHaveLength(3)
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]))
  })

  it('return a first response saying that another call has the key, unchanged', async () => {
    const line = 'POST /spaces'
    const before = door.keysOf(line).length
    door.fail(line, { status: 409, headers: { 'error-code': 'request_in_progress' } })
    const refused = await failure(pos.spaces.create({ body: { name: 'Taken' } }))
    expect(refused).toMatchObject({ status: 409, code: 'request_in_progress' })
    expect(door.keysOf(line)).toHaveLength(before + 1)
  })

  it('send a form again as the same request', async () => {
    const line = 'POST /uploads'
    door.fail(line, 'cut')
    const files = [new File([new Uint8Array(png)], 'tea.png')]
    const { uploads } = await pos.uploads.upload({ body: { files } })
    expect(uploads).toHaveLength(1)
    expect(new Set(door.keysOf(line)).size).toBe(1)
    const [, , date = '', file = ''] = uploads[0]?.path.split('/') ?? []
    expect((await pos.uploads.show({ params: { date, file } })).type).toBe('image/png')
  })

  it('follow Retry-After, and leave a longer wait to the caller', async () => {
    door.fail('GET /templates', { status: 429, headers: { 'retry-after': '0' } })
    expect(await pos.templates.list()).toEqual([])
    door.fail('GET /templates', { status: 503, headers: { 'retry-after': '3600' } })
    expect(await failure(pos.templates.list())).toMatchObject({
      status: 503,
      retryAfterSeconds: 3600,
    })
  })

  it('do not repeat writes without a key, nor checkout-if-paid', async () => {
    const { id } = await pos.spaces.create({ body: { name: 'Cellar' } })
    door.fail(`PUT /spaces/${id}`, 'cut')
    const renaming = pos.spaces.rename({ params: { id }, body: { name: 'Attic' } })
    expect(await failure(renaming)).toMatchObject({ status: 0 })
    expect(door.keysOf(`PUT /spaces/${id}`)).toHaveLength(1)

    const line = 'POST /store/orders/checkout-if-paid'
    door.fail(line, 'cut')
    const body = {
      userId: '',
      items: [],
      paymentMethodId: '',
      currencyId: '',
      amount: 0,
      paymentHash: 'ab'.repeat(32),
    }
    expect(await failure(pos.storeOrders.checkoutIfPaid({ body }))).toMatchObject({
      code: 'unreachable',
    })
    expect(door.keysOf(line)).toEqual([undefined])
  })

  it('end when the caller aborts', async () => {
    const unreachable = connect({ baseUrl: 'http://127.0.0.1:9', retries: 1_000 })
    const abort = new AbortController()
    const call = failure(unreachable.general.health({ signal: abort.signal }))
    abort.abort(new Error('closing time'))
    expect(await call).toMatchObject({ message: 'closing time' })
  })
})
