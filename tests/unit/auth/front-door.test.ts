import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cameByFrontDoor } from '../../../shared/people/auth/front-door.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pos-front-door-'))
  const file = join(directory, 'secrets.json')
  writeFileSync(file, JSON.stringify({ frontDoorSecret: ' ' }))
  vi.stubEnv('SECRETS_FILE', file)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

test('a blank secret refuses all where a front door is deployed', async () => {
  vi.stubEnv('FRONT_DOOR_SECRET_ARN', 'arn:aws:secretsmanager:any')
  await expect(cameByFrontDoor({ 'x-front-door': '' })).rejects.toThrow('frontDoorSecret')
  await expect(cameByFrontDoor({})).rejects.toThrow('frontDoorSecret')
})

test('a blank secret is none where no front door is deployed', async () => {
  expect(await cameByFrontDoor({})).toBeUndefined()
})
