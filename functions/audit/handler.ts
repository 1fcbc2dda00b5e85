import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { namedAuditEntries } from '../../shared/reports/audit-entries.ts'
import { inShopTime } from '../../shared/shop/shop-time.ts'
import { readDay } from '../../shared/time/day.ts'
import { periodOf } from '../../shared/time/days.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page, request: { nowMs } }) => {
    const { userId, kind } = query
    const from = readDay('startDate', query.startDate)
    const to = readDay('endDate', query.endDate)
    if (from && to && from > to) throw new Failure('reversedDays')
    return inShopTime((timezone) => {
      const period = periodOf({ from, to }, timezone)
      return namedAuditEntries({ period, userId, kind }, nowMs, page)
    })
  },
})
