import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTemplateByName } from '../../../shared/paper/printing/templates.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let user: Client
beforeAll(async () => {
  shop = await openShop()
  user = await shop.userWith('printer_update')
})
afterAll(() => shop.close())

const header = { type: 'HEADER', value: '{{config.businessName}}' }
const plain = { bold: false, justification: 'LEFT', fontSize: 'NORMAL' }
const uniqueName = () => `template ${randomUUID()}`

async function createTemplate(
  name = uniqueName(),
  elements: object[] = [header],
): Promise<string> {
  const { status, body } = await user.post('/templates', { name, elements })
  expect(status).toBe(201)
  return body.id
}

describe('without templates', () => {
  it('returns an empty list', async () => {
    expect(await user.get('/templates')).toMatchObject({ status: 200, body: [] })
  })

  it('returns 401 without a token on every route', async () => {
    const anonymous = shop.anonymous()
    const answers = await Promise.all([
      anonymous.get('/templates'),
      anonymous.get('/templates/1'),
      anonymous.post('/templates', {}),
      anonymous.put('/templates/1', {}),
      anonymous.del('/templates/1'),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'Unauthorized API access' },
      })
    }
  })
})

describe('a template', () => {
  it('is returned with its elements in print order', async () => {
    const name = uniqueName()
    const styled = { bold: true, justification: 'CENTER', fontSize: 'EXTRA_LARGE' }
    const created = await user.post('/templates', {
      name,
      elements: [
        { ...header, style: styled },
        { type: 'LINE_BREAK' },
        { type: 'TEXT', value: 'Thanks', style: { bold: true } },
      ],
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })

    const { id } = created.body
    const one = await user.get(`/templates/${id}`)
    const element = { id: expect.any(String), templateId: id }
    expect(one.status).toBe(200)
    expect(one.body).toEqual({
      id,
      name,
      elements: [
        { ...element, order: 0, ...header, style: styled },
        { ...element, order: 1, type: 'LINE_BREAK', value: '', style: plain },
        {
          ...element,
          order: 2,
          type: 'TEXT',
          value: 'Thanks',
          style: { ...plain, bold: true },
        },
      ],
    })
    expect((await user.get('/templates')).body).toContainEqual(one.body)
  })

  it('can have no elements', async () => {
    const id = await createTemplate(uniqueName(), [])
    expect((await user.get(`/templates/${id}`)).body.elements).toEqual([])
  })

  it('returns 409 when the name exists', async () => {
    const name = uniqueName()
    await createTemplate(name)
    expect(await user.post('/templates', { name, elements: [] })).toMatchObject({
      status: 409,
      body: { error: 'Template name already exists' },
    })
  })

  it('is created once per Idempotency-Key', async () => {
    const template = { name: uniqueName(), elements: [header] }
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await user.post('/templates', template, key)
    const again = await user.post('/templates', template, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
  })
})

describe('an update', () => {
  it('replaces name and elements, and frees the old name', async () => {
    const [before, after] = [uniqueName(), uniqueName()]
    const id = await createTemplate(before)
    const answer = await user.put(`/templates/${id}`, {
      name: after,
      elements: [{ type: 'FOOTER', value: 'Bye' }],
    })
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(answer.headers.get('content-type')).toBeNull()
    expect((await user.get(`/templates/${id}`)).body).toMatchObject({
      name: after,
      elements: [{ type: 'FOOTER', value: 'Bye', order: 0, templateId: id }],
    })
    await createTemplate(before)
  })

  it('can keep the name', async () => {
    const name = uniqueName()
    const id = await createTemplate(name)
    const answer = await user.put(`/templates/${id}`, { name, elements: [] })
    expect(answer.status).toBe(200)
  })

  const refused = {
    status: 409,
    body: {
      error:
        'Failed to update template. It might not exist or the name is already taken.',
    },
  }

  it('returns 409 for the name of another template', async () => {
    const name = uniqueName()
    await createTemplate(name)
    const id = await createTemplate()
    const answer = await user.put(`/templates/${id}`, { name, elements: [] })
    expect(answer).toMatchObject(refused)
    expect((await user.get(`/templates/${id}`)).body.elements).toHaveLength(1)
  })

  it.each([randomUUID(), 'no-uuid'])('returns 409 for the unknown id %s', async (id) => {
    const answer = await user.put(`/templates/${id}`, {
      name: uniqueName(),
      elements: [],
    })
    expect(answer).toMatchObject(refused)
  })
})

describe('a deletion', () => {
  it('deletes the template and frees its name', async () => {
    const name = uniqueName()
    const id = await createTemplate(name)
    expect(await user.del(`/templates/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    for (const answer of [
      await user.get(`/templates/${id}`),
      await user.del(`/templates/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: undefined })
      expect(answer.headers.get('content-type')).toBeNull()
    }
    await createTemplate(name)
  })

  it.each(['no-uuid', 'x'.repeat(3000), '%00'])(
    'returns 404 for the unknown id %s',
    async (id) => {
      expect(await user.get(`/templates/${id}`)).toMatchObject({ status: 404 })
      expect(await user.del(`/templates/${id}`)).toMatchObject({ status: 404 })
    },
  )

  it.each(['get', 'del'] as const)('returns 400 for a blank id on %s', async (method) => {
    expect(await user[method]('/templates/')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })
})

describe('invalid input', () => {
  const element = (wrong: object) => ({
    name: uniqueName(),
    elements: [{ ...header, ...wrong }],
  })

  it.each([
    ['no name', { elements: [] }],
    ['a blank name', { name: ' ', elements: [] }],
    ['a name that is not text', { name: 5, elements: [] }],
    ['no elements', { name: 'bad' }],
    ['elements of null', { name: 'bad', elements: null }],
    ['elements that are not an array', { name: 'bad', elements: {} }],
    ['an element that is not an object', { name: 'bad', elements: ['HEADER'] }],
    ['an element without type', { name: 'bad', elements: [{ value: 'x' }] }],
    ['an unknown type', element({ type: 'PICTURE' })],
    ['a type in small letters', element({ type: 'header' })],
    ['a value that is not text', element({ value: 5 })],
    ['a style that is not an object', element({ style: 'bold' })],
    ['an unknown justification', element({ style: { justification: 'MIDDLE' } })],
    ['an unknown font size', element({ style: { fontSize: 'HUGE' } })],
    ['bold that is not a boolean', element({ style: { bold: 'yes' } })],
    ['half a character', element({ value: '\ud800' })],
    ['a value too large to store', element({ value: 'x'.repeat(450_000) })],
    [
      'more than 2,000 elements',
      { name: 'bad', elements: Array.from({ length: 2_001 }, () => header) },
    ],
    ['an array', []],
    ['malformed JSON', '{"name": "bad", "elements": ['],
    ['no body', undefined],
  ])('%s: POST and PUT return 400 and change nothing', async (_, body) => {
    const id = await createTemplate()
    const before = (await user.get('/templates')).body
    const refused = { status: 400, body: { message: expect.any(String) } }
    expect(await user.post('/templates', body)).toMatchObject(refused)
    expect(await user.put(`/templates/${id}`, body)).toMatchObject(refused)
    expect((await user.get('/templates')).body).toEqual(before)
  })
})

describe('findTemplateByName', () => {
  it('finds a template by its current name only', async () => {
    const [before, after] = [uniqueName(), uniqueName()]
    const id = await createTemplate(before)
    expect(await findTemplateByName(before)).toMatchObject({ id, elements: [header] })
    await user.put(`/templates/${id}`, { name: after, elements: [header] })
    expect(await findTemplateByName(before)).toBeUndefined()
    expect(await findTemplateByName(after)).toMatchObject({ id, name: after })
    await user.del(`/templates/${id}`)
    expect(await findTemplateByName(after)).toBeUndefined()
  })
})
