import type { IncomingMessage } from 'node:http'

/**
 * Maximum size of a body passed to a function: above the limit of every endpoint, and in
 * base64 below Lambda's payload limit of 6 MB. A longer body is cut off, so that the
 * function rejects it as too large in the usual order: after path, token and permission.
 * API Gateway itself would reject it before them, above 10 MB.
 */
const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024

/** What the bodies that are still arriving may hold in memory, all together. */
const budgetBytes = 64 * 1024 * 1024

/**
 * Reads bodies within a budget of memory: while more is arriving than that, the request
 * with the largest unfinished body loses its connection, and small ones, such as sales, go
 * on.
 */
export function bodyReader() {
  const bytesOf = new Map<IncomingMessage, number>()
  const keepWithinBudget = () => {
    const held = [...bytesOf]
    if (held.reduce((sum, [, bytes]) => sum + bytes, 0) <= budgetBytes) return
    const [largest] = held.reduce((most, each) => (each[1] > most[1] ? each : most))
    largest.destroy()
  }
  return async (request: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      // What is over the maximum is read and discarded, so that the client reads the response.
      for await (const chunk of request as AsyncIterable<Buffer>) {
        if (bytes >= maxBodyBytes) continue
        chunks.push(chunk)
        bytes += chunk.length
        bytesOf.set(request, bytes)
        keepWithinBudget()
      }
      return Buffer.concat(chunks).subarray(0, maxBodyBytes)
    } finally {
      bytesOf.delete(request)
    }
  }
}
