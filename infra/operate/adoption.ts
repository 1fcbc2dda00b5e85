import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import {
  DescribeSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { type IndexSchema, tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { Refusal } from './command-line.ts'
import type { Context, Plan } from './plan.ts'
import { streamView, type TableSettings } from './table-settings.ts'

/**
 * Lists the faults for which a deployment cannot start on an existing table; empty when it can.
 */
export function adoptionFaults(
  name: string,
  table: Pick<TableSettings, 'pk' | 'sk' | 'indexes' | 'stream'>,
): string[] {
  const { partitionKey, sortKey, indexes } = tableSchema
  if (table.pk !== partitionKey || table.sk !== sortKey) {
    return [
      `The table ${name} has the keys ${table.pk} and ${table.sk}, not ${partitionKey} and ` +
        `${sortKey}: it is not a table of this system.`,
    ]
  }
  if (table.stream && table.stream.view !== streamView) {
    return [
      `The stream of ${name} shows ${table.stream.view}, not ${streamView}. Disable it, and ` +
        'wait a minute:\n' +
        `  aws dynamodb update-table --table-name ${name} --stream-specification StreamEnabled=false`,
    ]
  }
  return indexes.flatMap((wanted) => {
    const found = table.indexes.find((index) => index.name === wanted.name)
    if (!found) return [missingIndex(name, wanted)]
    if (sameIndex(found, wanted)) return []
    return [
      `The index ${wanted.name} of ${name} has other keys or attributes: deploy the ` +
        'release that the table is from, then this one.',
    ]
  })
}

/** Says how to create an index; DynamoDB creates one at a time. */
function missingIndex(table: string, { name, pk, sk, projects }: IndexSchema): string {
  const types = [pk, sk].map((key) => `AttributeName=${key},AttributeType=S`).join(' ')
  const create = {
    IndexName: name,
    KeySchema: [
      { AttributeName: pk, KeyType: 'HASH' },
      { AttributeName: sk, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: projects },
  }
  return (
    `The table ${table} has no index ${name}. Create it, and wait until it is active:\n` +
    `  aws dynamodb update-table --table-name ${table} --attribute-definitions ${types} ` +
    `--global-secondary-index-updates '${JSON.stringify([{ Create: create }])}'`
  )
}

/**
 * Lists the reasons why a table's indexes cannot become others in one deployment; empty
 * when they can. CloudFormation creates or deletes one global secondary index an update,
 * and DynamoDB changes neither keys nor projection of an existing index.
 */
export function refusedIndexChanges(
  before: readonly IndexSchema[],
  after: readonly IndexSchema[],
): string[] {
  const namesOf = (indexes: readonly IndexSchema[]) => indexes.map(({ name }) => name)
  const created = namesOf(after).filter((name) => !namesOf(before).includes(name))
  const deleted = namesOf(before).filter((name) => !namesOf(after).includes(name))
  const replaced = after.filter((index) =>
    before.some((other) => other.name === index.name && !sameIndex(other, index)),
  )
  const changes = [
    ...created.map((name) => `create ${name}`),
    ...deleted.map((name) => `delete ${name}`),
  ]
  return [
    ...replaced.map(
      ({ name }) =>
        `The index ${name} exists with other keys or attributes, which DynamoDB cannot ` +
        'change: the new one needs its own name.',
    ),
    ...(changes.length > 1
      ? [
          `One index change a deployment: ${changes.join(', ')} need ${changes.length} ` +
            'deployments. Deploy the releases in between first.',
        ]
      : []),
  ]
}

/** True if two indexes have the same keys and attributes, in any order. */
const sameIndex = (one: IndexSchema, other: IndexSchema): boolean =>
  one.pk === other.pk &&
  one.sk === other.sk &&
  [...one.projects].sort().join() === [...other.projects].sort().join()

/**
 * Checks that the bucket and the secrets of the options exist: the deployment itself takes
 * their names as they are. Throws `Refusal`.
 */
export async function requireAdoptedParts(context: Context): Promise<void> {
  const { uploadsBucket: Bucket } = context
  if (Bucket) {
    const found = new S3Client({}).send(new HeadBucketCommand({ Bucket }))
    await found.catch((error: Error) => {
      throw new Refusal(
        `uploadsBucket: ${Bucket} cannot be used (${error.name}). It must be a bucket of ` +
          'this account and region.',
      )
    })
  }
  for (const option of ['secretArn', 'frontDoorSecretArn']) {
    const SecretId = context[option]
    if (!SecretId) continue
    const { DeletedDate } = await new SecretsManagerClient({})
      .send(new DescribeSecretCommand({ SecretId }))
      .catch((error: Error) => {
        throw new Refusal(`${option}: ${SecretId} cannot be used (${error.name}).`)
      })
    if (!DeletedDate) continue
    throw new Refusal(
      `${option}: the secret is to be deleted. Take it back first:\n` +
        `  aws secretsmanager restore-secret --secret-id ${SecretId}`,
    )
  }
}

/** Warnings about what a deployment lacks to start on an existing table. */
export const adoptionWarnings = (
  { context: { tableName, secretArn }, isFirst }: Pick<Plan, 'context' | 'isFirst'>,
  hasParameters: boolean,
): string[] =>
  isFirst && tableName && !secretArn && !hasParameters
    ? [
        'No PIN in the table matches without the parameters of its stack, nor with new ones. ' +
          'If they are lost, its users need new PINs (docs/runbook.md).',
      ]
    : []
