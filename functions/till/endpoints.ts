import { get, group } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { file, notModified, page } from '../../shared/platform/http/reply.ts'

/** The page that sells. */
export const endpoints = group(
  'till',
  [],
  {
    page: get('/till', {
      summary: 'Gets the page that sells',
      access: 'public',
      option: 'tillPage',
      // Pictures of receipts are blobs, for they come with the session
      reply: page(
        "'self' data: blob:",
        ['camera', 'clipboard-write', 'screen-wake-lock'],
        // The camera's reader
        true,
      ),
      alternatives: { unchanged: notModified },
    }),
    asset: get('/till/{asset}', {
      summary: "Gets the till's script, style, icon, manifest or service worker",
      access: 'public',
      option: 'tillPage',
      reply: file('*/*'),
      problems: { blankParameter: message(404, 'Not found') },
    }),
  },
  // A till loads it once and keeps it
  { keptWarm: false },
)
