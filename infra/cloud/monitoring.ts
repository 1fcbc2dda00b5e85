import type { Stack } from 'aws-cdk-lib'
import { socketApis } from '../../functions/all.ts'
import { Alarms } from './alarms.ts'
import type { ApiFunction } from './api-function.ts'
import { budget } from './budget.ts'
import { dashboard, detailedDashboard } from './dashboard.ts'
import type { FunctionDeclaration } from './function-names.ts'
import type { HttpGateway } from './http-api.ts'
import { LogMetrics } from './log-metrics.ts'
import type { SharedResources } from './resources.ts'

/** A function of the stack, with its log. */
export type MonitoredFunction = FunctionDeclaration & { readonly built: ApiFunction }

export type Monitored = {
  readonly functions: readonly MonitoredFunction[]
  readonly http: HttpGateway
  readonly shared: SharedResources
}

/** Adds the metrics, dashboards, alarms and the budget of a stack. */
export function monitor(stack: Stack, { functions, http, shared }: Monitored): void {
  const { accessLog, stage } = http
  const { options, printQueues } = shared
  const { table } = shared.table
  const { deadLetters } = printQueues
  const handlers = new Map(functions.map(({ name, built }) => [name, built.handler]))
  const { alarmEmail: email, monthlyBudgetUsd: limitUsd } = options
  const watchesSales = options.salesStopMinutes > 0
  const counted = new LogMetrics(stack, 'LogMetrics', {
    accessLog,
    functions,
    watchesSales,
  })
  dashboard(stack, { stage, counted, table, deadLetters })
  if (options.detailedDashboard) detailedDashboard(stack, table, handlers)
  new Alarms(stack, 'Alarms', {
    counted,
    table,
    deadLetters,
    socketHandlers: new Map(
      [...handlers].filter(([name]) => socketApis.some((api) => api.name === name)),
    ),
    watchesSales,
    needsAgent: options.nodeUrl === undefined,
    email,
  })
  if (email !== undefined) budget(stack, { limitUsd, email })
}
