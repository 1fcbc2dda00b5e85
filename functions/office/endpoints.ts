import { get, group } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { file, notModified, page } from '../../shared/platform/http/reply.ts'

/** The owner's page. */
export const endpoints = group('office', [], {
  page: get('/office', {
    summary: "Gets the owner's page, which shows the shop at one glance",
    access: 'public',
    option: 'officePage',
    // Pictures of receipts are blobs, for they come with the session
    reply: page("'self' data: blob:"),
    alternatives: { unchanged: notModified },
  }),
  asset: get('/office/{asset}', {
    summary: "Gets the owner's page's script, style or icon",
    access: 'public',
    option: 'officePage',
    reply: file('*/*'),
    problems: { blankParameter: message(404, 'Not found') },
  }),
})
