import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startRotation } from '../../../infra/operate/rotation.ts'
import { roleKey } from '../../../shared/people/staff/roles.ts'
import { type User, userKey } from '../../../shared/people/staff/users.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteItem } from '../../../shared/platform/dynamodb/write.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

it('a login of a user whose role is gone says so', async () => {
  const roleId = await staff.createRoleWith('dish_read')
  const { credentials } = await staff.createUser(roleId)
  await transact([deleteItem(roleKey(roleId), {})])
  expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
    status: 401,
    body: { message: 'No assigned role for this user, contact Admin' },
  })
})

it('a login moves its PIN to the new key of a rotation, once', async () => {
  const roleId = await staff.createRoleWith('dish_read')
  const { id, credentials } = await staff.createUser(roleId)
  const pin = async () => (await read<User>(userKey(id)))?.pin
  const before = await pin()
  const file = join(shop.dataDir, 'secrets.json')
  const json = await readFile(file, 'utf8')
  await writeFile(file, startRotation(json, 'pin-key', 'n'.repeat(64)))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await shop.login(credentials)
  const after = await pin()
  expect(after).not.toEqual(before)
  await shop.login(credentials)
  expect(await pin()).toEqual(after)
})
