import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Category, Dish } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import { useTill } from '../shop/till.tsx'

/** What the restaurant serves. */
export type Menu = {
  readonly dishes: readonly Dish[]
  readonly categories: readonly Category[]
}

/** The menu, read when an order is opened and with the catalogue: dishes run out during a day. */
export function useMenu(orderKey: string) {
  const { may, shop, failed } = useTill()
  const [menu, setMenu] = useState<Menu>()
  const [trouble, setTrouble] = useState<string>()
  const read = useCallback(async () => {
    try {
      const [dishes, categories] = await Promise.all([
        may('dish_read') ? pos.dishes.list() : [],
        may('categories_read') ? pos.categories.list({ query: { type: 'dish' } }) : [],
      ])
      setMenu({ dishes, categories })
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [may, failed])
  useEffect(() => void read(), [read, orderKey, shop])
  return { menu, trouble, readMenu: read }
}
