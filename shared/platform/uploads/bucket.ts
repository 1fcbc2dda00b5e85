import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { furtherShop } from '../../current-shop.ts'
import { Failure } from '../../failure.ts'
import { abortOnTimeout, awsTimeouts } from '../deployment/aws-timeouts.ts'
import { resources } from '../deployment/resources.ts'

const client = new S3Client({
  requestHandler: awsTimeouts,
})

/** Returns the place of a file of the current shop in the bucket. */
export function fileOf(key: string) {
  const shop = furtherShop()
  return {
    Bucket: resources.uploadsBucket(),
    Key: shop ? `shops/${shop.id}/${key}` : key,
  }
}

/** Stores a file in the bucket. Throws `storageUnavailable`. */
export async function putFile(
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const file = fileOf(key)
  try {
    await client.send(
      new PutObjectCommand({ ...file, Body: bytes, ContentType: contentType }),
      abortOnTimeout(),
    )
  } catch (cause) {
    throw new Failure('storageUnavailable', {}, { cause })
  }
}

/** The content of a file; undefined when there is none. Throws `storageUnavailable`. */
export async function readFile(key: string): Promise<Uint8Array | undefined> {
  const file = fileOf(key)
  try {
    const { Body } = await client.send(new GetObjectCommand(file), abortOnTimeout())
    return await Body?.transformToByteArray()
  } catch (cause) {
    if (cause instanceof NoSuchKey) return undefined
    throw new Failure('storageUnavailable', {}, { cause })
  }
}

/** Deletes a file, if it is there. Throws `storageUnavailable`. */
export async function deleteFile(key: string): Promise<void> {
  try {
    await client.send(new DeleteObjectCommand(fileOf(key)), abortOnTimeout())
  } catch (cause) {
    throw new Failure('storageUnavailable', {}, { cause })
  }
}
