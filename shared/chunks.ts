/** Location of a value's chunks: a partition and a prefix of their sort keys. */
export type ChunkLocation = { readonly pk: string; readonly prefix: string }

/** An item of DynamoDB holds 400 KB, its other attributes included. */
const maxChunkBytes = 350 * 1024

/** The key of a chunk. A first chunk without its own record has number 0. */
export const chunkKey = ({ pk, prefix }: ChunkLocation, at: number) => ({
  pk,
  sk: `${prefix}#${String(at).padStart(4, '0')}`,
})

/** Returns the number of chunks for this many bytes. */
export const chunksOfLength = (bytes: number): number =>
  Math.max(1, Math.ceil(bytes / maxChunkBytes))

/** Splits bytes into chunks that fit items: the first one and the rest. */
export function splitIntoChunks(
  bytes: Uint8Array,
): [first: Uint8Array, ...rest: Uint8Array[]] {
  const part = (at: number) =>
    bytes.subarray(at * maxChunkBytes, (at + 1) * maxChunkBytes)
  const others = chunksOfLength(bytes.length) - 1
  return [part(0), ...Array.from({ length: others }, (_, at) => part(at + 1))]
}
