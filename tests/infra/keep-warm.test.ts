import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groups } from '../../functions/all.ts'
import { warmingEvent } from '../../infra/cloud/keep-warm.ts'

const directory = mkdtempSync(join(tmpdir(), 'keep-warm-'))

beforeAll(() => {
  const secrets = join(directory, 'secrets.json')
  writeFileSync(secrets, JSON.stringify({ 'token-key': 'k'.repeat(64) }))
  vi.stubEnv('SECRETS_FILE', secrets)
  // A read or write would find nobody there and be answered 503.
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9')
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

const warmed = groups.flatMap((group) => {
  const event = warmingEvent(group)
  return event ? [{ name: group.name, event }] : []
})

test.each(warmed)(
  '$name refuses its keep-warm call untouched',
  async ({ name, event }) => {
    const { handler } = await import(`../../functions/${name}/handler.ts`)
    expect(await handler(event, {})).toMatchObject({ statusCode: 401 })
  },
)
