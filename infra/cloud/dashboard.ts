import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ShopTable } from './table.ts'

export type DashboardProps = {
  readonly stage: HttpStage
  readonly table: ShopTable['table']
  readonly deadLetters: IQueue
  readonly handlers: ReadonlyMap<string, IFunction>
}

/** The deployment's dashboard: traffic, latency, errors and table capacity. */
export function dashboard(scope: Construct, props: DashboardProps): void {
  const { stage, table, deadLetters } = props
  const handlers = [...props.handlers]
  const sum = { period: Duration.minutes(5), statistic: 'Sum' }
  new Dashboard(scope, 'Dashboard', {
    dashboardName: Stack.of(scope).stackName,
    widgets: [
      [
        graph('Requests', [stage.metricCount(sum)]),
        graph('Refused and failed requests', [
          stage.metricClientError(sum),
          stage.metricServerError(sum),
        ]),
        graph('Latency, ms', [
          stage.metricLatency({ statistic: 'p50', label: 'p50' }),
          stage.metricLatency({ statistic: 'p99', label: 'p99' }),
        ]),
      ],
      [
        graph(
          'Slowest functions, ms (p99)',
          handlers.map(([label, each]) =>
            each.metricDuration({ statistic: 'p99', label }),
          ),
        ),
        graph(
          'Functions that fail',
          handlers.map(([label, each]) => each.metricErrors({ ...sum, label })),
        ),
        graph('Print jobs that no agent could read', [
          deadLetters.metricApproximateNumberOfMessagesVisible(),
        ]),
      ],
      [
        graph('Table capacity', [
          table.metricConsumedReadCapacityUnits(sum),
          table.metricConsumedWriteCapacityUnits(sum),
        ]),
        graph('Table throttles', [
          table.metric('ReadThrottleEvents', sum),
          table.metric('WriteThrottleEvents', sum),
        ]),
      ],
    ],
  })
}

const graph = (title: string, left: IMetric[]) =>
  new GraphWidget({ title, left, width: 8 })
