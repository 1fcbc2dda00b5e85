import { get, group } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { file, notModified, page } from '../../shared/platform/http/reply.ts'

/** The kitchen's screen. */
export const endpoints = group(
  'kitchen',
  [],
  {
    page: get('/kitchen', {
      summary: "Gets the kitchen's screen, which shows what is to be made",
      access: 'public',
      option: 'kitchenPage',
      reply: page("'self' data:"),
      alternatives: { unchanged: notModified },
    }),
    asset: get('/kitchen/{asset}', {
      summary: "Gets the kitchen's screen's script, style or icon",
      access: 'public',
      option: 'kitchenPage',
      reply: file('*/*'),
      problems: { blankParameter: message(404, 'Not found') },
    }),
  },
  // A screen loads it once a day
  { keptWarm: false },
)
