import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { alarmTexts } from '../../infra/cloud/alarm-texts.ts'
import type { FailureKind } from '../../shared/failure.ts'
import { lostFrameEvents } from '../../shared/lightning/payments-feed/lost-frames.ts'
import { problemOf } from '../../shared/platform/http/problems.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const direct = synthesized({ nodeUrl: 'https://node.example' })

const [topic] = cloud.ofType('AWS::SNS::Topic')
const [policy] = cloud.ofType('AWS::SNS::TopicPolicy')
const alarms = cloud.ofType('AWS::CloudWatch::Alarm')

const idsOf = ({ ofType } = cloud) =>
  ofType('AWS::CloudWatch::Alarm').map(([id]) => id.replace(/^Alarms|[0-9A-F]{8}$/g, ''))

test('every alarm notifies the topic when it starts and when it ends', () => {
  for (const [, { Properties }] of alarms) {
    expect(Properties.AlarmActions).toEqual([{ Ref: topic?.[0] }])
    expect(Properties.OKActions).toEqual([{ Ref: topic?.[0] }])
  }
})

test("the topic accepts this account's alarms, and nothing without TLS", () => {
  const { Statement } = policy?.[1].Properties.PolicyDocument ?? {}
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topic?.[0] },
      Condition: {
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        ArnLike: { 'aws:SourceArn': expect.anything() },
      },
    }),
  )
  expect(JSON.stringify(Statement[1].Condition.ArnLike)).toMatch(
    /:cloudwatch:.*:alarm:\*/,
  )
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  )
  expect(policy?.[1].Properties.Topics).toEqual([{ Ref: topic?.[0] }])
})

// These metrics exist only after an event; a sum of both would need both to exist.
test.each(['ReadThrottleEvents', 'WriteThrottleEvents'])(
  "the table's %s have their own alarm",
  (MetricName) => {
    const raised = alarms.filter(
      ([, { Properties }]) => Properties.MetricName === MetricName,
    )
    expect(raised).toHaveLength(1)
    expect(raised[0]?.[1].Properties).toMatchObject({
      Namespace: 'AWS/DynamoDB',
      Threshold: 1,
      TreatMissingData: 'notBreaching',
    })
  },
)

const filtersOf = (metricName: string) =>
  cloud
    .ofType('AWS::Logs::MetricFilter')
    .map(([, { Properties }]) => Properties)
    .filter(
      ({ MetricTransformations }) => MetricTransformations[0].MetricName === metricName,
    )

const alarmNamed = (name: string) => {
  const found = alarms.find(([id]) => id.startsWith(`Alarms${name}`))
  if (!found) throw new Error(`there is no alarm ${name}`)
  return found[1].Properties
}

describe('a request that fails', () => {
  test('is counted when it is a 500, or when API Gateway names an error', () => {
    const [filter, ...others] = filtersOf('RequestsFail')
    expect(others).toEqual([])
    expect(filter?.FilterPattern).toBe(
      '{ ($.status = "500") || (($.status = "5*") && ($.error != "-")) }',
    )
    expect(alarmNamed('RequestsFail')).toMatchObject({
      MetricName: 'RequestsFail',
      Namespace: filter?.MetricTransformations[0].MetricNamespace,
    })
  })

  test('is not counted when its status is documented: none of these is a 500', () => {
    const unforeseen: FailureKind[] = ['internal', 'storageUnavailable']
    const declared = groups.flatMap(({ endpoints }) =>
      Object.values(endpoints).flatMap(({ problems = {} }) =>
        Object.entries(problems).flatMap(([kind, problem]) => ({ kind, problem })),
      ),
    )
    expect(JSON.stringify(declared)).not.toMatch(/"status":5(?!02|03)/)
    expect(problemOf('printingFailed').status).toBe(503)
    for (const kind of unforeseen) expect(problemOf(kind).status).toBe(500)
  })
})

describe('throttled functions', () => {
  /** True if CloudWatch rings for these throttles a minute, looking at the last five. */
  const rings = (...throttles: number[]) => {
    const { Threshold, DatapointsToAlarm } = alarmNamed('FunctionsThrottled')
    return (
      throttles.slice(-5).filter((count) => count >= Threshold).length >=
      DatapointsToAlarm
    )
  }

  test('are counted by the minute, all of them together', () => {
    const alarm = alarmNamed('FunctionsThrottled')
    expect(alarm).toMatchObject({ Period: 60, EvaluationPeriods: 5 })
    expect(alarm.Dimensions).toBeUndefined()
  })

  test('ring for tills and not for a burst of keep-warm calls every five minutes', () => {
    expect(rings(30, 5, 0, 0, 0)).toBe(false)
    expect(rings(5, 0, 0, 0, 30)).toBe(false)
    expect(rings(0, 0, 1, 2, 1)).toBe(true)
  })
})

