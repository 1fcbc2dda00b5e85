import type { RestaurantOrder } from '../../../../shared/client/api.ts'
import type { Floor, Seat } from './floor.ts'
import type { BillSums, Row } from './rows.ts'
import type { useOrder } from './use-order.ts'

/** Content of a bill's panel, and the ways out of it. */
export type BillPanelProps = {
  readonly title: string
  readonly floor: Floor
  readonly seat: Seat
  /** The open bills of the table, the oldest first. */
  readonly bills: readonly RestaurantOrder[]
  readonly rows: readonly Row[]
  readonly sums: BillSums
  readonly order: ReturnType<typeof useOrder>
  readonly onSeat: (seat: Seat) => void
  readonly onPay: () => void
  readonly onBack: () => void
  /** Called once an order is cancelled or merged into another. */
  readonly onOver: (orderId: string) => void
  /** Shows the dishes again, on a phone. */
  readonly onHide: () => void
}
