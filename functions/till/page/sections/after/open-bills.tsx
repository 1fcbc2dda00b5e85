import { useEffect, useState } from 'preact/hooks'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useAfterTexts } from './use-after-texts.ts'

type Bill = {
  readonly id: string
  readonly table: string | null
  readonly cents: number
}

type Props = {
  readonly isBusy: boolean
  /** Called with what the bill was shown as, too. */
  readonly onBill: (orderId: string, bill: string) => void
}

/** The bills that are open, by their tables. */
export function OpenBills({ isBusy, onBill }: Props) {
  const texts = useAfterTexts()
  const { money } = useFormats()
  const { may, failed } = useTill()
  const [bills, setBills] = useState<readonly Bill[]>()
  const [trouble, setTrouble] = useState<string>()
  const seesTables = may('tables_read')
  useEffect(() => {
    readBills(seesTables).then(setBills, (error: unknown) => setTrouble(failed(error)))
  }, [seesTables, failed])
  return (
    <>
      <p role="status">{bills?.length === 0 ? texts.noBills : texts.chooseBill}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <ul class="units">
        {bills?.map(({ id, table, cents }) => {
          const bill = texts.bill(table, money(cents))
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

async function readBills(seesTables: boolean): Promise<Bill[]> {
  const [orders, tables] = await Promise.all([
    pos.orders.ofStatus({ params: { status: 'open' } }),
    seesTables ? pos.tables.list() : [],
  ])
  const names = new Map(tables.map(({ id, name }) => [id, name]))
  const open = typeof orders === 'string' ? [] : orders
  return open.map(({ id, tableId, total }) => ({
    id,
    table: (tableId && names.get(tableId)) ?? null,
    cents: Math.round(total * 100),
  }))
}
