import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'

/**
 * Mails when the account has spent the monthly limit, or when AWS forecasts that it will.
 * A budget that only notifies is free. It counts the whole account: to count one stack, AWS
 * needs a tag that is activated by hand. Without a name of ours, as a budget's name
 * is the account's in all regions.
 */
export function budget(
  scope: Construct,
  { limitUsd, email }: { readonly limitUsd: number; readonly email: string },
): void {
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
