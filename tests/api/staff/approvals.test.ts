import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Approver,
  approved,
  askFor,
  sendApproved,
  type ToApprove,
} from '../../support/approvals.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { bearer } from '../../support/on-site-agent.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let staff: Staff
let bills: Bills
let manager: Approver
let cashier: Client
let cashierId: string
let cashierLogin: { name: string; pin: string }

beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  staff = await staffOf(shop)
  manager = { userId: shop.ownerId, pin: owner.pin }
  const role = await staff.createRoleWith(
    'orders_create',
    'orders_read',
    'orders_update',
    'dish_read',
  )
  const user = await staff.createUser(role)
  cashierId = user.id
  cashierLogin = user.credentials
  cashier = await shop.login(cashierLogin)
})
afterAll(() => shop.close())

const permissionRequired = { status: 403, body: { message: 'Permission required' } }

/** A cart with a discount, which a cashier may not give. */
async function discounted(changes: object = {}): Promise<ToApprove> {
  const coffee = await till.createProduct(5)
  const body = till.cart(coffee, 1, { amount: 2, discountAmount: 50, ...changes })
  return {
    method: 'POST',
    path: '/store/orders/checkout',
    body,
    permission: 'orders_discount',
  }
}

/** A user with these permissions, logged in. */
async function colleague(...permissions: string[]) {
  const role = await staff.createRoleWith(...permissions)
  const { id: userId, credentials } = await staff.createUser(role)
  return { userId, role, ...credentials, client: await shop.login(credentials) }
}

const send = (request: ToApprove, headers: Record<string, string>, by = cashier) =>
  sendApproved(by, request, headers)

