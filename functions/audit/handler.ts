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
    const names = await findUserNames(
      entries.flatMap(({ userId, statedUserId = null }) =>
        [userId, statedUserId].filter((id) => id !== null),
      ),
    )
    return entries.map((entry) => ({
      ...entry,
      userName: names.get(entry.userId ?? '') ?? null,
      statedUserId: entry.statedUserId ?? null,
      statedUserName: names.get(entry.statedUserId ?? '') ?? null,
    }))
  },
})
