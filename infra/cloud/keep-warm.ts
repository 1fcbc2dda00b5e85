import type { Stack } from 'aws-cdk-lib'
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import type { WarmingRound } from '../../functions/keep-warm/handler.ts'
import { openingMinutes } from '../../shared/platform/time/opening-hours.ts'
import { allow } from './grant.ts'
import type { Options } from './options.ts'

/**
 * Keeps one instance of each function that tills meet ready during opening hours, so that
 * the first sale after a quiet quarter of an hour does not wait for a cold start. Lambda
 * keeps an idle instance for longer than five minutes. `caller` makes the calls of a round.
 */
export function keepWarm(
  stack: Stack,
  caller: IFunction,
  round: WarmingRound,
  { openingHours, timeZone = 'UTC' }: Pick<Options, 'openingHours' | 'timeZone'>,
): void {
  const scope = new Construct(stack, 'KeepWarm')
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: {
      Access: new PolicyDocument({
        statements: [allow(['lambda:InvokeFunction'], caller.functionArn)],
      }),
    },
  })
  new CfnSchedule(scope, 'Schedule', {
    scheduleExpression: `cron(0/5 ${cronHours(openingHours)} * * ? *)`,
    scheduleExpressionTimezone: timeZone,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: caller.functionArn,
      roleArn: role.roleArn,
      input: stack.toJsonString(round),
      // The next round is due in five minutes.
      retryPolicy: { maximumRetryAttempts: 0 },
    },
  })
}

/** The hours of a cron expression in which a shop is open: 07:30-23:00 is 7-22. */
export function cronHours(openingHours?: string): string {
  const { opens, closes } = openingMinutes(openingHours)
  const first = Math.floor(opens / 60)
  const last = Math.ceil((closes || 24 * 60) / 60) - 1
  const isOvernight = closes !== 0 && closes <= opens
  if (!isOvernight) return `${first}-${last}`
  return last < first - 1 ? `${first}-23,0-${last}` : '0-23'
}
