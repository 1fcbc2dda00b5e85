import { randomUUID } from 'node:crypto'
import {
  GetSecretValueCommand,
  InvalidParameterException,
  InvalidRequestException,
  PutSecretValueCommand,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'

/**
 * Changes the text of a Secrets Manager entry and returns the id of its new version. The new
 * version becomes the current one only if the version that was read still is: two changes at
 * once cannot lose a key. Throws when another change came first.
 */
export async function changeSecret(
  client: SecretsManagerClient,
  SecretId: string,
  change: (text: string, version: string | undefined) => string | Promise<string>,
): Promise<string> {
  const { SecretString = '', VersionId: readVersion } = await client.send(
    new GetSecretValueCommand({ SecretId }),
  )
  const newVersion = randomUUID()
  await client.send(
    new PutSecretValueCommand({
      SecretId,
      SecretString: await change(SecretString, readVersion),
      ClientRequestToken: newVersion,
      VersionStages: ['AWSPENDING'],
    }),
  )
  try {
    await client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: newVersion,
        RemoveFromVersionId: readVersion,
      }),
    )
  } catch (cause) {
    const isConflict =
      cause instanceof InvalidParameterException ||
      cause instanceof InvalidRequestException
    if (!isConflict) throw cause
    throw new Error(
      'The secret was changed by another operator at the same time. Try again.',
      {
        cause,
      },
    )
  }
  return newVersion
}
