import { get, group } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { file, notModified, versioned } from '../../shared/http/reply.ts'

/**
 * The page runs its own scripts and calls its own API, whose WebSocket `'self'` covers; it
 * reaches no other host. Pictures of receipts are blobs, for they come with the session.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data: blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The owner's page. */
export const endpoints = group('office', [], {
  page: get('/office', {
    summary: "Gets the owner's page, which shows the shop at one glance",
    access: 'public',
    option: 'officePage',
    reply: { ...versioned('text/html'), contentPolicy },
    alternatives: { unchanged: notModified },
  }),
  asset: get('/office/{asset}', {
    summary: "Gets the owner's page's script or style",
    access: 'public',
    option: 'officePage',
    reply: file('text/*'),
    problems: { blankParameter: message(404, 'Not found') },
  }),
})
