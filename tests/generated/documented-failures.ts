import type { Answer } from '../../infra/local/client.ts'
import type { Endpoint } from '../../shared/http/endpoint.ts'

/** The 5xx that the contract allows, for failures of other services. */
export const isDocumentedFailure = ({ path }: Endpoint, { status, body }: Answer) =>
  body?.source === 'node' ||
  (status === 503 && path === '/printers/print') ||
  (status === 503 && path === '/agents/credentials')
