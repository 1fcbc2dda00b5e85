import { Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { lostFrameEvents } from '../../shared/payments-feed/lost-frames.ts'

export type LogMetricsProps = {
  readonly accessLog: ILogGroup
  /** Logs of the functions that post frames to watchers, by name. */
  readonly fanOutLogs: ReadonlyMap<string, ILogGroup>
  /** Logs of the workers, by name: a worker that fails also loses frames. */
  readonly workerLogs: ReadonlyMap<string, ILogGroup>
}

/**
 * A 500 is never documented. A 502 or 503 is, when a function answers it (the node is
 * offline, a printer is away). API Gateway's own, of a function that timed out or was
 * throttled, comes with an error.
 */
const unexpectedFailure = FilterPattern.any(
  FilterPattern.stringValue('$.status', '=', '500'),
  FilterPattern.all(
    FilterPattern.stringValue('$.status', '=', '5*'),
    FilterPattern.stringValue('$.error', '!=', '-'),
  ),
)

const acceptedReport = FilterPattern.all(
  FilterPattern.stringValue('$.route', '=', 'POST /agents/report'),
  FilterPattern.stringValue('$.status', '=', '200'),
)

/** The messages of Lambda's runtime and of the Lambda service. */
const workerFailure = FilterPattern.anyTerm('Invoke Error', 'Task timed out')

/** Metrics counted in logs. They are custom ones; AWS's free tier has ten of these. */
export class LogMetrics extends Construct {
  /** Requests that failed in a way that the contract does not foresee. */
  readonly failures: Metric
  /** Frames that did not reach an open socket: a till would miss a payment. */
  readonly framesLost: Metric
  /** Heartbeats of agents. */
  readonly heartbeats: Metric

  constructor(scope: Construct, id: string, props: LogMetricsProps) {
    super(scope, id)
    const { accessLog, fanOutLogs, workerLogs } = props
    this.failures = this.#count('RequestsFail', '', accessLog, unexpectedFailure)
    this.heartbeats = this.#count('AgentReports', '', accessLog, acceptedReport)
    const lost = FilterPattern.anyTerm(...lostFrameEvents)
    for (const [name, log] of fanOutLogs) this.#count('FramesLost', name, log, lost)
    for (const [name, log] of workerLogs) {
      this.#count('FramesLost', `work-${name}`, log, workerFailure)
    }
    this.framesLost = this.#metric('FramesLost')
  }

  #count(
    metricName: string,
    source: string,
    logGroup: ILogGroup,
    filterPattern: IFilterPattern,
  ): Metric {
    new MetricFilter(this, `${metricName}${source}`, {
      logGroup,
      filterPattern,
      metricNamespace: this.#namespace,
      metricName,
    })
    return this.#metric(metricName)
  }

  #metric(metricName: string): Metric {
    return new Metric({
      namespace: this.#namespace,
      metricName,
      period: Duration.minutes(5),
      statistic: 'Sum',
    })
  }

  get #namespace(): string {
    return Stack.of(this).stackName
  }
}
