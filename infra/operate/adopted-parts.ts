import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import {
  DescribeSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { Refusal } from './command-line.ts'
import type { Context } from './plan.ts'

/**
 * Checks that the bucket and the secrets of the options exist: the deployment itself takes
 * their names as they are. Throws `Refusal`.
 */
export async function requireAdoptedParts(context: Context): Promise<void> {
  if (context.uploadsBucket) await requireBucket(context.uploadsBucket)
  for (const name of ['secretArn', 'frontDoorSecretArn']) {
    const arn = context[name]
    if (arn) await requireSecret(name, arn)
  }
}

async function requireBucket(Bucket: string): Promise<void> {
  await new S3Client({}).send(new HeadBucketCommand({ Bucket })).catch((error: Error) => {
    throw new Refusal(
      `uploadsBucket: ${Bucket} cannot be used (${error.name}). It must be a bucket of ` +
        'this account and region.',
    )
  })
}

async function requireSecret(option: string, SecretId: string): Promise<void> {
  const { DeletedDate } = await new SecretsManagerClient({})
    .send(new DescribeSecretCommand({ SecretId }))
    .catch((error: Error) => {
      throw new Refusal(`${option}: ${SecretId} cannot be used (${error.name}).`)
    })
  if (!DeletedDate) return
  throw new Refusal(
    `${option}: the secret is to be deleted. Take it back first:\n` +
      `  aws secretsmanager restore-secret --secret-id ${SecretId}`,
  )
}

/** A warning about options that do not go together, if there is any. */
export const adoptionWarning = ({ tableName, secretArn }: Context, isFirst: boolean) =>
  isFirst && tableName && !secretArn
    ? 'Without secretArn no PIN in the table matches. If the secret is lost, its users need ' +
      'new PINs (docs/runbook.md).'
    : undefined
