import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { pos, type ShopOrder } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShopDay } from '../../shop/use-today.ts'

/** A day's sales and bills of the shop, newest first; of today unless another day is chosen. */
export function useSalesOfDay() {
  const { failed } = useTill()
  const today = useShopDay()
  const [chosen, setChosen] = useState<string>()
  const day = chosen ?? today
  const [read, setRead] = useState<{ day: string; sales: readonly ShopOrder[] }>()
  const [trouble, setTrouble] = useState<string>()
  const wanted = useRef(day)
  wanted.current = day
  const readAgain = useCallback(async () => {
    try {
      const query = { startDate: day, endDate: day }
      const sales = await pos.orders.withPayments({ query })
      // A slow answer must not replace that of a day that was chosen since
      if (wanted.current !== day) return
      setRead({ day, sales })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [day, failed])
  useEffect(() => void readAgain(), [readAgain])
  return {
    today,
    day,
    /** Today is chosen by undefined, and goes on with the calendar. */
    choose: (next: string) => setChosen(next < today ? next : undefined),
    sales: read?.day === day ? read.sales : undefined,
    trouble,
    readAgain,
  }
}
