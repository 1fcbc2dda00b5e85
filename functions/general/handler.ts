import { settings } from '../../shared/platform/deployment/settings.ts'
import type { RequestFacts } from '../../shared/platform/http/call.ts'
import { publicLambda } from '../../shared/platform/http/public-lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { endpoints } from './endpoints.ts'

/** Somebody who opens the address; programs may take pages first, too. */
const isBrowser = ({ headers }: RequestFacts) =>
  headers['sec-fetch-mode'] === 'navigate' && /\btext\/html\b/.test(headers.accept ?? '')

export const handler = publicLambda(endpoints, {
  root: ({ request }) =>
    isBrowser(request) && settings.tillPage() ? alternative('browser') : undefined,
  health: ({ request }) => ({
    status: 'healthy' as const,
    timestamp: String(request.nowMs),
  }),
})
