import { versionConflict } from '../../../shared/dynamodb/optimistic-lock.ts'
import { update } from '../../../shared/dynamodb/write.ts'
import type { Migration } from './run.ts'

/**
 * Records of the login rate limit from version 0.1.0 count failures, but not by name. An
 * empty count by name says the same: no success removes those failures.
 */
export const loginFailuresByName: Migration = {
  version: 2,
  title: 'login rate limits count failures by name',
  partitions: 'LOGIN-LIMIT#',
  change: (record) =>
    record.failures === undefined || record.failuresOf !== undefined
      ? []
      : [
          update(
            record,
            { set: { failuresOf: {} }, when: 'attribute_not_exists(#failuresOf)' },
            versionConflict,
          ),
        ],
}
