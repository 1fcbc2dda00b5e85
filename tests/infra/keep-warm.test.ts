import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groups } from '../../functions/all.ts'
import { warmingEvent } from '../../infra/cloud/keep-warm.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()

const directory = mkdtempSync(join(tmpdir(), 'keep-warm-'))

beforeAll(() => {
  const secrets = join(directory, 'secrets.json')
  writeFileSync(secrets, JSON.stringify({ masterKey: 'k'.repeat(64) }))
  vi.stubEnv('SECRETS_FILE', secrets)
  // Nothing listens here: a read or write would fail with 503.
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

test('keeps the functions of sales and payment notifications warm', () => {
  const names = warmed.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['store-orders', 'orders', 'webhook']))
})

test.each(warmed)(
  '$name rejects its keep-warm call without reading or writing a record',
  async ({ name, event }) => {
    const { handler } = await import(`../../functions/${name}/handler.ts`)
    expect(await handler(event, {})).toMatchObject({ statusCode: 401 })
  },
)

test('every kept-warm function is called every five minutes, up to five by one rule', () => {
  const rules = cloud
    .ofType('AWS::Events::Rule')
    .map(([, { Properties }]) => Properties)
    .filter(({ Targets }) => Targets.some(({ Input }: { Input?: string }) => Input))
  expect(rules.every((rule) => rule.ScheduleExpression === 'rate(5 minutes)')).toBe(true)
  // EventBridge's limit: five targets per rule.
  expect(rules.filter(({ Targets }) => Targets.length > 5)).toEqual([])
  const called = rules.flatMap(({ Targets }) =>
    Targets.map(({ Arn }: { Arn: { 'Fn::GetAtt': [string] } }) => Arn['Fn::GetAtt'][0]),
  )
  expect(called).toEqual(warmed.map(({ name }) => cloud.functionNamed(name).id))
})
