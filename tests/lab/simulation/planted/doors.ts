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
    file: 'shared/events/domain-events/domain-events.ts',
    from: 'const isNewlySold = isSold && before?.sale?.number === undefined',
    to: 'const isNewlySold = isSold',
  },
  {
    name: 'the alert about low stock stays when the stock has come back',
    file: 'shared/events/domain-events/domain-events.ts',
    from: 'return was && !is ?',
    to: 'return was && !after ?',
  },
]
