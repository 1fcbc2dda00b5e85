import { namedAuditEntries } from '../../shared/back-office/reports/audit-entries.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { readDay } from '../../shared/platform/time/day.ts'
import { periodOf } from '../../shared/platform/time/days.ts'
import { inShopTime } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page, request: { nowMs } }) => {
    const { userId, kind } = query
    const from = readDay('startDate', query.startDate)
    const to = readDay('endDate', query.endDate)
    if (from && to && from > to) throw new Failure('reversedDays')
    return inShopTime((time) => {
      const period = periodOf({ from, to }, time)
      return namedAuditEntries({ period, userId, kind }, nowMs, page)
    })
  },
})
