import type { Client } from '../../infra/local/client.ts'

/** The session and the user that a client's access token names. */
export function sessionOf({ cookies }: Client): { sessionId: string; userId: string } {
  const [, payload = ''] = cookies.get('accessToken')?.split('.') ?? []
  const { sid, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { sessionId: sid, userId: sub }
}
