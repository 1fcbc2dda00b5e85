import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { ChangedRecord, Item } from '../../platform/dynamodb/keys.ts'
import { stripped } from '../../platform/dynamodb/shop-keys.ts'

/**
 * A record that was created, changed or deleted by a committed transaction. Its keys are those
 * that the shop's code knows, without the shop's prefix.
 */
export type CommittedChange = ChangedRecord & {
  /** Id of the change: equal each time that the stream delivers it, unique in a deployment. */
  readonly id: string
  /** Time of the commit, in Unix ms; DynamoDB gives whole seconds. */
  readonly atMs: number
}

/** A change, and the shop that it is of. */
export type StreamedChange = {
  /** The id of the shop; undefined for the main one. */
  readonly shop: string | undefined
  readonly change: CommittedChange
}

/** The prefix of the partition keys of a further shop. */
const shopPrefix = /^@([^#]+)#/

/** The change that a record of the table's stream says. */
export function changeOf({
  eventID = '',
  dynamodb = {},
}: DynamoDBRecord): StreamedChange {
  const { Keys, OldImage, NewImage, ApproximateCreationDateTime = 0 } = dynamodb
  const pk = String(Keys?.pk?.S)
  const [prefix = '', shop] = shopPrefix.exec(pk) ?? []
  const record = (image: unknown) =>
    stripped(unmarshall(image as Record<string, AttributeValue>), prefix) as Item
  return {
    shop,
    change: {
      id: eventID,
      atMs: ApproximateCreationDateTime * 1_000,
      key: { pk: pk.slice(prefix.length), sk: String(Keys?.sk?.S) },
      ...(OldImage && { before: record(OldImage) }),
      ...(NewImage && { after: record(NewImage) }),
    },
  }
}
