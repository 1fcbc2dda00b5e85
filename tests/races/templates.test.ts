import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let user: Client
beforeAll(async () => {
  shop = await openShop()
  user = await shop.userWith('printer_update')
})
afterAll(() => shop.close())

const header = { type: 'HEADER', value: '{{config.businessName}}' }
const uniqueName = () => `template ${randomUUID()}`

async function createTemplate(name = uniqueName()): Promise<string> {
  const { status, body } = await user.post('/templates', { name, elements: [header] })
  expect(status).toBe(201)
  return body.id
}

const crowd = scaled(8, 20)

describe('a template name', () => {
  it(`is given to one of ${crowd} parallel creations`, async () => {
    const name = uniqueName()
    const answers = await Promise.all(
      Array.from({ length: crowd }, () =>
        user.post('/templates', { name, elements: [header] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
    const { body } = await user.get('/templates')
    expect(body.filter((each: { name: string }) => each.name === name)).toHaveLength(1)
  })

  it(`is given to one of ${crowd} templates renamed in parallel`, async () => {
    const name = uniqueName()
    const ids = await Promise.all(Array.from({ length: crowd }, () => createTemplate()))
    const answers = await Promise.all(
      ids.map((id) => user.put(`/templates/${id}`, { name, elements: [header] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
  })

  it(`has one guard after ${crowd} parallel renames of one template, and the others are free`, async () => {
    const id = await createTemplate()
    const names = Array.from({ length: crowd }, uniqueName)
    const answers = await Promise.all(
      names.map((name) => user.put(`/templates/${id}`, { name, elements: [header] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { body } = await user.get(`/templates/${id}`)
    const freed = names.filter((name) => name !== body.name)
    expect((await user.post('/templates', { ...body })).status).toBe(409)
    await Promise.all(freed.map((name) => createTemplate(name)))
  })
})
