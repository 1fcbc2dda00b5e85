import type { Client } from '../support/client.ts'

/** The ids of session and user in a client's access token. */
export function sessionOf({ cookies }: Client): { sessionId: string; userId: string } {
  const [, payload = ''] = cookies.get('accessToken')?.split('.') ?? []
  const { sid, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { sessionId: sid, userId: sub }
}
