import type { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import { worker as stream } from '../../functions/stream/worker.ts'
import { Alarms } from './alarms.ts'
import type { ApiFunction } from './api-function.ts'
import { dashboard, detailedDashboard } from './dashboard.ts'
import type { FunctionDeclaration } from './function-names.ts'
import type { HttpGateway } from './http-api.ts'
import { LogMetrics } from './log-metrics.ts'
import type { SharedResources } from './resources.ts'

/** A function of the stack, with its log. */
export type MonitoredFunction = FunctionDeclaration & { readonly built: ApiFunction }

/** Adds the metrics, dashboards, alarms and the budget of a stack. */
export function monitor(
  stack: Stack,
  functions: readonly MonitoredFunction[],
  { accessLog, stage }: HttpGateway,
  { options, table: { table }, printQueues: { deadLetters } }: SharedResources,
): void {
  const handlers = new Map(functions.map(({ name, built }) => [name, built.handler]))
  const { alarmEmail: email, salesStopMinutes, nodeUrl, shopDomain } = options
  // Further shops may watch their sales though the deployment does not, and have agents
  const watchesSales = salesStopMinutes > 0 || shopDomain !== undefined
  const needsAgent = nodeUrl === undefined || shopDomain !== undefined
  const counted = new LogMetrics(stack, 'LogMetrics', accessLog, functions, {
    watchesSales,
    asksNode: nodeUrl !== undefined,
  })
  dashboard(stack, { stage, counted, table, deadLetters })
  if (options.detailedDashboard) detailedDashboard(stack, table, handlers)
  const streamHandler = handlers.get(stream.name)
  if (!streamHandler) throw new Error(`there is no function ${stream.name}`)
  const watched = { counted, table, deadLetters, streamHandler }
  new Alarms(stack, 'Alarms', { ...watched, watchesSales, needsAgent, email })
  if (email !== undefined) budget(stack, options.monthlyBudgetUsd, email)
}

/**
 * Mails when the account has spent the monthly limit, or when AWS forecasts that it will.
 * A budget that only notifies is free. It counts the whole account: to count one stack, AWS
 * needs a tag that is activated by hand. Without a name of ours, as a budget's name
 * is the account's in all regions.
 */
function budget(scope: Construct, limitUsd: number, email: string): void {
  const notify = (notificationType: 'ACTUAL' | 'FORECASTED') => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold: 100,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  })
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: limitUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL'), notify('FORECASTED')],
  })
}
