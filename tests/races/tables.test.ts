import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openFloor } from '../api/floor.ts'
import { openShop, type Shop } from '../api/shop.ts'

let shop: Shop
let admin: Client
let floor: Awaited<ReturnType<typeof openFloor>>
beforeAll(async () => {
  shop = await openShop()
  floor = await openFloor(shop)
  admin = floor.admin
})
afterAll(() => shop.close())

describe('parallel calls', () => {
  it('give a name to one of 50 tables of a space', async () => {
    const spaceId = await floor.space()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/tables', { name: 'T1', spaceId })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await floor.inSpace(spaceId)).toHaveLength(1)
  })

  it('move a table to one place, and every space knows whether it is empty', async () => {
    const spaces = await Promise.all(Array.from({ length: 4 }, floor.space))
    const ids = await Promise.all(
      ['T1', 'T2', 'T3'].map((name) => floor.create({ name, spaceId: spaces[0] })),
    )
    const moves = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        admin.put(`/tables/${ids[at % 3]}`, {
          name: `T${1 + (at % 3)}`,
          spaceId: spaces[at % 4],
        }),
      ),
    )
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
    const standing = await Promise.all(ids.map(floor.table))
    for (const spaceId of spaces) {
      const here = standing.filter((each) => each.spaceId === spaceId)
      const listed = await floor.inSpace(spaceId)
      expect(here.length === 0 ? [] : [...listed].sort(byId)).toEqual(here.sort(byId))
      expect((await admin.del(`/spaces/${spaceId}`)).status).toBe(
        here.length === 0 ? 204 : 400,
      )
    }
  })
})

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.localeCompare(other.id)
