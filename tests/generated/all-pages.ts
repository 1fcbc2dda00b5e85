import { expect } from 'vitest'
import type { Answer, Client } from '../support/client.ts'

export const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The path of the next page, from the response's Link header. */
export const nextOf = ({ headers }: Answer) =>
  /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** Reads a list page by page. Checks that every page but the last is full. */
export async function readAllPages(
  client: Client,
  path: string,
  limit: number,
): Promise<Answer['body'][]> {
  const rows: Answer['body'][] = []
  let at: string | undefined = withQuery(path, `limit=${limit}`)
  while (at) {
    const answer: Answer = await client.get(at)
    expect(answer.status).toBe(200)
    rows.push(...answer.body)
    at = nextOf(answer)
    expect(answer.body.length).toBeLessThanOrEqual(limit)
    if (at) expect(answer.body).toHaveLength(limit)
  }
  return rows
}
