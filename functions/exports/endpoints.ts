import * as z from 'zod'
import { get, group } from '../../shared/platform/http/endpoint.ts'
import { ndjson } from '../../shared/platform/http/reply.ts'

/** All that the shop has, to take along. */
export const endpoints = group(
  'exports',
  ['table:read', 'audit', 'token-key'],
  {
    shop: get('/export/shop', {
      summary:
        'Gets a page of all that the shop has; its last line has the cursor of the next page',
      access: 'administrator',
      audit: ['export'],
      query: z.object({
        cursor: z.string().optional().describe('Of the page before; left out at first'),
      }),
      reply: ndjson,
      failures: ['invalidPage', 'shiftClosing'],
    }),
  },
  { keptWarm: false },
)
