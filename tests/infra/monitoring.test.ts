import { describe, expect, test } from 'vitest'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { synthesized } from './synthesized.ts'

const plain = synthesized()
const full = synthesized({ alarmEmail: 'owner@shop.example', detailedDashboard: true })

/** Names that are an account's in all regions, where a template gives one. */
const accountGlobal: readonly [type: string, nameIn: (properties: never) => unknown][] = [
  ['AWS::CloudWatch::Dashboard', ({ DashboardName }) => DashboardName],
  ['AWS::CloudFront::Function', ({ Name }) => Name],
  [
    'AWS::CloudFront::CachePolicy',
    ({ CachePolicyConfig }: { CachePolicyConfig: { Name: unknown } }) =>
      CachePolicyConfig.Name,
  ],
  [
    'AWS::CloudFront::ResponseHeadersPolicy',
    ({
      ResponseHeadersPolicyConfig,
    }: {
      ResponseHeadersPolicyConfig: { Name: unknown }
    }) => ResponseHeadersPolicyConfig.Name,
  ],
  ['AWS::IAM::Role', ({ RoleName }) => RoleName],
  ['AWS::S3::Bucket', ({ BucketName }) => BucketName],
  [
    'AWS::Budgets::Budget',
    ({ Budget }: { Budget: { BudgetName?: string } }) => Budget.BudgetName,
  ],
]

test.each(accountGlobal)(
  "the name of %s, which is the account's in all regions, is AWS's or has the region",
  (type, nameIn) => {
    const names = full
      .ofType(type)
      .map(([, { Properties }]) => nameIn(Properties as never))
      .filter((name) => name !== undefined)
    const without = names.filter((name) => !JSON.stringify(name).includes('AWS::Region'))
    expect(without).toEqual([])
  },
)

/** The metrics of each dashboard, as its body lists them. */
const dashboardsOf = ({ ofType }: typeof plain): unknown[][] =>
  ofType('AWS::CloudWatch::Dashboard').map(([, { Properties }]) => {
    const [, parts] = Properties.DashboardBody['Fn::Join'] as [string, unknown[]]
    const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('')
    const { widgets } = JSON.parse(text) as {
      widgets: { properties: { metrics: unknown[] } }[]
    }
    return widgets.flatMap(({ properties }) => properties.metrics)
  })

describe('the dashboard', () => {
  test('is one, and has at most the 50 metrics of a free one', () => {
    const [metrics = [], ...others] = dashboardsOf(plain)
    expect(others).toEqual([])
    expect(metrics.length).toBeGreaterThan(10)
    expect(metrics.length).toBeLessThanOrEqual(50)
  })

  test('has a second one by option, with the throttles of each function and index', () => {
    const [, details = []] = dashboardsOf(full)
    const throttled = (name: string) =>
      details.filter((metric) => JSON.stringify(metric).includes(`"${name}"`))
    expect(throttled('Throttles')).toHaveLength(
      full.ofType('AWS::Lambda::Function').length,
    )
    for (const each of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      expect(throttled(each)).toHaveLength(tableSchema.indexes.length)
    }
  })
})

describe('the budget', () => {
  test('mails the address of the alarms when the limit is spent, or will be', () => {
    const [budget, ...others] = full.ofType('AWS::Budgets::Budget')
    const Properties = budget?.[1].Properties ?? {}
    expect(others).toEqual([])
    expect(Properties.Budget.BudgetLimit).toEqual({ Amount: 5, Unit: 'USD' })
    expect(Properties.NotificationsWithSubscribers).toEqual(
      ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: expect.objectContaining({ NotificationType, Threshold: 100 }),
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'owner@shop.example' }],
      })),
    )
  })

  test('is not made without an address to mail to', () => {
    expect(plain.ofType('AWS::Budgets::Budget')).toEqual([])
  })
})

test("the access log's name is under /aws/vendedlogs/ and another for each stack made", () => {
  const names = plain
    .ofType('AWS::Logs::LogGroup')
    .flatMap(([, { Properties }]) => Properties.LogGroupName ?? [])
  expect(names).toHaveLength(1)
  expect(JSON.stringify(names[0])).toContain('"/aws/vendedlogs/test-shop-access-')
  expect(JSON.stringify(names[0])).toContain('"AWS::StackId"')
})
