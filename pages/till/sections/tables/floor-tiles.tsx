import type { RestaurantOrder } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { type Place, type Seat, sumOfBills } from './floor.ts'

type Names = { readonly names: ReadonlyMap<string, string> }
type Seating = { readonly onSeat: (seat: Seat) => void }

type TableProps = Names & Seating & { readonly place: Place }

/** Shows a table: free, or its server and the amount due. */
export function TableTile({ place: { table, bills, state }, names, onSeat }: TableProps) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const [first] = bills
  const waiter = first && names.get(first.userId)
  return (
    <button
      type="button"
      class={`place ${state}`}
      onClick={() => onSeat({ tableId: table.id, orderId: first?.id })}
    >
      <strong class="place-name">{table.name}</strong>
      <span class="small">
        {texts[state]}
        {waiter && ` · ${waiter}`}
      </span>
      {first && <strong class="figure">{money(sumOfBills(bills))}</strong>}
      {bills.length > 1 && <span class="small">{texts.bills(bills.length)}</span>}
    </button>
  )
}

type BillProps = Names & Seating & { readonly bill: RestaurantOrder }

/** Shows an order without a table: its time, its server, and the amount due. */
export function BillTile({ bill, names, onSeat }: BillProps) {
  const { money, time } = useFormats()
  return (
    <button
      type="button"
      class="place taken"
      onClick={() => onSeat({ tableId: bill.tableId, orderId: bill.id })}
    >
      <strong class="place-name">{time(Date.parse(bill.createdAt))}</strong>
      <span class="small">{names.get(bill.userId)}</span>
      <strong class="figure">{money(sumOfBills([bill]))}</strong>
    </button>
  )
}

type PlusProps = { readonly label: string; readonly onTap: () => void }

/** A tile that adds something. */
export function PlusTile({ label, onTap }: PlusProps) {
  return (
    <button type="button" class="place plus" onClick={onTap}>
      <strong class="place-name" aria-hidden="true">
        +
      </strong>
      <span>{label}</span>
    </button>
  )
}
