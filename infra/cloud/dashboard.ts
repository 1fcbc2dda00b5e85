import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { conflictsIn } from './alarms.ts'
import type { LogMetrics } from './log-metrics.ts'
import type { ShopTable } from './table.ts'

const sum = { period: Duration.minutes(5), statistic: 'Sum' }

const graph = (title: string, left: IMetric[]) =>
  new GraphWidget({ title, left, width: 8 })

/** A metric of all functions of the account together. */
const ofAllFunctions = (metricName: string, statistic = 'Sum') =>
  new Metric({ namespace: 'AWS/Lambda', metricName, ...sum, statistic })

/** Dashboards are the account's, in all regions. */
const nameOf = (scope: Construct) =>
  `${Stack.of(scope).stackName}-${Stack.of(scope).region}`

/**
 * The deployment's dashboard. It stays below the 50 metrics up to which AWS gives an account
 * three dashboards for free.
 */
export function dashboard(
  scope: Construct,
  {
    stage,
    counted,
    table,
    deadLetters,
  }: {
    readonly stage: HttpStage
    readonly counted: LogMetrics
    readonly table: ShopTable['table']
    readonly deadLetters: IQueue
  },
): void {
  new Dashboard(scope, 'Dashboard', {
    dashboardName: nameOf(scope),
    widgets: [
      [
        graph('Requests', [stage.metricCount(sum)]),
        graph('Refused requests, and all 5xx', [
          stage.metricClientError(sum),
          stage.metricServerError(sum),
        ]),
        graph('Unexpected failures and lost frames', [
          counted.metric('RequestsFail'),
          counted.metric('FramesLost'),
        ]),
      ],
      [
        graph('Latency, ms', [
          stage.metricLatency({ statistic: 'p50', label: 'p50' }),
          stage.metricLatency({ statistic: 'p99', label: 'p99' }),
        ]),
        graph('Functions: errors and throttles', [
          ofAllFunctions('Errors'),
          ofAllFunctions('Throttles'),
        ]),
        graph('Functions: most at once', [
          ofAllFunctions('ConcurrentExecutions', 'Maximum'),
        ]),
      ],
      [
        graph('Table capacity', [
          table.metricConsumedReadCapacityUnits(sum),
          table.metricConsumedWriteCapacityUnits(sum),
        ]),
        graph('Table throttles and conflicts', [
          conflictsIn(table),
          table.metric('ReadThrottleEvents', sum),
          table.metric('WriteThrottleEvents', sum),
        ]),
        graph('Silent agents, and print jobs that no agent could read', [
          counted.metric('AgentSilent'),
          deadLetters.metricApproximateNumberOfMessagesVisible(),
        ]),
      ],
    ],
  })
}

/** A dashboard of each function and index. It has over 50 metrics, so AWS charges for it. */
export function detailedDashboard(
  scope: Construct,
  table: ShopTable['table'],
  handlers: ReadonlyMap<string, IFunction>,
): void {
  const ofEach = (metricOf: (handler: IFunction, label: string) => IMetric) =>
    [...handlers].map(([label, handler]) => metricOf(handler, label))
  const throttlesOfIndexes = (metricName: string) =>
    tableSchema.indexes.map(({ name }) =>
      table.metric(metricName, {
        ...sum,
        label: name,
        dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: name },
      }),
    )
  new Dashboard(scope, 'DetailedDashboard', {
    dashboardName: `${nameOf(scope)}-details`,
    widgets: [
      [
        graph(
          'Duration by function, ms (p99)',
          ofEach((each, label) => each.metricDuration({ statistic: 'p99', label })),
        ),
        graph(
          'Errors by function',
          ofEach((each, label) => each.metricErrors({ ...sum, label })),
        ),
        graph(
          'Throttles by function',
          ofEach((each, label) => each.metricThrottles({ ...sum, label })),
        ),
      ],
      [
        graph('Throttled reads by index', throttlesOfIndexes('ReadThrottleEvents')),
        graph('Throttled writes by index', throttlesOfIndexes('WriteThrottleEvents')),
      ],
    ],
  })
}
