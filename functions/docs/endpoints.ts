import { get, group } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { file, notModified, page, versioned } from '../../shared/platform/http/reply.ts'

/** The documents of this API, and a page on which it can be read and tried. */
export const endpoints = group(
  'docs',
  [],
  {
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
      reply: page("'self' data: blob:"),
      alternatives: { unchanged: notModified },
    }),
    asset: get('/docs/{asset}', {
      summary: 'Gets a script or style of the page',
      access: 'public',
      option: 'docsPage',
      reply: file('text/*'),
      problems: { blankParameter: message(404, 'Not found') },
    }),
  },
  { keptWarm: false },
)
