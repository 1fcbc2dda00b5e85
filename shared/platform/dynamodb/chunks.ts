import { type ChunkLocation, chunkKey } from '../../chunks.ts'
import type { Item } from './keys.ts'
import { readMany } from './read.ts'

/** A chunk of a value that is longer than an item. */
export type Chunk = Item & { readonly bytes: Uint8Array }

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
