import { useEffect, useState } from 'preact/hooks'
import type { RestaurantOrder } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { useTableNames } from './use-table-names.ts'

type Props = {
  readonly isBusy: boolean
  /** Called with what the bill was shown as, too. */
  readonly onBill: (orderId: string, bill: string) => void
}

/** The bills that are open, by their tables. */
export function OpenBills({ isBusy, onBill }: Props) {
  const texts = usePastSalesTexts()
  const { money } = useFormats()
  const { failed } = useTill()
  const tableNames = useTableNames()
  const [bills, setBills] = useState<readonly RestaurantOrder[]>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    pos.orders.ofStatus({ params: { status: 'open' } }).then(
      (orders) => setBills(typeof orders === 'string' ? [] : orders),
      (error: unknown) => setTrouble(failed(error)),
    )
  }, [failed])
  return (
    <>
      <p role="status">{bills?.length === 0 ? texts.noBills : texts.chooseBill}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <ul class="units">
        {bills?.map(({ id, tableId, total }) => {
          const table = tableNames.get(tableId ?? '') ?? null
          const bill = texts.bill(table, money(Math.round(total * 100)))
          return (
            <li key={id}>
              <button
                type="button"
                class="sale"
                disabled={isBusy}
                onClick={() => onBill(id, bill)}
              >
                {bill}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
