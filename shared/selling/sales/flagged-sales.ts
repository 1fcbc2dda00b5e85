import { type Item, idInKey, type Key } from '../../platform/dynamodb/keys.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import type { SaleFlag } from './sale-flags.ts'

/** A flagged sale that nobody has reviewed. */
export type FlaggedSale = Item & {
  readonly orderId: string
  readonly userId: string
  readonly flags: readonly SaleFlag[]
}

const partition = 'FLAGGED'

export const flaggedKey = (orderId: string): Key => ({
  pk: partition,
  sk: idInKey(orderId),
})

/** Keeps a flagged sale until it is reviewed. */
export const insertFlagged = ({
  orderId,
  userId,
  flags,
}: Pick<FlaggedSale, 'orderId' | 'userId' | 'flags'>): Write =>
  insert({ ...flaggedKey(orderId), orderId, userId, flags } satisfies FlaggedSale)

/** All flagged sales that nobody has reviewed. */
export const allFlagged = () => readAll<FlaggedSale>({ pk: partition })
