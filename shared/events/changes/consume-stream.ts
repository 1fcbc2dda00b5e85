import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { isFailure } from '../../failure.ts'
import { describeError, logger } from '../../logger.ts'
import { type CommittedChange, changeOf } from './committed-change.ts'
import { type FollowedRecords, isFollowed } from './followed-records.ts'

/**
 * A consumer of the commits in a shop. To add one, list it in `functions/stream/handler.ts`,
 * and its followed records and used resources in `functions/stream/worker.ts`.
 */
export type Consumer = {
  /** For the log. */
  readonly name: string
  /**
   * Takes changes of the current shop, in the order of their commits for each record. The
   * stream delivers each at least once: a repeated change, with the same id, must do no harm.
   * When this throws a failure that may pass, the changes are delivered again and all later
   * changes of these records wait; after any other failure the change is skipped.
   */
  readonly consume: (changes: readonly CommittedChange[]) => Promise<void>
}

/**
 * Runs work for the shop with this id, undefined for the main one; does nothing when the shop
 * no longer exists. Changes up to `importedUntilMs` (Unix ms) come from an import and are not
 * news.
 */
export type InShopOf = (
  shop: string | undefined,
  work: (importedUntilMs: number) => Promise<void>,
) => Promise<void>

/**
 * Gives a batch of the table's stream to each consumer, shop by shop. If one throws, the
 * response names the first change of that shop: from there on the stream repeats the batch.
 */
export async function consumeStream(
  records: readonly DynamoDBRecord[],
  followed: FollowedRecords,
  consumers: readonly Consumer[],
  inShopOf: InShopOf,
): Promise<DynamoDBBatchResponse> {
  const streamed = records
    .map((record) => ({ ...changeOf(record), at: record.dynamodb?.SequenceNumber }))
    .filter(({ change }) => isFollowed(followed, change.key))
  const failed = await Promise.all(
    [...Map.groupBy(streamed, ({ shop }) => shop)].map(async ([shop, ofShop]) => {
      const changes = ofShop.map(({ change }) => change)
      const areTaken = await takenByAll(consumers, shop, changes, inShopOf)
      return areTaken ? [] : [{ itemIdentifier: String(ofShop[0]?.at) }]
    }),
  )
  return { batchItemFailures: failed.flat() }
}

/** Finds the shop once for all consumers. False when the stream has to repeat the changes. */
async function takenByAll(
  consumers: readonly Consumer[],
  shop: string | undefined,
  changes: readonly CommittedChange[],
  inShopOf: InShopOf,
): Promise<boolean> {
  let areTaken = true
  try {
    await inShopOf(shop, async (importedUntilMs) => {
      const news = changes.filter(({ atMs }) => atMs > importedUntilMs)
      if (news.length === 0) return
      const taken = consumers.map((consumer) => takenBy(consumer, shop, news))
      areTaken = (await Promise.all(taken)).every(Boolean)
    })
    return areTaken
  } catch (error) {
    return areSkipped(error, { shop, changes })
  }
}

/**
 * False when the stream has to repeat the changes. One that always fails is skipped: it would
 * hold up all shops of its shard for a day.
 */
async function takenBy(
  consumer: Consumer,
  shop: string | undefined,
  changes: readonly CommittedChange[],
): Promise<boolean> {
  try {
    await consumer.consume(changes)
    return true
  } catch (error) {
    if (mayPass(error) || changes.length === 1) {
      return areSkipped(error, { consumer: consumer.name, shop, changes })
    }
    for (const change of changes) {
      if (!(await takenBy(consumer, shop, [change]))) return false
    }
    return true
  }
}

/** True if a retry may succeed: the table or an AWS service is unreachable, or refuses. */
const mayPass = (error: unknown): boolean =>
  isFailure(error, 'storageUnavailable') ||
  isFailure(error, 'conflict') ||
  (error instanceof Error && '$metadata' in error)

/** Logs a failure. True when its changes are skipped, false when the stream repeats them. */
function areSkipped(
  error: unknown,
  about: {
    readonly consumer?: string
    readonly shop: string | undefined
    readonly changes: readonly CommittedChange[]
  },
): boolean {
  const isRepeated = mayPass(error)
  logger.error(isRepeated ? 'changes-not-consumed' : 'change-skipped', {
    ...about,
    changes: about.changes.length,
    firstChange: about.changes[0]?.id,
    error: describeError(error),
  })
  return !isRepeated
}
