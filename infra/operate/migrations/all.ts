import { versionConflict } from '../../../shared/dynamodb/optimistic-lock.ts'
import { update } from '../../../shared/dynamodb/write.ts'
import type { Migration } from './run.ts'

/** Every migration in its order, the first one from layout 1 to 2. */
export const migrations: readonly Migration[] = [
  {
    // Records of the login rate limit from version 0.1.0 count failures, but not by name. An
    // empty count by name says the same: no success removes those failures.
    version: 2,
    title: 'login rate limits count failures by name',
    partitions: 'LOGIN-LIMIT#',
    change: (record) => {
      if (record.failures === undefined || record.failuresOf !== undefined) return []
      const when = 'attribute_not_exists(#failuresOf)'
      return [update(record, { set: { failuresOf: {} }, when }, versionConflict)]
    },
  },
  {
    // Version 0.2 kept the notification of a payment for 30 days. Whose payment it is, and
    // that it was paid, must be known for as long as it can be sold or paid out.
    version: 3,
    title: 'notifications of payments never expire',
    partitions: 'PAYMENT-HASH#',
    change: (record) => {
      if (record.sk !== 'NOTIFICATION' || record.expiresAt === undefined) return []
      const when = 'attribute_exists(#expiresAt)'
      return [update(record, { remove: ['expiresAt'], when }, versionConflict)]
    },
  },
]
