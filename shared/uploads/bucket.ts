import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { abortOnTimeout, awsTimeouts } from '../deployment/aws-timeouts.ts'
import { resources } from '../deployment/resources.ts'
import { Failure } from '../failure.ts'

const client = new S3Client({
  requestHandler: awsTimeouts,
})

/** Stores a file in the bucket. Throws `storageUnavailable`. */
export async function putFile(
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const file = { Bucket: resources.uploadsBucket(), Key: key }
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
  const file = { Bucket: resources.uploadsBucket(), Key: key }
  try {
    const { Body } = await client.send(new GetObjectCommand(file), abortOnTimeout())
    return await Body?.transformToByteArray()
  } catch (cause) {
    if (cause instanceof NoSuchKey) return undefined
    throw new Failure('storageUnavailable', {}, { cause })
  }
}