describe('a frame that did not reach its watcher', () => {
  const byPattern = (pattern: string) =>
    filtersOf('FramesLost').filter(({ FilterPattern }) => FilterPattern === pattern)
  const filters = byPattern(lostFrameEvents.map((event) => `?"${event}"`).join(' '))
  const workerFilters = byPattern('?"Invoke Error" ?"Task timed out"')

  test('is counted in the log of every function that posts to watchers', () => {
    const posting = [...workers, ...groups, ...socketApis]
      .filter(({ uses }) => uses.includes('watchers:post'))
      .filter(({ name }) => name !== 'refunds')
    const logs = posting.map(
      ({ name }) => cloud.functionNamed(name).LoggingConfig.LogGroup,
    )
    expect(filters.map(({ LogGroupName }) => LogGroupName)).toEqual(logs)
  })

  test('is also counted when a worker that posts them fails or times out', () => {
    const logs = workerFilters.map(({ LogGroupName }) => LogGroupName)
    expect(logs).toEqual(
      ['replays', 'fan-out', 'stream'].map(
        (name) => cloud.functionNamed(name).LoggingConfig.LogGroup,
      ),
    )
  })

  test('is counted for the schedule only where that publishes payments, without an agent', () => {
    const { LogGroup } = direct.functionNamed('refunds').LoggingConfig
    const logs = direct
      .ofType('AWS::Logs::MetricFilter')
      .filter(([, { Properties }]) =>
        Properties.MetricTransformations.some(
          ({ MetricName }: { MetricName: string }) => MetricName === 'FramesLost',
        ),
      )
      .map(([, { Properties }]) => Properties.LogGroupName)
    expect(
      logs.filter((log) => JSON.stringify(log) === JSON.stringify(LogGroup)),
    ).toHaveLength(2)
  })

  test('raises one alarm, from each of the logs', () => {
    const raised = alarms.filter(
      ([, { Properties }]) => Properties.MetricName === 'FramesLost',
    )
    expect(raised).toHaveLength(1)
    for (const { MetricTransformations } of filtersOf('FramesLost')) {
      expect(raised[0]?.[1].Properties.Namespace).toEqual(
        MetricTransformations[0].MetricNamespace,
      )
    }
  })
})

describe("what AWS's free tier holds", () => {
  test('are ten alarms: five more are charged, and each watches one metric', () => {
    expect(idsOf().sort()).toEqual([
      'AgentSilent',
      'ChangesLate',
      'FramesLost',
      'FunctionsThrottled',
      'ManyWrongPins',
      'NodeFails',
      'PayoutsUnsettled',
      'PrintJobsDead',
      'PrintersFail',
      'ReadsThrottled',
      'RequestsFail',
      'SalesStopped',
      'SocketsFail',
      'TransactionsConflict',
      'WritesThrottled',
    ])
    expect(alarms.filter(([, { Properties }]) => Properties.Metrics)).toEqual([])
  })

  test('are ten custom metrics', () => {
    const names = cloud
      .ofType('AWS::Logs::MetricFilter')
      .map(([, { Properties }]) => Properties.MetricTransformations[0].MetricName)
    const expected = [
      'RequestsFail',
      'AgentSilent',
      'FramesLost',
      'NodeFails',
      'PayoutsUnsettled',
      'PrintersFail',
      'ManyWrongPins',
      'SalesStopped',
      'SocketsFail',
    ]
    expect(new Set(names)).toEqual(new Set(expected))
    expect(expected.length).toBeLessThanOrEqual(10)
  })
})

test('a missing heartbeat raises an alarm only where the node is reached through the tunnel', () => {
  expect(idsOf(direct)).not.toContain('AgentSilent')
})

test('further shops have the alarms of agents and sales that the main one does without', () => {
  const several = synthesized({
    nodeUrl: 'https://node.example',
    salesStopMinutes: '0',
    shopDomain: 'shops.example',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
    domainName: 'pos.shops.example',
  })
  expect(idsOf(several)).toEqual(expect.arrayContaining(['AgentSilent', 'SalesStopped']))
})

test('each text of docs/operate.md is that of an alarm, in the 1,024 characters that CloudWatch shows', () => {
  for (const [name, text] of alarmTexts) {
    const { AlarmDescription } = alarmNamed(name)
    expect(AlarmDescription).toBe(text)
    expect(AlarmDescription).toMatch(/^\w.+\.\n\nWhat to do: \w.+\.$/s)
    expect(AlarmDescription.length).toBeLessThanOrEqual(1_024)
  }
  expect(alarmTexts.size).toBe(alarms.length)
})