describe('an approval', () => {
  it('lets its request pass once, in the name of the caller; both are audited', async () => {
    const request = await discounted()
    expect(await send(request, {})).toMatchObject(permissionRequired)
    const headers = await approved(cashier, manager, request)
    const sold = await send(request, headers)
    expect(sold.status).toBe(201)
    expect(await send(request, headers)).toMatchObject(permissionRequired)

    const { body: given } = await till.admin.get('/audit?kind=approval')
    expect(given.at(-1)).toMatchObject({
      userId: cashierId,
      subjectId: manager.userId,
      subjectName: owner.name,
      after: { permission: 'orders_discount', request: `POST ${request.path}` },
    })
    const { body: discounts } = await till.admin.get('/audit?kind=discount')
    expect(discounts.at(-1)).toMatchObject({
      userId: cashierId,
      approvedBy: manager.userId,
      approvedByName: owner.name,
    })
    expect(JSON.stringify([given, discounts])).not.toContain(headers.Approval)
  })

  it('is used up by one of many parallel requests', async () => {
    const request = await discounted()
    const headers = await approved(cashier, manager, request)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(request, headers)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const each of answers) {
      if (each.status !== 201) expect(each).toMatchObject(permissionRequired)
    }
  })

  it('is not used up by a request that is refused', async () => {
    const coffee = await till.createProduct(0)
    const body = till.cart(coffee, 1, { amount: 2, discountAmount: 50 })
    const request = { ...(await discounted()), body }
    const headers = await approved(cashier, manager, request)
    expect((await send(request, headers)).status).toBe(400)
    await till.admin.post('/products/stock', [{ productId: coffee, quantity: 1 }])
    expect((await send(request, headers)).status).toBe(201)
  })

  it('names no approver of a refused payment: it is not used up', async () => {
    const paymentHash = newPaymentHash()
    const of = (hash: string) => ({
      paymentMethodId: methodId('BTC'),
      paymentHash: hash,
    })
    await till.admin.post('/store/orders/checkout', {
      ...till.cart(await till.createProduct(5), 1, of(paymentHash)),
    })
    const request = await discounted(of(paymentHash))
    const headers = await approved(cashier, manager, request)
    for (const attempt of [1, 2]) {
      const refused = await send(request, headers)
      expect(refused.body.code, `${attempt}`).toBe('payment_already_sold')
    }
    const { body: entries } = await till.admin.get('/audit?kind=payment')
    const refusals = entries.filter(
      ({ subjectId }: { subjectId: string }) => subjectId === paymentHash,
    )
    expect(refusals).toMatchObject([
      { userId: cashierId, approvedBy: null },
      { userId: cashierId, approvedBy: null },
    ])
  })

  it('gives the stored response to the same Idempotency-Key, and to no other', async () => {
    const request = await discounted()
    const headers = {
      ...(await approved(cashier, manager, request)),
      'Idempotency-Key': randomUUID(),
    }
    const first = await send(request, headers)
    await later(30, async () => {
      expect(await send(request, headers)).toMatchObject({
        status: 201,
        body: first.body,
      })
    })
    const other = { ...headers, 'Idempotency-Key': randomUUID() }
    expect(await send(request, other)).toMatchObject(permissionRequired)
  })

  it('counts for a sale with its saleId as for any repetition', async () => {
    const request = await discounted({ saleId: randomUUID() })
    const headers = await approved(cashier, manager, request)
    const first = await send(request, headers)
    expect((await send(request, headers)).body).toEqual(first.body)
    expect((await send(request, {})).body).toEqual(first.body)
  })

  describe('is for nothing else:', () => {
    let request: ToApprove
    let headers: { Approval: string }
    beforeEach(async () => {
      request = await discounted()
      headers = await approved(cashier, manager, request)
    })

    it('another body', async () => {
      const body = { ...(request.body as object), discountAmount: 51, amount: 1.99 }
      expect(await send({ ...request, body }, headers)).toMatchObject(permissionRequired)
    })

    it('another path', async () => {
      const path = '/store/orders/checkout-if-paid'
      const hash = { ...(request.body as object), paymentHash: 'a1'.repeat(32) }
      const asked = { ...request, body: hash }
      const other = await approved(cashier, manager, asked)
      expect(await send({ ...asked, path }, other)).toMatchObject(permissionRequired)
    })

    it('another session of the same user', async () => {
      const again = await shop.login(cashierLogin)
      expect(await send(request, headers, again)).toMatchObject(permissionRequired)
    })

    it('another user', async () => {
      const other = (await colleague('orders_create')).client
      expect(await send(request, headers, other)).toMatchObject(permissionRequired)
    })

    it('a minute later', async () => {
      await later(1, async () => {
        expect(await send(request, headers)).toMatchObject(permissionRequired)
      })
    })

    it('an API key of its maker', async () => {
      const made = await till.admin.post('/api-keys', {
        name: randomUUID(),
        permissions: ['orders_create'],
      })
      const key = { ...headers, ...bearer(made.body.secret) }
      const answer = await send(request, key, shop.anonymous())
      expect(answer).toMatchObject(permissionRequired)
    })

    it('another permission', async () => {
      const { orderId } = (await till.checkout(till.cart(await till.createProduct(1))))
        .body
      const refund: ToApprove = {
        method: 'POST',
        path: `/store/orders/${orderId}/refund`,
        body: {},
        permission: 'orders_discount',
      }
      const wrong = await approved(cashier, manager, refund)
      expect(await send(refund, wrong)).toMatchObject(permissionRequired)
    })

    it('made up ones', async () => {
      for (const Approval of ['', 'x', randomUUID(), `${headers.Approval}x`]) {
        expect(await send(request, { Approval })).toMatchObject(permissionRequired)
      }
    })
  })

  it('counts as none once its approver has lost the permission, or is gone', async () => {
    const { role, ...approver } = await colleague('orders_discount', 'orders_create')
    const request = await discounted()
    const headers = await approved(cashier, approver, request)
    const path = `/roles/${role}/permissions`
    await till.admin.put(path, { permissions: ['orders_create'] })
    expect(await send(request, headers)).toMatchObject(permissionRequired)
    await till.admin.put(path, { permissions: ['orders_discount'] })
    await till.admin.del(`/users/${approver.userId}`)
    expect(await send(request, headers)).toMatchObject(permissionRequired)
  })
})

