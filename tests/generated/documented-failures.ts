import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { Answer } from '../support/client.ts'

/** The 5xx that the contract allows, for failures of other services. */
export const isDocumentedFailure = ({ path }: Endpoint, { status, body }: Answer) =>
  body?.source === 'node' ||
  (status === 503 && path === '/printers/print') ||
  (status === 503 && path === '/admin/push/vapid-public-key') ||
  (status === 503 && path === '/agents/credentials')
