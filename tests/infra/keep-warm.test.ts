import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  InvokeCommand,
  LambdaClient,
  TooManyRequestsException,
} from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { groups, socketApis } from '../../functions/all.ts'
import { handler as keepWarm } from '../../functions/keep-warm/handler.ts'
import { buildPage } from '../../infra/built-pages.ts'
import { cronHours } from '../../infra/cloud/keep-warm.ts'
import { warmingEvent } from '../../infra/cloud/warming-events.ts'
import { isWarmer } from '../../shared/platform/http/keep-warm.ts'
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
  buildPage('office', join(directory, 'office'))
  vi.stubEnv('PAGES_FOLDER', directory)
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

/** Every function that is kept warm, what it is sent, and its response to that. */
const warmed = [
  ...groups
    .filter(({ keptWarm }) => keptWarm)
    .map((group) => {
      const status =
        // Of tills, whose option is off here, nothing is read either
        { general: 200, office: 200, uploads: 404, tills: 404, lnurl: 200 }[group.name] ??
        401
      return { name: group.name, event: warmingEvent(group), status }
    }),
  { name: 'fallback', event: warmingEvent(), status: 204 },
]

test.each(warmed)(
  '$name responds $status to its keep-warm call without reading or writing a record',
  async ({ name, event, status }) => {
    const { handler } = await import(`../../functions/${name}/handler.ts`)
    expect(event && isWarmer(event)).toBe(true)
    expect(await handler(structuredClone(event), {})).toMatchObject({
      statusCode: status,
    })
  },
)

const [schedule] = cloud.ofType('AWS::Scheduler::Schedule')
const target = schedule?.[1].Properties.Target
const warmer = cloud.functionNamed('keep-warm')

describe('the schedule', () => {
  test('calls every function that tills wait for once a round', () => {
    const input: unknown[] = target.Input['Fn::Join'][1]
    const called = input.flatMap((part) =>
      typeof part === 'string' ? [] : [(part as { Ref: string }).Ref],
    )
    expect(called).toEqual(warmed.map(({ name }) => cloud.functionNamed(name).id))
    const text = input.map((part) => (typeof part === 'string' ? part : 'name')).join('')
    expect(JSON.parse(text).calls.map(({ event }: { event: unknown }) => event)).toEqual(
      warmed.map(({ event }) => event),
    )
  })

  test('has a round every five minutes, by one caller that drops rounds it cannot begin', () => {
    expect(schedule?.[1].Properties).toMatchObject({
      ScheduleExpression: 'cron(0/5 0-23 * * ? *)',
      ScheduleExpressionTimezone: 'UTC',
    })
    expect(target.Arn).toEqual({ 'Fn::GetAtt': [warmer.id, 'Arn'] })
    expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 0 })
    const [config] = cloud
      .ofType('AWS::Lambda::EventInvokeConfig')
      .filter(([, { Properties }]) => Properties.FunctionName.Ref === warmer.id)
    expect(config?.[1].Properties.MaximumEventAgeInSeconds).toBe(60)
  })

  test('need not call the watchers, who have a heartbeat every five minutes', () => {
    const watchers = socketApis.find(({ access }) => access === 'token')
    expect(watchers?.everyMinutes).toBe(5)
  })

  test('may invoke its caller only, which may invoke what it keeps warm', () => {
    const [role] = target.RoleArn['Fn::GetAtt']
    const policies = cloud.all[role]?.Properties.Policies
    expect(policies).toHaveLength(1)
    expect(policies[0].PolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: target.Arn },
    ])
    const invokes = cloud
      .permissionsOf('keep-warm')
      .filter(({ actions }) => actions.includes('lambda:InvokeFunction'))
    const arns = warmed.map(({ name }) => ({
      'Fn::GetAtt': [cloud.functionNamed(name).id, 'Arn'],
    }))
    expect(new Set(invokes.flatMap(({ resources }) => resources))).toEqual(new Set(arns))
  })

  test('keeps to the opening hours, in the time zone of the shop', () => {
    const shop = { openingHours: '07:00-23:00', timeZone: 'Europe/Berlin' }
    const [[, { Properties }] = ['', { Properties: {} }]] = synthesized(shop).ofType(
      'AWS::Scheduler::Schedule',
    )
    expect(Properties).toMatchObject({
      ScheduleExpression: 'cron(0/5 7-22 * * ? *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
    })
  })

  test('is absent with keepWarm=false, and so is its caller', () => {
    const cold = synthesized({ keepWarm: 'false' })
    expect(cold.ofType('AWS::Scheduler::Schedule')).toEqual([])
    expect(() => cold.functionNamed('keep-warm')).toThrow()
  })

  test.each([
    [undefined, '0-23'],
    ['07:30-22:30', '7-22'],
    ['18:00-00:00', '18-23'],
    ['18:00-24:00', '18-23'],
    ['18:00-02:00', '18-23,0-1'],
    ['18:30-02:01', '18-23,0-2'],
    ['08:00-08:00', '0-23'],
    ['08:30-08:15', '0-23'],
    ['08:00-07:00', '8-23,0-6'],
    ['00:00-00:00', '0-23'],
  ])('of opening hours %s has the hours %s', (openingHours, hours) => {
    expect(cronHours(openingHours)).toBe(hours)
  })
})

describe('a round', () => {
  const lambda = mockClient(LambdaClient)
  const calls = ['a', 'b', 'c'].map((functionName) => ({ functionName, event: {} }))
  const called = () =>
    lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input.FunctionName)

  beforeEach(() => {
    lambda.reset()
  })

  test('has at most one call under way', async () => {
    let underWay = 0
    const atOnce: number[] = []
    lambda.on(InvokeCommand).callsFake(async () => {
      atOnce.push(++underWay)
      await new Promise(setImmediate)
      underWay -= 1
    })
    await keepWarm({ calls })
    expect(called()).toEqual(['a', 'b', 'c'])
    expect(atOnce).toEqual([1, 1, 1])
  })

  test('ends at the first throttled call', async () => {
    const throttled = new TooManyRequestsException({ message: 'Rate', $metadata: {} })
    lambda.on(InvokeCommand, { FunctionName: 'b' }).rejects(throttled)
    await keepWarm({ calls })
    expect(called()).toEqual(['a', 'b'])
  })

  test('continues after a call that fails in another way', async () => {
    lambda.on(InvokeCommand, { FunctionName: 'b' }).rejects(new Error('reset'))
    await keepWarm({ calls })
    expect(called()).toEqual(['a', 'b', 'c'])
  })
})
