import { Duration, Stack } from 'aws-cdk-lib'
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { alarmTexts } from './alarm-texts.ts'
import type { LogMetrics } from './log-metrics.ts'
import type { ShopTable } from './table.ts'

type AlarmsProps = {
  readonly counted: LogMetrics
  readonly table: ShopTable['table']
  readonly deadLetters: IQueue
  /** The function that the table's stream invokes. */
  readonly streamHandler: IFunction
  readonly watchesSales: boolean
  /** True if the node is reached through the agent's tunnel, so that the agent must run. */
  readonly needsAgent: boolean
  readonly email?: string | undefined
}

const period = Duration.minutes(5)

/** Long before the 24 hours after which the stream forgets a change. */
const lateChange = Duration.minutes(15)
const sum = { period, statistic: 'Sum' } as const

/**
 * Conflicts in five minutes: each costs a till some tens of ms, but with so many some
 * tills wait for seconds.
 */
const manyConflicts = 500

/** Records that transactions were refused for, because another one was busy with them. */
export const conflictsIn = (table: ShopTable['table']) =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'TransactionConflict',
    dimensionsMap: { TableName: table.tableName },
    ...sum,
  })

/**
 * The alarms. Each watches one metric. AWS's free tier has ten of these; each further one
 * is 0.10 USD a month. They notify one SNS topic.
 */
export class Alarms extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true })
    // `enforceSSL` gives it a policy, which replaces SNS's default: allow alarms again.
    const { partition, region, account } = Stack.of(this)
    const conditions = {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: {
        'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*`,
      },
    }
    this.#topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }),
    )
    if (props.email) this.#topic.addSubscription(new EmailSubscription(props.email))

    const { counted, table, deadLetters } = props
    this.#alarm('RequestsFail', counted.metric('RequestsFail'), { threshold: 3 })
    this.#alarmOnThrottledFunctions()
    // One alarm each: the metrics exist only after an event, so a sum could lack one.
    this.#alarm('ReadsThrottled', table.metric('ReadThrottleEvents', sum))
    this.#alarm('WritesThrottled', table.metric('WriteThrottleEvents', sum))
    this.#alarm('TransactionsConflict', conflictsIn(table), { threshold: manyConflicts })
    const dead = deadLetters.metricApproximateNumberOfMessagesVisible({ period })
    this.#alarm('PrintJobsDead', dead)
    const age = { period, statistic: 'Maximum' }
    this.#alarm('ChangesLate', props.streamHandler.metric('IteratorAge', age), {
      threshold: lateChange.toMilliseconds(),
    })
    this.#alarm('NodeFails', counted.metric('NodeFails'), { threshold: 3 })
    for (const name of [
      'SocketsFail',
      'FramesLost',
      'PayoutsUnsettled',
      'PrintersFail',
      'ManyWrongPins',
      ...(props.watchesSales ? ['SalesStopped' as const] : []),
    ] as const) {
      this.#alarm(name, counted.metric(name))
    }
    if (props.needsAgent) {
      // Counted every five minutes: not each of CloudWatch's periods has a value.
      this.#alarm('AgentSilent', counted.metric('AgentSilent'), {
        evaluationPeriods: 2,
        datapointsToAlarm: 1,
      })
    }
  }

  /**
   * All functions share the account's concurrency, so this metric counts them all, and with
   * them the keep-warm calls. Lambda repeats a throttled one of these after one second, two
   * seconds, four seconds: a burst of them is over within two minutes of five, also when it
   * comes every five minutes. Tills that are throttled once or twice raise RequestsFail.
   */
  #alarmOnThrottledFunctions(): void {
    const throttles = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      period: Duration.minutes(1),
      statistic: 'Sum',
    })
    this.#alarm('FunctionsThrottled', throttles, {
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
    })
  }

  /** By default an alarm rings at the first event. */
  #alarm(name: string, metric: IMetric, changes: Partial<AlarmProps> = {}): void {
    const alarmDescription = alarmTexts.get(name)
    if (!alarmDescription) throw new Error(`docs/operate.md has no text of ${name}`)
    const alarm = new Alarm(this, name, {
      alarmDescription,
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...changes,
    })
    alarm.addAlarmAction(new SnsAction(this.#topic))
    alarm.addOkAction(new SnsAction(this.#topic))
  }
}
