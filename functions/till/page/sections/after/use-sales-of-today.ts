import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos, type ShopOrder } from '../../../../../page-parts/pos.ts'
import { useTill } from '../../shop/till.tsx'

/** Today's sales and bills of the shop, newest first, read when the section is opened. */
export function useSalesOfToday() {
  const { shop, failed } = useTill()
  const [sales, setSales] = useState<readonly ShopOrder[]>()
  const [trouble, setTrouble] = useState<string>()
  const { timezone } = shop.settings
  const read = useCallback(async () => {
    const today = dateIn(timezone ?? 'UTC')
    try {
      const query = { startDate: today, endDate: today }
      setSales(await pos.orders.withPayments({ query }))
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [timezone, failed])
  useEffect(() => void read(), [read])
  return { sales, trouble, read }
}

/** Today's date in the zone by which the shop counts its days; Swedish dates are ISO 8601. */
const dateIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format()
