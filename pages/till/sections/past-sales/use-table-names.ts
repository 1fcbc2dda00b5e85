import { useEffect, useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'

/**
 * Reads the names of a restaurant's tables by id; empty for a store, and for users who
 * may not read them.
 */
export function useTableNames(): ReadonlyMap<string, string> {
  const { shop, may } = useTill()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const hasTables = shop.settings.businessType === 'restaurant' && may('tables_read')
  useEffect(() => {
    if (!hasTables) return
    pos.tables.list().then(
      (tables) => setNames(new Map(tables.map(({ id, name }) => [id, name]))),
      // Sales and bills serve without the names, too
      () => undefined,
    )
  }, [hasTables])
  return names
}