describe('what is approved', () => {
  const sellOne = async () => {
    const coffee = await till.createProduct(5)
    return (await till.checkout(till.cart(coffee, 2))).body.orderId as string
  }
  const discountedBill = async () => {
    const orderId = await bills.createBill([100])
    return {
      path: `/orders/${orderId}/settle`,
      body: {
        tenders: [{ paymentMethodId: await cashMethod(), amountCents: 50 }],
        userId: shop.ownerId,
        discountAmount: 50,
      },
    }
  }
  const billWith = async (path: string) =>
    `/orders/${await bills.createBill([100])}${path}`

  const cases: Record<string, () => Promise<ToApprove>> = {
    'a refund': async () => ({
      method: 'POST',
      path: `/store/orders/${await sellOne()}/refund`,
      body: { amountCents: 250 },
      permission: 'orders_refund',
    }),
    'a deleted bill': async () => ({
      method: 'DELETE',
      path: await billWith(''),
      permission: 'orders_delete',
    }),
    'deleted dishes': async () => ({
      method: 'DELETE',
      path: await billWith('/dishes'),
      permission: 'orders_delete',
    }),
    'a discount on a bill': async () => ({
      method: 'POST',
      ...(await discountedBill()),
      permission: 'orders_discount',
    }),
    'a quote with a discount': async () => ({
      method: 'POST',
      path: '/quotes',
      body: {
        kind: 'store',
        items: [{ productId: await till.createProduct(5), quantity: 1 }],
        discountAmount: 50,
      },
      permission: 'orders_discount',
    }),
  }
  it.each(Object.entries(cases))('is %s', async (_, made) => {
    const request = await made()
    expect(await send(request, {})).toMatchObject(permissionRequired)
    const headers = await approved(cashier, manager, request)
    const { status } = await send(request, headers)
    // Without a node a quote is refused only after its discount was allowed
    expect(request.path === '/quotes' ? [201, 503] : [200, 201, 204]).toContain(status)
    if (status !== 503) {
      expect((await send(request, headers)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is a settlement, for those who may not settle', async () => {
    const waiter = (await colleague('orders_create')).client
    const orderId = await bills.createBill([100])
    const request: ToApprove = {
      method: 'POST',
      path: `/orders/${orderId}/settle`,
      body: {
        tenders: [{ paymentMethodId: await cashMethod(), amountCents: 100 }],
        userId: shop.ownerId,
      },
      permission: 'orders_settle',
    }
    expect(await send(request, {}, waiter)).toMatchObject(permissionRequired)
    const headers = await approved(waiter, manager, request)
    expect((await send(request, headers, waiter)).status).toBe(200)
  })
})

describe('asking for an approval', () => {
  it.each([
    ['the caller', async () => ({ userId: cashierId, pin: cashierLogin.pin }), 403],
    ['a colleague without the permission', () => colleague('orders_create'), 403],
    ['a wrong PIN', async () => ({ ...manager, pin: '0000' }), 401],
    ['nobody', async () => ({ userId: randomUUID(), pin: '1234' }), 401],
  ])('of %s is refused', async (_, approver, status) => {
    const answer = await askFor(cashier, await approver(), await discounted())
    const message = status === 401 ? 'Invalid credentials' : 'Permission required'
    expect(answer).toMatchObject({ status, body: { message } })
  })

  it.each(['users_update', 'tills_create', 'administrators'])(
    'for %s is refused',
    async (permission) => {
      const request = { ...(await discounted()), permission }
      expect((await askFor(cashier, manager, request)).status).toBe(400)
    },
  )

  it('without a token is refused', async () => {
    const answer = await askFor(shop.anonymous(), manager, await discounted())
    expect(answer.status).toBe(401)
  })

  it('guesses no PIN: wrong ones block as at the login, also for the login', async () => {
    const guesser = await shop.login(cashierLogin)
    const { userId, pin: right, name } = await colleague('orders_discount')
    guesser.cookies.delete('device')
    const request = await discounted()
    const guess = (pin: string) => askFor(guesser, { userId, pin }, request)
    const answers = []
    for (let at = 0; at < 7; at += 1) answers.push((await guess('0000')).status)
    expect(answers).toContain(429)
    expect((await guess(right)).status).toBe(429)
    const login = await shop.anonymous().post('/auth/login', { name, pin: right })
    expect(login.status).toBe(429)
  })
})

async function cashMethod(): Promise<string> {
  const methods = await till.admin.pos.payments.methods()
  return methods.find(({ name }) => name === 'Cash')?.id ?? ''
}
