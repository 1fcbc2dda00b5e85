import { get, group } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { html } from '../../shared/platform/http/reply.ts'

/** The pages that show receipts to customers. */
export const endpoints = group(
  'receipts',
  ['table', 'token-key', 'uploads'],
  {
    page: get('/r/{token}', {
      summary: 'Gets the page that shows a receipt to whoever has its address',
      access: 'public',
      writes: true,
      reply: html(),
      problems: { blankParameter: message(404, 'Not found') },
      alternatives: { gone: html(404, 'not_found') },
      failures: ['callerBusy'],
    }),
  },
  { keptWarm: false },
)
