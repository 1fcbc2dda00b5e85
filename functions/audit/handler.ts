import { findApiKeyNames } from '../../shared/api-keys/api-keys.ts'
import { findAuditEntries } from '../../shared/audit/audit-trail.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { inShopTime } from '../../shared/shop/shop-time.ts'
import { findUserNames } from '../../shared/staff/user-names.ts'
import { readDay } from '../../shared/time/day.ts'
import { periodOf } from '../../shared/time/days.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page, request: { nowMs } }) => {
    const { userId, kind } = query
    const from = readDay('startDate', query.startDate)
    const to = readDay('endDate', query.endDate)
    if (from && to && from > to) throw new Failure('reversedDays')
    const entries = await inShopTime((timezone) => {
      const period = periodOf({ from, to }, timezone)
      return findAuditEntries({ period, userId, kind }, nowMs, page)
    })
    const ids = entries.flatMap(({ userId, statedUserId = null }) =>
      [userId, statedUserId].filter((id) => id !== null),
    )
    const users = await findUserNames(ids)
    const keys = await findApiKeyNames(ids.filter((id) => !users.has(id)))
    const names = new Map([...users, ...keys])
    return entries.map((entry) => ({
      ...entry,
      userName: names.get(entry.userId ?? '') ?? null,
      statedUserId: entry.statedUserId ?? null,
      statedUserName: names.get(entry.statedUserId ?? '') ?? null,
    }))
  },
})
