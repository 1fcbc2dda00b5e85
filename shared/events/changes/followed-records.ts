import type { Key } from '../../platform/dynamodb/keys.ts'

/**
 * Records whose changes are followed, in every shop: whole partitions, and sort keys in
 * any partition, such as `ORDER` of all orders. Few, because each change of such a record
 * costs a part of an invocation.
 */
export type FollowedRecords = {
  readonly partitions: readonly string[]
  readonly sortKeys: readonly string[]
}

/** True if a record is followed; its key is without the shop's prefix. */
export const isFollowed = (
  { partitions, sortKeys }: FollowedRecords,
  { pk, sk }: Key,
): boolean => partitions.includes(pk) || sortKeys.includes(sk)

/**
 * The patterns of an event-source mapping that let these records pass, and hardly any other:
 * the keys of further shops begin with their prefix, and `RETIRED#…` passes with its
 * collection.
 */
export const filterPatterns = ({ partitions, sortKeys }: FollowedRecords) =>
  Object.entries({
    pk: partitions.flatMap((pk) => [pk, { suffix: `#${pk}` }]),
    sk: sortKeys,
  })
    .filter(([, matches]) => matches.length > 0)
    .map(([name, S]) => ({ dynamodb: { Keys: { [name]: { S } } } }))
