import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Client } from './client.ts'

/** A colleague who approves, by id and PIN. */
export type Approver = { readonly userId: string; readonly pin: string }

/** A request as it is sent, and the permission that it needs. */
export type ToApprove = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly permission: string
}

/** Asks a colleague to approve a request. */
export const askFor = (
  client: Client,
  { userId, pin }: Approver,
  { method, path, body, permission }: ToApprove,
): Promise<Answer> => {
  const bytes = body === undefined ? '' : JSON.stringify(body)
  const bodySha256 = createHash('sha256').update(bytes).digest('hex')
  const request = { userId, pin, permission, method, path, bodySha256 }
  return client.post('/auth/approvals', request)
}

/** The approval of a colleague who may give it, as the request's header. */
export async function approved(client: Client, approver: Approver, request: ToApprove) {
  const answer = await askFor(client, approver, request)
  expect(answer.status).toBe(201)
  return { Approval: answer.body.approval as string }
}

/** Sends the request with these headers. */
export const sendApproved = (
  client: Client,
  { method, path, body }: ToApprove,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => client.send(method, path, body, headers)
