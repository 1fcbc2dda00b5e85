import type { Mutation } from './mutation.ts'

/** Bugs in webhooks and alerts. */
export const doorBugs: readonly Mutation[] = [
  {
    name: 'a delivery that failed is not sent again after minutes',
    file: 'shared/events/webhooks/attempt.ts',
    from: '  await storeDue(waiting)\n',
    to: '',
  },
  {
    name: 'a webhook is sent a sale again when it is refunded',
    file: 'shared/events/webhooks/webhook-events.ts',
    from: 'const isNewlySold = isSold && before?.sale?.number === undefined',
    to: 'const isNewlySold = isSold',
  },
  {
    name: 'the alert about low stock stays when the stock has come back',
    file: 'shared/events/monitoring/alerts-of-changes.ts',
    from: 'else if (isLow(had) && !isLow(has)) await clearAlertOf',
    to: 'else if (isLow(had) && !has) await clearAlertOf',
  },
]
