import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative, TaggedJson } from '../../shared/platform/http/reply.ts'
import { builtContent } from '../../shared/selling/till-data/build.ts'
import { readChanged } from '../../shared/selling/till-data/content.ts'
import { readNow } from '../../shared/selling/till-data/now.ts'
import { changesSince, currentVersion } from '../../shared/selling/till-data/version.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  all: async ({ query: { since, version }, request: { headers } }) => {
    // Read before the content: a change may come twice, none is missed
    const current = await currentVersion()
    if ([since, version, ...tagsIn(headers['if-none-match'])].includes(current)) {
      return alternative('unchanged', new TaggedJson(null, current))
    }
    const step = since === undefined ? undefined : await changesSince(since)
    if (step) {
      const content = { version: step.version, since, ...(await readChanged(step)) }
      return alternative('changes', new TaggedJson(content, step.version))
    }
    const built = await builtContent(current)
    return new TaggedJson<never>(built.bytes, built.version)
  },

  now: ({ query, request: { nowMs } }) => readNow(query.stock === 'true', nowMs),
})

/** The versions that If-None-Match names, weak or strong. */
const tagsIn = (header = '') =>
  header.split(',').flatMap((tag) => /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag)?.[1] ?? [])
