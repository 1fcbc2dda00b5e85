import type { Key } from '../dynamodb/keys.ts'

/**
 * Records whose changes are of interest, in every shop: those of whole partitions, and those
 * with a sort key whatever their partition, such as `ORDER` of all orders. Few, because each
 * change of such a record costs a part of an invocation.
 */
export type FollowedRecords = {
  readonly partitions: readonly string[]
  readonly sortKeys: readonly string[]
}

/** Whether a record is one of those; its key is without the shop's prefix. */
export const isFollowed = (
  { partitions, sortKeys }: FollowedRecords,
  { pk, sk }: Key,
): boolean => partitions.includes(pk) || sortKeys.includes(sk)

/**
 * The patterns of an event-source mapping that let these records pass, and hardly any other:
 * the keys of further shops begin with their prefix, and `RETIRED#…` passes with its
 * collection.
 */
export const filterPatterns = ({ partitions, sortKeys }: FollowedRecords) => [
  ...(partitions.length === 0
    ? []
    : [
        keyPattern(
          'pk',
          partitions.flatMap((pk) => [pk, { suffix: `#${pk}` }]),
        ),
      ]),
  ...(sortKeys.length === 0 ? [] : [keyPattern('sk', sortKeys)]),
]

/** A text that a key must be equal to, or end with. */
type Match = string | { readonly suffix: string }

export type KeyPattern = ReturnType<typeof keyPattern>

const keyPattern = (name: 'pk' | 'sk', matches: readonly Match[]) => ({
  dynamodb: { Keys: { [name]: { S: matches } } },
})
