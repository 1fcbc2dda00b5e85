import { useDays, useOrders } from '../../figures/orders.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { Alerts } from './alerts.tsx'
import { Books } from './books.tsx'
import { Devices } from './devices.tsx'
import { LastOrders } from './last-orders.tsx'
import { NodeWarnings } from './node-warnings.tsx'
import { OpenShift } from './open-shift.tsx'
import { Payments } from './payments.tsx'
import { SalesByHour } from './sales-by-hour.tsx'
import { SalesByMethod } from './sales-by-method.tsx'
import { Stock } from './stock.tsx'
import { Today } from './today.tsx'
import { Unmatched } from './unmatched.tsx'

/** The shop at one glance. */
export function View() {
  const {
    shop: { isRestaurant, timeZone },
  } = useShop()
  const days = useDays(timeZone === null)
  const orders = useOrders(days)
  const { may } = useVisit()
  // Turnover is for people who may see reports.
  const turnover = may('reports_read') ? orders : ({ problem: 'denied' } as const)
  return (
    <div class="glance">
      <NodeWarnings />
      <Alerts />
      <Today orders={turnover} days={days} hasTables={isRestaurant} />
      <SalesByHour orders={turnover} days={days} />
      <SalesByMethod orders={turnover} days={days} />
      <Books date={days.booksDate} isInUtc={timeZone === null} />
      <LastOrders orders={orders} days={days} hasTables={isRestaurant} />
      {may('reports_read') && <Payments days={days} />}
      <Unmatched />
      <OpenShift />
      <Stock isRestaurant={isRestaurant} />
      <Devices />
    </div>
  )
}
