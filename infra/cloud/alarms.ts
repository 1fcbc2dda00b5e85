import { Duration } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'

export type AlarmsProps = {
  readonly stage: HttpStage
  readonly accessLog: ILogGroup
  readonly table: TableV2
  readonly deadLetters: IQueue
  /** Functions whose failures no HTTP status shows, by name. */
  readonly socketHandlers: ReadonlyMap<string, IFunction>
  /** Whether the shop's agent must be there always: it is the way to the node. */
  readonly needsAgent: boolean
  readonly email?: string | undefined
}

const period = Duration.minutes(5)
const sum = { period, statistic: 'Sum' } as const

/** What somebody should hear of, few enough to stay within the alarms that AWS gives free. */
export class Alarms extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true })
    if (props.email) this.#topic.addSubscription(new EmailSubscription(props.email))

    this.#raise('RequestsFail', props.stage.metricServerError(sum), 5)
    // Functions of all groups share the account's concurrency, and this metric counts it.
    const throttles = { namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }
    this.#raise('FunctionsThrottled', new Metric(throttles), 1)
    this.#raise('TableThrottled', tableThrottles(props.table), 1)
    const dead = props.deadLetters.metricApproximateNumberOfMessagesVisible({ period })
    this.#raise('PrintJobsDead', dead, 1)
    for (const [name, handler] of props.socketHandlers) {
      this.#raise(`SocketsFail-${name}`, handler.metricErrors(sum), 1)
    }
    if (props.needsAgent) this.#raiseWhenAgentIsSilent(props.accessLog)
  }

  /** The agent reports at least once a minute; ten minutes without a report is too long. */
  #raiseWhenAgentIsSilent(accessLog: ILogGroup): void {
    const reports = new MetricFilter(this, 'AgentReports', {
      logGroup: accessLog,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.route', '=', 'POST /agents/report'),
        FilterPattern.stringValue('$.status', '=', '200'),
      ),
      metricNamespace: this.node.path,
      metricName: 'AgentReports',
    })
    this.#notify(
      new Alarm(this, 'AgentSilent', {
        metric: reports.metric(sum),
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 2,
        treatMissingData: TreatMissingData.BREACHING,
      }),
    )
  }

  #raise(id: string, metric: IMetric, threshold: number): void {
    this.#notify(
      new Alarm(this, id, {
        metric,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }),
    )
  }

  #notify(alarm: Alarm): void {
    alarm.addAlarmAction(new SnsAction(this.#topic))
    alarm.addOkAction(new SnsAction(this.#topic))
  }
}

const tableThrottles = (table: TableV2) =>
  new MathExpression({
    expression: 'reads + writes',
    usingMetrics: {
      reads: table.metric('ReadThrottleEvents', sum),
      writes: table.metric('WriteThrottleEvents', sum),
    },
    period,
  })
