import { versionConflict } from '../../../shared/dynamodb/optimistic-lock.ts'
import { update } from '../../../shared/dynamodb/write.ts'
import type { Migration } from './run.ts'

/**
 * Version 0.2 kept the notification of a payment for 30 days. Whose payment it is, and that it
 * was paid, must be known for as long as it can be sold or paid out.
 */
export const lastingNotifications: Migration = {
  version: 3,
  title: 'notifications of payments never expire',
  partitions: 'PAYMENT-HASH#',
  change: (record) =>
    record.sk !== 'NOTIFICATION' || record.expiresAt === undefined
      ? []
      : [
          update(
            record,
            { remove: ['expiresAt'], when: 'attribute_exists(#expiresAt)' },
            versionConflict,
          ),
        ],
}
