import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import {
  DeleteSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { removeParameters } from './parameters.ts'
import { describeTable, protectTable } from './table-settings.ts'

/** Something that outlives the stack. */
export type Kept = {
  readonly what: string
  /** Its name, path or ARN. */
  readonly name: string
  /** Another deployment starts on it with this option; without one, by the shop's name. */
  readonly option?: string | undefined
  readonly remove: () => Promise<void>
}

/** Days for which a deleted secret can be restored. */
const recoveryDays = 7

/** Lists the data that outlives a stack, from its outputs. */
export function keptData(outputs: ReadonlyMap<string, string>): Kept[] {
  return kinds.flatMap(({ what, output, option, remove }) => {
    const name = outputs.get(output)
    return name ? [{ what, name, option, remove: () => remove(name) }] : []
  })
}

async function removeTable(name: string): Promise<void> {
  const table = await describeTable(name)
  if (!table) return
  if (table.isProtected) await protectTable(name, false)
  await new DynamoDBClient({}).send(new DeleteTableCommand({ TableName: name }))
}

/** A bucket must be empty, without earlier versions of its files. */
async function removeBucket(Bucket: string): Promise<void> {
  const client = new S3Client({})
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    )
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }))
    if (Objects.length === 0) break
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    const [error] = Errors
    if (error) throw new Error(`${error.Key}: ${error.Message}`)
  }
  await client.send(new DeleteBucketCommand({ Bucket }))
}

async function removeSecret(SecretId: string): Promise<void> {
  const RecoveryWindowInDays = recoveryDays
  await new SecretsManagerClient({}).send(
    new DeleteSecretCommand({ SecretId, RecoveryWindowInDays }),
  )
}

const kinds = [
  {
    what: 'the table with all records',
    output: 'TableName',
    option: 'tableName',
    remove: removeTable,
  },
  {
    what: 'the bucket with the pictures',
    output: 'UploadsBucket',
    option: 'uploadsBucket',
    remove: removeBucket,
  },
  // Of a stack that an earlier release has deployed
  {
    what: 'the secret with the keys of PINs and tokens',
    output: 'SecretArn',
    option: 'secretArn',
    remove: removeSecret,
  },
  {
    what: "the front door's secret",
    output: 'FrontDoorSecretArn',
    option: 'frontDoorSecretArn',
    remove: removeSecret,
  },
  // The last: while they exist, a deletion that was interrupted has lost no PIN
  {
    what: 'the parameters with the keys of PINs and tokens',
    output: 'SecretsPath',
    option: undefined,
    remove: removeParameters,
  },
] as const

/** The options that name data which outlives a stack. */
export const dataOptions: readonly string[] = kinds.flatMap(({ option }) => option ?? [])
