import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import * as z from 'zod'

/*
 * A release of the agent is one file: the executable and, after its end, where operating
 * systems ignore it, its manifest with a signature.
 *
 *   executable | manifest as JSON | Ed25519 signature | length of the manifest | mark
 */
const mark = Buffer.from('LIGHTNING-POS-A1')
const signatureBytes = 64
const lengthBytes = 4
const footBytes = signatureBytes + lengthBytes + mark.length
const maxManifestBytes = 4_096

/** Description of a release, under its signature. */
export const Manifest = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  platform: z.string(),
  arch: z.string(),
  /** Of the executable, without what follows it. */
  size: z.int().positive(),
  sha512: z.base64(),
})
export type Manifest = z.infer<typeof Manifest>

/** The file is not a release of ours. */
export class NotSigned extends Error {
  override name = 'NotSigned'
}

/** Appends manifest and signature, by the private release key (Ed25519). */
export async function signFile(
  path: string,
  release: Omit<Manifest, 'size' | 'sha512'>,
  key: KeyObject,
): Promise<void> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  const sha512 = await hashOf(path, size)
  const manifest = Manifest.parse({ ...release, size, sha512 })
  const text = Buffer.from(JSON.stringify(manifest))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(text.length)
  const signature = sign(null, signedBytes(text), key)
  await file.write(Buffer.concat([text, signature, length, mark]), 0, undefined, size)
  await file.sync()
}

/**
 * The manifest of a release with a valid signature and content. `key` is the public
 * release key. Throws NotSigned, and errors of the file system.
 */
export async function verifyFile(path: string, key: KeyObject): Promise<Manifest> {
  await using file = await open(path, 'r')
  const manifest = await readManifest(file, key)
  if ((await hashOf(path, manifest.size)) === manifest.sha512) return manifest
  throw new NotSigned('its content was changed after it was signed')
}

async function readManifest(file: FileHandle, key: KeyObject): Promise<Manifest> {
  const { size } = await file.stat()
  const foot = await bytesAt(file, size - footBytes, footBytes)
  if (!foot?.subarray(-mark.length).equals(mark)) {
    throw new NotSigned('it has no signature')
  }
  const length = foot.readUInt32BE(signatureBytes)
  const start = size - footBytes - length
  const text = length <= maxManifestBytes ? await bytesAt(file, start, length) : undefined
  const signature = foot.subarray(0, signatureBytes)
  if (!text || !verify(null, signedBytes(text), key, signature)) {
    throw new NotSigned('its signature is not by the release key of this agent')
  }
  const manifest = Manifest.parse(JSON.parse(text.toString()))
  if (manifest.size !== start) throw new NotSigned('it is not as long as it was signed')
  return manifest
}

/** With the mark, so that a signature of this key for something else is none here. */
const signedBytes = (manifest: Uint8Array) => Buffer.concat([mark, manifest])

async function bytesAt(file: FileHandle, position: number, length: number) {
  if (position < 0) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return bytesRead === length ? buffer : undefined
}

async function hashOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path, { end: size - 1 })) hash.update(chunk)
  return hash.digest('base64')
}
