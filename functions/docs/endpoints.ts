import { get, group } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { file, notModified, versioned } from '../../shared/http/reply.ts'

/** The page runs its own scripts and calls its own API; it reaches no other host. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The documents of this API, and a page on which it can be read and tried. */
export const endpoints = group('docs', [], {
  openApi: get('/openapi.json', {
    summary: 'Gets this document',
    access: 'public',
    reply: versioned('application/json'),
    alternatives: { unchanged: notModified },
  }),
  asyncApi: get('/asyncapi.json', {
    summary: 'Gets the AsyncAPI document of the WebSockets',
    access: 'public',
    reply: versioned('application/json'),
    alternatives: { unchanged: notModified },
  }),
  page: get('/docs', {
    summary: 'Gets the page that shows this document',
    access: 'public',
    option: 'docsPage',
    reply: { ...versioned('text/html'), contentPolicy },
    alternatives: { unchanged: notModified },
  }),
  asset: get('/docs/{asset}', {
    summary: 'Gets a script or style of the page',
    access: 'public',
    option: 'docsPage',
    reply: file('text/*'),
    problems: { blankParameter: message(404, 'Not found') },
  }),
})
