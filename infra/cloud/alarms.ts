import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
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
  /** Logs of the functions that post to watchers, by name. */
  readonly fanOutLogs: ReadonlyMap<string, ILogGroup>
  /** Logs of the workers, by name: one that fails loses frames, too. */
  readonly workerLogs: ReadonlyMap<string, ILogGroup>
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
    this.#letAlarmsIn()
    if (props.email) this.#topic.addSubscription(new EmailSubscription(props.email))

    this.#raise('RequestsFail', props.stage.metricServerError(sum), 5)
    // Functions of all groups share the account's concurrency, and this metric counts it.
    const throttles = { namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }
    this.#raise('FunctionsThrottled', new Metric(throttles), 1)
    // Each alone: they appear only when something happens, so a sum would lack one.
    this.#raise('ReadsThrottled', props.table.metric('ReadThrottleEvents', sum), 1)
    this.#raise('WritesThrottled', props.table.metric('WriteThrottleEvents', sum), 1)
    const dead = props.deadLetters.metricApproximateNumberOfMessagesVisible({ period })
    this.#raise('PrintJobsDead', dead, 1)
    for (const [name, handler] of props.socketHandlers) {
      this.#raise(`SocketsFail-${name}`, handler.metricErrors(sum), 1)
    }
    this.#raise('FramesLost', this.#framesLost(props), 1)
    if (props.needsAgent) this.#raiseWhenAgentIsSilent(props.accessLog)
  }

  /** The rule for TLS is a policy of the topic's own, and with one the usual one is gone. */
  #letAlarmsIn(): void {
    const { account } = Stack.of(this)
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': alarms },
        },
      }),
    )
  }

  /** Frames that a watcher did not get though its socket is open: a payment goes unseen. */
  #framesLost({ fanOutLogs, workerLogs }: AlarmsProps): Metric {
    const metric = { metricNamespace: this.node.path, metricName: 'FramesLost' }
    const count = (id: string, logGroup: ILogGroup, pattern: string) =>
      new MetricFilter(this, id, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        ...metric,
      })
    for (const [name, log] of fanOutLogs) {
      count(`FramesLost-${name}`, log, '"watcher-not-reached"')
    }
    // The words of Lambda's runtime and of Lambda itself
    for (const [name, log] of workerLogs) {
      count(`WorkFails-${name}`, log, '?"Invoke Error" ?"Task timed out"')
    }
    return new Metric({
      namespace: this.node.path,
      metricName: metric.metricName,
      ...sum,
    })
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
