import type { Item, Key } from './keys.ts'
import { readMany } from './read.ts'

/** A chunk of a value that is longer than an item. */
export type Chunk = Item & { readonly bytes: Uint8Array }

/** Where the chunks of a value are stored: a partition and a prefix of their sort keys. */
export type ChunkLocation = { readonly pk: string; readonly prefix: string }

/** An item holds 400 KB, its other attributes included. */
const maxChunkBytes = 350 * 1024

/** The key of a chunk. A first chunk without its own record has number 0. */
export const chunkKey = ({ pk, prefix }: ChunkLocation, at: number): Key => ({
  pk,
  sk: `${prefix}#${String(at).padStart(4, '0')}`,
})

/** Splits bytes into chunks that fit items: the first one and the rest. */
export function splitIntoChunks(
  bytes: Uint8Array,
): [first: Uint8Array, ...rest: Uint8Array[]] {
  const part = (at: number) =>
    bytes.subarray(at * maxChunkBytes, (at + 1) * maxChunkBytes)
  const others = Math.max(0, Math.ceil(bytes.length / maxChunkBytes) - 1)
  return [part(0), ...Array.from({ length: others }, (_, at) => part(at + 1))]
}

/** Joins a first chunk and the number of others that are stored at the location. */
export async function joinChunks(
  first: Uint8Array,
  others: number,
  place: ChunkLocation,
): Promise<Buffer> {
  const keys = Array.from({ length: others }, (_, at) => chunkKey(place, at + 1))
  const rest = (await readMany(keys)) as Chunk[]
  return Buffer.concat([first, ...rest.map(({ bytes }) => bytes)])
}
