import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { textOf } from '../house/sources.ts'
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
  "the table's %s have an alarm of their own",
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

describe('a frame that did not reach its watcher', () => {
  const filtersFor = (pattern: string) =>
    cloud
      .ofType('AWS::Logs::MetricFilter')
      .map(([, { Properties }]) => Properties)
      .filter(({ FilterPattern }) => FilterPattern === pattern)
  const filters = filtersFor('"watcher-not-reached"')
  const workerFilters = filtersFor('?"Invoke Error" ?"Task timed out"')

  test('is logged under the event name that the metric filter counts', () => {
    expect(textOf('shared/payments-feed/watcher-connections.ts')).toContain(
      "logger.error('watcher-not-reached'",
    )
  })

  test('is counted in the log of every function that posts to watchers', () => {
    const posting = [...workers, ...groups, ...socketApis].filter(({ uses }) =>
      uses.includes('watchers:post'),
    )
    const logs = posting.map(
      ({ name }) => cloud.functionNamed(name).LoggingConfig.LogGroup,
    )
    expect(filters.map(({ LogGroupName }) => LogGroupName)).toEqual(logs)
  })

  test('is also counted when a worker fails or times out', () => {
    const logs = workerFilters.map(({ LogGroupName }) => LogGroupName)
    expect(logs).toEqual(
      workers.map(({ name }) => cloud.functionNamed(name).LoggingConfig.LogGroup),
    )
  })

  test('raises one alarm, whichever log counted it', () => {
    const metrics = [...filters, ...workerFilters].map(
      ({ MetricTransformations }) => MetricTransformations[0],
    )
    const raised = alarms.filter(
      ([, { Properties }]) => Properties.MetricName === metrics[0].MetricName,
    )
    expect(raised).toHaveLength(1)
    for (const { MetricName, MetricNamespace } of metrics) {
      expect(raised[0]?.[1].Properties).toMatchObject({
        MetricName,
        Namespace: MetricNamespace,
      })
    }
  })
})

test("the alarms fit into the ten of AWS's free tier", () => {
  expect(idsOf().sort()).toEqual([
    'AgentSilent',
    'FramesLost',
    'FunctionsThrottled',
    'PrintJobsDead',
    'ReadsThrottled',
    'RequestsFail',
    'SocketsFailtunnel',
    'SocketsFailwatchers',
    'WritesThrottled',
  ])
})

test('a missing heartbeat raises an alarm only where the node is reached through the tunnel', () => {
  expect(idsOf(direct)).not.toContain('AgentSilent')
})
