import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse } from 'aws-lambda'
import { worker } from '../../../../functions/stream/worker.ts'
import { isFollowed } from '../../../../shared/events/changes/followed-records.ts'
import type { Random } from '../machine/random.ts'
import type { Step } from '../steps/step.ts'
import type { Attributes } from '../table/values.ts'
import type { Cloud } from './cloud.ts'

/** Longest time that changes wait for Lambda. */
const latestMs = 1_000

const mostInBatch = 10

/**
 * The table's stream, of one shard: hands the changes of followed records to their function in
 * order and in batches. What the function does not take comes again, and now and then what it
 * has taken.
 */
export class Stream {
  readonly #cloud: Cloud
  readonly #random: Random
  readonly #waiting: ReturnType<typeof recordOf>[] = []
  #count = 0
  #isDelivering = false

  constructor(cloud: Cloud, random: Random) {
    this.#cloud = cloud
    this.#random = random
  }

  /** True once the function has taken every change. */
  get isRead(): boolean {
    return !this.#isDelivering
  }

  /** Takes up what the table has committed. */
  take = ({ changes, nowMs }: Step): void => {
    for (const { key, before, item } of changes) {
      if (!isFollowed(worker.follows, key)) continue
      this.#count += 1
      this.#waiting.push(recordOf(this.#count, nowMs, key, before, item))
    }
    if (this.#waiting.length === 0 || this.#isDelivering) return
    this.#isDelivering = true
    void this.#deliver()
  }

  async #deliver(): Promise<void> {
    const { scheduler, faults } = this.#cloud
    while (this.#waiting.length > 0) {
      await scheduler.sleep(this.#random.below(latestMs))
      const batch = this.#waiting.slice(0, 1 + this.#random.below(mostInBatch))
      const response = await this.#cloud.invoke(worker.name, { Records: batch })
      const taken = takenOf(response, batch)
      const isRepeated = faults.draw(['message doubled']) !== undefined
      if (!isRepeated) this.#waiting.splice(0, taken)
    }
    this.#isDelivering = false
  }
}

const recordOf = (
  number: number,
  nowMs: number,
  key: { readonly pk: string; readonly sk: string },
  before: Attributes | undefined,
  after: Attributes | undefined,
) => ({
  eventID: `change-${number}`,
  dynamodb: {
    Keys: marshall({ pk: key.pk, sk: key.sk }),
    ...(before && { OldImage: marshall(before) }),
    ...(after && { NewImage: marshall(after) }),
    SequenceNumber: String(number),
    ApproximateCreationDateTime: Math.floor(nowMs / 1_000),
  },
})

/** Counts the records of a batch that its function has taken: none of one that died. */
function takenOf(response: unknown, batch: readonly ReturnType<typeof recordOf>[]) {
  const { batchItemFailures: failed } = (response ?? {}) as Partial<DynamoDBBatchResponse>
  if (!failed) return 0
  const places = failed.map(({ itemIdentifier }) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
  )
  return Math.min(batch.length, ...places)
}
