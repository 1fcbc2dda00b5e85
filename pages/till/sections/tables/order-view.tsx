import { useMemo, useRef, useState } from 'preact/hooks'
import type { Dish, NewLine } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { taxesOn } from '../../cart/priced-cart.ts'
import { PayDialog } from '../../payment/pay-dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { useToday } from '../../shop/use-today.ts'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { BillPanel } from './bill-panel.tsx'
import { DishDialog } from './dish-dialog.tsx'
import { Dishes } from './dishes.tsx'
import { billsAt, type Floor, type Seat } from './floor.ts'
import { payableBill } from './payable-bill.ts'
import { isSold, rowsOf, sumsOf } from './rows.ts'
import { maySettle } from './settlement-needs.ts'
import { UnfiredDialog } from './unfired-dialog.tsx'
import { useOrder } from './use-order.ts'

type Props = {
  readonly floor: Floor
  readonly seat: Seat
  readonly onSeat: (seat: Seat) => void
  /** Reads the floor again. */
  readonly onFloor: () => Promise<void>
  readonly onBack: () => void
  /** Called once an order is paid, cancelled or merged into another. */
  readonly onOver: (orderId: string) => void
}

/** The dishes beside the order of a table; on a phone one at a time. */
export function OrderView({ floor, seat, onSeat, onFloor, onBack, onOver }: Props) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { shop, user, may, readChange } = useTill()
  const { menu } = shop
  const today = useToday()
  const [isPaying, setPaying] = useState(false)
  const [isUnfiredShown, setUnfiredShown] = useState(false)
  const latest = useOrder(seat, floor, (orderId) => {
    onSeat({ ...seat, orderId })
    void onFloor()
  })
  // An order that is being paid here does not close its view.
  const order = isPaying ? { ...latest, isOver: false } : latest
  const [asked, setAsked] = useState<Dish>()
  const [isWithNote, setWithNote] = useState(false)
  const [isOrderShown, setOrderShown] = useState(seat.orderId !== undefined)
  const isPaid = useRef(false)
  const [said, setSaid] = useState('')

  const rows = useMemo(
    () => (order.complete ? rowsOf(order.complete, menu.dishes) : []),
    [order.complete, menu],
  )
  const prepaid = order.complete?.order.prepaid ?? []
  const sums = sumsOf(
    rows,
    {
      discountCents: order.complete?.order.discountAmount ?? 0,
      prepaidCents: prepaid.reduce((sum, { cents }) => sum + cents, 0),
    },
    {
      taxes: taxesOn(shop.taxes, today),
      pricesIncludeTax: shop.settings.pricesIncludeTax,
      smallestCents: shop.smallestCents,
    },
  )
  const table = floor.tables.find(({ id }) => id === seat.tableId)
  const title = table ? texts.table(table.name) : texts.noTable
  const bills = seat.tableId ? billsAt(floor.orders, seat.tableId) : []
  /** On to the next bill of the table, if it has another, else back to the tables. */
  const leavePayment = () => {
    setPaying(false)
    if (!isPaid.current) return void order.read()
    isPaid.current = false
    if (seat.orderId) onOver(seat.orderId)
    const next = bills.find(({ id }) => id !== seat.orderId)
    if (!next) return onBack()
    onSeat({ ...seat, orderId: next.id })
    void onFloor()
  }
  const add = async (dish: Dish, lines: readonly NewLine[]) => {
    setAsked(undefined)
    setWithNote(false)
    if (await order.add(lines)) setSaid(texts.added(dish.name))
  }
  const choose = (dish: Dish) => {
    if (isWithNote || dish.modifierGroupIds.length > 0) setAsked(dish)
    else void add(dish, [{ dishId: dish.id, priceAtOrder: dish.price }])
  }
  const unfired = rows.filter(({ status }) => status === 'pending')
  const pay = () => {
    setUnfiredShown(false)
    setPaying(true)
  }
  const fireAndPay = async () => {
    setUnfiredShown(false)
    const body = { onScreen: true }
    if (await order.run((id) => pos.printers.fire({ params: { id }, body })))
      setPaying(true)
  }
  const count = rows.filter(isSold).reduce((sum, { ids }) => sum + ids.length, 0)
  return (
    <main class={isOrderShown ? 'sell tables with-cart' : 'sell tables'}>
      <Dishes
        menu={menu}
        isWithNote={isWithNote}
        onWithNote={setWithNote}
        onChoose={choose}
        onBack={onBack}
        onMenu={readChange}
        mayAdd={may('orders_create') && !order.isOver}
      />
      <BillPanel
        title={title}
        floor={floor}
        seat={seat}
        bills={bills}
        rows={rows}
        sums={sums}
        order={order}
        onSeat={(next) => {
          onSeat(next)
          void onFloor()
        }}
        onPay={() => (unfired.length > 0 ? setUnfiredShown(true) : setPaying(true))}
        onBack={onBack}
        onOver={onOver}
        onHide={() => setOrderShown(false)}
      />
      <button type="button" class="strong show-cart" onClick={() => setOrderShown(true)}>
        <span>
          {title} · {texts.items(count)}
        </span>
        <strong>{money(sums.dueCents)}</strong>
      </button>
      <p class="for-screen-readers" role="status">
        {said}
      </p>
      {asked && (
        <DishDialog
          dish={asked}
          onOrder={(lines) => void add(asked, lines)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {isUnfiredShown && (
        <UnfiredDialog
          rows={unfired}
          onFire={() => void fireAndPay()}
          onPay={pay}
          onClose={() => setUnfiredShown(false)}
        />
      )}
      {isPaying && seat.orderId && (
        <PayDialog
          payable={payableBill(
            {
              orderId: seat.orderId,
              title,
              rows,
              sums,
              needs: maySettle(may) ? undefined : 'orders_settle',
            },
            user.userId,
          )}
          onPaid={() => {
            isPaid.current = true
          }}
          onClose={leavePayment}
        />
      )}
    </main>
  )
}
