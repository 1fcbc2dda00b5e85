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
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { ShopTable } from './table.ts'

export type AlarmsProps = {
  readonly stage: HttpStage
  readonly accessLog: ILogGroup
  readonly table: ShopTable['table']
  readonly deadLetters: IQueue
  /** Functions of WebSocket APIs, whose failures show in no HTTP status, by name. */
  readonly socketHandlers: ReadonlyMap<string, IFunction>
  /** Logs of the functions that post frames to watchers, by name. */
  readonly fanOutLogs: ReadonlyMap<string, ILogGroup>
  /** Logs of the workers, by name: a worker that fails also loses frames. */
  readonly workerLogs: ReadonlyMap<string, ILogGroup>
  /** Whether the node is reached through the agent's tunnel, so that the agent must run. */
  readonly needsAgent: boolean
  readonly email?: string | undefined
}

const period = Duration.minutes(5)
const sum = { period, statistic: 'Sum' } as const

/** The alarms, at most the ten of AWS's free tier. They notify one SNS topic. */
export class Alarms extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true })
    this.#allowAlarmsToPublish()
    if (props.email) this.#topic.addSubscription(new EmailSubscription(props.email))

    this.#alarm('RequestsFail', props.stage.metricServerError(sum), 5)
    // All functions share the account's concurrency limit; this metric counts them all.
    const throttles = { namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }
    this.#alarm('FunctionsThrottled', new Metric(throttles), 1)
    // One alarm each: the metrics exist only after an event, so a sum could lack one.
    this.#alarm('ReadsThrottled', props.table.metric('ReadThrottleEvents', sum), 1)
    this.#alarm('WritesThrottled', props.table.metric('WriteThrottleEvents', sum), 1)
    const dead = props.deadLetters.metricApproximateNumberOfMessagesVisible({ period })
    this.#alarm('PrintJobsDead', dead, 1)
    for (const [name, handler] of props.socketHandlers) {
      this.#alarm(`SocketsFail-${name}`, handler.metricErrors(sum), 1)
    }
    this.#alarm('FramesLost', this.#framesLost(props), 1)
    if (props.needsAgent) this.#alarmOnMissingHeartbeat(props.accessLog)
  }

  /** `enforceSSL` gives the topic a policy, which replaces SNS's default: allow alarms again. */
  #allowAlarmsToPublish(): void {
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

  /** Counts frames that did not reach an open socket: a till would miss a payment. */
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
    // The messages of Lambda's runtime and of the Lambda service
    for (const [name, log] of workerLogs) {
      count(`WorkFails-${name}`, log, '?"Invoke Error" ?"Task timed out"')
    }
    return new Metric({
      namespace: this.node.path,
      metricName: metric.metricName,
      ...sum,
    })
  }

  /** The agent sends a heartbeat every minute; ten minutes without one raise the alarm. */
  #alarmOnMissingHeartbeat(accessLog: ILogGroup): void {
    const heartbeats = new MetricFilter(this, 'AgentReports', {
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
        metric: heartbeats.metric(sum),
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 2,
        treatMissingData: TreatMissingData.BREACHING,
      }),
    )
  }

  #alarm(id: string, metric: IMetric, threshold: number): void {
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
