import { Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { unprintedJobEvents } from '../../shared/paper/jobs/unprinted-jobs.ts'
import { lostFrameEvents } from '../../shared/payments-feed/lost-frames.ts'

export type LogMetricsProps = {
  readonly accessLog: ILogGroup
  /** Logs of the functions that post frames to watchers, by name. */
  readonly fanOutLogs: ReadonlyMap<string, ILogGroup>
  /** Those of workers, by name: a worker that fails also loses frames. */
  readonly fanOutWorkerLogs: ReadonlyMap<string, ILogGroup>
  /** Logs of the functions that look up payouts of refunds, by name. */
  readonly payoutLogs: ReadonlyMap<string, ILogGroup>
  /** Those of workers, by name: a worker that fails looks none up. */
  readonly payoutWorkerLogs: ReadonlyMap<string, ILogGroup>
  /** Logs of the functions that agents report to, by name. */
  readonly agentLogs: ReadonlyMap<string, ILogGroup>
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

/** A function's own 503: the node did not answer. Printers have theirs by the agents' reports. */
const nodeFailure = FilterPattern.all(
  FilterPattern.stringValue('$.status', '=', '503'),
  FilterPattern.stringValue('$.error', '=', '-'),
  FilterPattern.stringValue('$.route', '!=', '*printers*'),
  FilterPattern.stringValue('$.route', '!=', '*agents*'),
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
  /** Requests that failed because the node did not answer. */
  readonly nodeFailures: Metric
  /** Payouts of refunds whose end could not be recorded. */
  readonly payoutsUnsettled: Metric
  /** Print jobs that failed at the printer, or wait for it after several attempts. */
  readonly printersFail: Metric

  constructor(scope: Construct, id: string, props: LogMetricsProps) {
    super(scope, id)
    const { accessLog, fanOutLogs, fanOutWorkerLogs } = props
    this.failures = this.#count('RequestsFail', '', accessLog, unexpectedFailure)
    this.heartbeats = this.#count('AgentReports', '', accessLog, acceptedReport)
    const lost = FilterPattern.anyTerm(...lostFrameEvents)
    for (const [name, log] of fanOutLogs) this.#count('FramesLost', name, log, lost)
    for (const [name, log] of fanOutWorkerLogs) {
      this.#count('FramesLost', `work-${name}`, log, workerFailure)
    }
    this.framesLost = this.#metric('FramesLost')
    this.nodeFailures = this.#count('NodeFails', '', accessLog, nodeFailure)
    const unsettled = FilterPattern.anyTerm('payout-not-settled')
    for (const [name, log] of props.payoutLogs) {
      this.#count('PayoutsUnsettled', name, log, unsettled)
    }
    for (const [name, log] of props.payoutWorkerLogs) {
      this.#count('PayoutsUnsettled', `work-${name}`, log, workerFailure)
    }
    this.payoutsUnsettled = this.#metric('PayoutsUnsettled')
    const unprinted = FilterPattern.anyTerm(...unprintedJobEvents)
    for (const [name, log] of props.agentLogs) {
      this.#count('PrintersFail', name, log, unprinted)
    }
    this.printersFail = this.#metric('PrintersFail')
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
