import { Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { socketApis, workers } from '../../functions/all.ts'
import { worker as refunds } from '../../functions/refunds/worker.ts'
import { agentSilentEvent } from '../../shared/agents/agent-silence.ts'
import { lostFrameEvents } from '../../shared/lightning/payments-feed/lost-frames.ts'
import { unprintedJobEvents } from '../../shared/paper/jobs/unprinted-jobs.ts'
import type { Resource } from '../../shared/platform/http/endpoint.ts'
import { salesStoppedEvent } from '../../shared/selling/shifts/sales-stopped.ts'
import type { FunctionDeclaration } from './function-names.ts'

/** Patterns in the access log of the HTTP API. */
const requestPatterns = {
  /**
   * A 500 is never documented. A 502 or 503 is, when a function answers it (the node is
   * offline, a printer is away). API Gateway's own, of a function that timed out or was
   * throttled, comes with an error.
   */
  RequestsFail: '{ ($.status = "500") || (($.status = "5*") && ($.error != "-")) }',
  /** A function's own 503: the node did not answer. Printers have theirs by the agents' reports. */
  NodeFails:
    '{ ($.status = "503") && ($.error = "-") && ($.route != "*printers*") && ($.route != "*agents*") }',
}

/** Events that are counted in the logs of the functions with a resource. */
const functionEvents = {
  FramesLost: ['watchers:post', lostFrameEvents],
  PayoutsUnsettled: ['node', ['payout-not-settled']],
  PrintersFail: ['agent-queues', unprintedJobEvents],
  ManyWrongPins: ['pin-key', ['many-wrong-pins']],
  SalesStopped: ['sales-watch', [salesStoppedEvent]],
  // By the same schedule
  AgentSilent: ['sales-watch', [agentSilentEvent]],
} as const satisfies Readonly<Record<string, readonly [Resource, readonly string[]]>>

type FunctionMetric = keyof typeof functionEvents
export type LogMetric = keyof typeof requestPatterns | FunctionMetric | 'SocketsFail'

/** A worker that fails has lost frames, or has looked up no payout. */
const countsFailedWorkers: readonly FunctionMetric[] = ['FramesLost', 'PayoutsUnsettled']

/** The messages of Lambda's runtime and of the Lambda service. */
const workerFailure = FilterPattern.anyTerm('Invoke Error', 'Task timed out')

/**
 * Failures of a socket's function, including a process that ended or did not start: no
 * status shows them.
 */
const socketFailure = FilterPattern.anyTerm(
  'Invoke Error',
  'Task timed out',
  'Runtime exited',
  'Uncaught Exception',
)

/** Metrics counted in logs. They are custom ones; AWS's free tier has ten of these. */
export class LogMetrics extends Construct {
  constructor(
    scope: Construct,
    id: string,
    accessLog: ILogGroup,
    functions: readonly (FunctionDeclaration & { readonly built: { log: ILogGroup } })[],
    { watchesSales, asksNode }: { watchesSales: boolean; asksNode: boolean },
  ) {
    super(scope, id)
    for (const [name, pattern] of Object.entries(requestPatterns)) {
      this.#count(name, '', accessLog, FilterPattern.literal(pattern))
    }
    for (const { name, built } of functions) {
      if (!socketApis.some((api) => api.name === name)) continue
      this.#count('SocketsFail', name, built.log, socketFailure)
    }
    const names = Object.keys(functionEvents) as FunctionMetric[]
    for (const metric of names) {
      if (metric === 'SalesStopped' && !watchesSales) continue
      const [resource, events] = functionEvents[metric]
      for (const { name, uses, built } of functions) {
        if (!uses.includes(resource)) continue
        // If an agent reports payments, the schedule has none to publish
        if (metric === 'FramesLost' && name === refunds.name && !asksNode) continue
        this.#count(metric, name, built.log, FilterPattern.anyTerm(...events))
        const isWorker = workers.some((worker) => worker.name === name)
        if (isWorker && countsFailedWorkers.includes(metric)) {
          this.#count(metric, `work-${name}`, built.log, workerFailure)
        }
      }
    }
  }

  /** The sum of five minutes. */
  metric(metricName: LogMetric): Metric {
    return new Metric({
      namespace: Stack.of(this).stackName,
      metricName,
      period: Duration.minutes(5),
      statistic: 'Sum',
    })
  }

  #count(
    metricName: string,
    source: string,
    logGroup: ILogGroup,
    filterPattern: IFilterPattern,
  ): void {
    new MetricFilter(this, `${metricName}${source}`, {
      logGroup,
      filterPattern,
      metricNamespace: Stack.of(this).stackName,
      metricName,
    })
  }
}
