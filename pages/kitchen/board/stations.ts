import { useEffect, useState } from 'preact/hooks'
import type { Category, Printer } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import type { Wanted } from './tickets.ts'

/** Possible stations of a screen: all of the kitchen, one of its printers, or one category. */
export type Stations = {
  readonly printers: readonly Printer[]
  readonly categories: readonly Category[]
}

export const noStations: Stations = { printers: [], categories: [] }

/** The stations of the shop, once they are read; categories where the role shows them. */
export function useStations(mayReadCategories: boolean): Stations {
  const [stations, setStations] = useState(noStations)
  useEffect(() => {
    const read = async () => {
      const [printers, categories] = await Promise.all([
        pos.printers.list(),
        mayReadCategories ? pos.categories.list({ query: { type: 'dish' } }) : [],
      ])
      const cooks = printers.filter(
        ({ printerType, enabled }) => printerType !== 'CUSTOMER' && enabled,
      )
      setStations({ printers: cooks, categories })
    }
    // Without them the screen shows everything, which loses no ticket.
    read().catch(() => undefined)
  }, [mayReadCategories])
  return stations
}

/**
 * Returns a test for the lines that a station makes; every station makes those of deleted
 * dishes.
 */
export function wantedAt(station: string, { printers, categories }: Stations): Wanted {
  const printer = printers.find(({ id }) => station === `printer ${id}`)
  const category = categories.find(({ id }) => station === `category ${id}`)
  const ids = printer?.categoryIds ?? (category ? [category.id] : [])
  if (ids.length === 0) return () => true
  return ({ categoryId }) => categoryId === null || ids.includes(categoryId)
}
