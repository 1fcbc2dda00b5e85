import type { Item, Key } from './keys.ts'
import { readMany } from './read.ts'

/** A part of something that is longer than an item. */
export type Chunk = Item & { readonly bytes: Uint8Array }

/** Where the parts of something stand: in a partition, apart from those of others. */
export type ChunkLocation = { readonly pk: string; readonly prefix: string }

/** An item holds 400 KB with all that stands beside its bytes. */
const maxChunkBytes = 350 * 1024

/** The key of a part, by its number. */
export const chunkKey = ({ pk, prefix }: ChunkLocation, at: number): Key => ({
  pk,
  sk: `${prefix}#${String(at).padStart(4, '0')}`,
})

/** Bytes as they fit items: a first part and what is left of them. */
export function splitIntoChunks(
  bytes: Uint8Array,
): [first: Uint8Array, ...rest: Uint8Array[]] {
  const part = (at: number) =>
    bytes.subarray(at * maxChunkBytes, (at + 1) * maxChunkBytes)
  const others = Math.max(0, Math.ceil(bytes.length / maxChunkBytes) - 1)
  return [part(0), ...Array.from({ length: others }, (_, at) => part(at + 1))]
}

/** The bytes as they were before they were cut into a first part and so many others. */
export async function joinChunks(
  first: Uint8Array,
  others: number,
  place: ChunkLocation,
): Promise<Buffer> {
  const keys = Array.from({ length: others }, (_, at) => chunkKey(place, at + 1))
  const rest = (await readMany(keys)) as Chunk[]
  return Buffer.concat([first, ...rest.map(({ bytes }) => bytes)])
}
