import { get, group } from '../../shared/http/endpoint.ts'
import { notModified, versioned } from '../../shared/http/reply.ts'

/** The documents of this API. */
export const endpoints = group('docs', [], {
  openApi: get('/openapi.json', {
    summary: 'Gets this document',
    access: 'public',
    reply: versioned('application/json'),
    alternatives: { unchanged: notModified },
  }),
})
