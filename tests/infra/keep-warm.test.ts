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

test('what a customer waits for is among them: sales, and the news of a payment', () => {
  const names = warmed.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['store-orders', 'orders', 'webhook']))
})

test.each(warmed)(
  '$name refuses its keep-warm call untouched',
  async ({ name, event }) => {
    const { handler } = await import(`../../functions/${name}/handler.ts`)
    expect(await handler(event, {})).toMatchObject({ statusCode: 401 })
  },
)

test('every such function is called every five minutes, by rules that are shared', () => {
  const rules = cloud
    .ofType('AWS::Events::Rule')
    .map(([, { Properties }]) => Properties)
    .filter(({ Targets }) => Targets.some(({ Input }: { Input?: string }) => Input))
  expect(rules.every((rule) => rule.ScheduleExpression === 'rate(5 minutes)')).toBe(true)
  // EventBridge takes five targets a rule
  expect(rules.filter(({ Targets }) => Targets.length > 5)).toEqual([])
  const called = rules.flatMap(({ Targets }) =>
    Targets.map(({ Arn }: { Arn: { 'Fn::GetAtt': [string] } }) => Arn['Fn::GetAtt'][0]),
  )
  expect(called).toEqual(warmed.map(({ name }) => cloud.functionNamed(name).id))
})
