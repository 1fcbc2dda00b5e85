import { required } from '../../shared/failure.ts'
import { tokenCookies } from '../../shared/people/auth/cookies.ts'
import { signTill } from '../../shared/people/auth/tokens.ts'
import { requireLiveAdministrator } from '../../shared/people/staff/live-user.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { nextToken } from '../../shared/people/tills/next-token.ts'
import { reportStatus } from '../../shared/people/tills/report-status.ts'
import { restoreTill } from '../../shared/people/tills/restore-till.ts'
import { loseDevice, peopleAt } from '../../shared/people/tills/till-people.ts'
import * as tills from '../../shared/people/tills/till-records.ts'
import type { RequestFacts } from '../../shared/platform/http/call.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { countDrawer } from '../../shared/selling/shifts/counts.ts'
import { askUnused, confirmNumbers } from '../../shared/selling/shifts/unused-numbers.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ caller, till }) =>
    tills.listTills(holds(caller.permissions, 'shifts_report_read'), till?.id),

  own: ({ till }) => tills.ownTill(required(till).id),

  create: async ({ body, caller, request }) => {
    const till = await tills.createTill(body, {
      userId: caller.apiKeyId ?? caller.userId,
      nowMs: request.nowMs,
    })
    const { id, series } = till
    return { id, series, ...(await given(till, 0, body.token, request)) }
  },

  rename: ({ params, body }) => tills.renameTill(params.id, body.name),

  revoke: async ({ params, query, caller, request: { nowMs } }) => {
    const isLost = query.lost === 'true'
    if (isLost) await requireLiveAdministrator(caller)
    const till = await tills.revokeTill(params.id, nowMs)
    if (isLost) await loseDevice(till, nowMs)
    return { people: await peopleAt(till.id) }
  },

  token: async ({ params, body, caller, request }) => {
    const { series: unknown, lastNumber } = body
    if (unknown !== undefined && lastNumber !== undefined) {
      await restoreTill(params.id, { series: unknown, lastNumber }, caller, request.nowMs)
    }
    const { till, generation } = await nextToken(params.id, caller.userId, request.nowMs)
    const { id, series } = till
    return { id, series, ...(await given(till, generation, body.token, request)) }
  },

  numbers: ({ till, body, caller, request: { nowMs } }) =>
    askUnused(required(till).id, body, { userId: caller.userId, nowMs }),

  confirm: async ({ params: { id }, body, caller, request: { nowMs } }) => {
    await confirmNumbers(id, body, { userId: caller.userId, nowMs })
    return { id }
  },

  count: ({ params, body, caller, request: { nowMs } }) =>
    countDrawer(params.id, body.amount, { userId: caller.userId, nowMs }),

  status: async ({ till, body, request }) =>
    reportStatus(required(till).id, body, request.nowMs),
})

/** Gives a till its token by cookie, and in the answer where that is asked for. */
async function given(
  { id }: tills.TillRecord,
  generation: number,
  isShown: boolean | undefined,
  { https, setCookies }: RequestFacts,
) {
  const token = await signTill(id, generation)
  setCookies(tokenCookies('tillToken', token, https))
  return isShown ? { token } : {}
}
