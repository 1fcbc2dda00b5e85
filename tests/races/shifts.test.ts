import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { alreadyOpen, ended, notClosable, openShiftBook } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
let book: Awaited<ReturnType<typeof openShiftBook>>
beforeAll(async () => {
  shop = await openShop()
  book = await openShiftBook(shop)
  admin = book.admin
})
afterAll(() => shop.close())
afterEach(() => book.clear())

describe('parallel calls', () => {
  it('close a shift only once', async () => {
    const id = await book.create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(`/shifts/${id}/close`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const each of answers.filter(({ status }) => status !== 200)) {
      expect(each).toMatchObject(notClosable)
    }
  })

  it('open one of 50 shifts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/shifts', book.wanted())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(49)
    for (const each of refused) expect(each).toMatchObject(alreadyOpen)
    expect((await admin.get('/shifts')).body).toHaveLength(1)
  })

  it('reopen one of 20 shifts', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => book.create(ended)))
    const answers = await Promise.all(
      ids.map((id) => admin.put(`/shifts/${id}`, book.wanted({ endTime: null }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('leave at most one shift open, the one that is returned', async () => {
    const ids = [await book.create(ended), await book.create(ended), await book.create()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const path = `/shifts/${ids[at % 3]}`
        if (at % 4 === 0) return admin.post(`${path}/close`)
        if (at % 4 === 1) return admin.put(path, book.wanted({ endTime: null }))
        if (at % 4 === 2) return admin.post('/shifts', book.wanted())
        return at === 39 ? admin.del(path) : admin.put(path, book.wanted(ended))
      }),
    )
    for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
    const open = (await admin.get('/shifts')).body.filter(
      ({ endTime }: { endTime: string | null }) => endTime === null,
    )
    expect(open.length).toBeLessThanOrEqual(1)
    const shown = await admin.get('/shifts/open')
    expect(shown.status === 204 ? [] : [shown.body]).toEqual(open)
  })
})
