import { expect } from 'vitest'
import type { Answer, Client } from '../../infra/local/client.ts'

export const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Where an answer says that the next page of its list is. */
export const nextOf = ({ headers }: Answer) =>
  /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** A list by every page from the first on; each is full but the last. */
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
