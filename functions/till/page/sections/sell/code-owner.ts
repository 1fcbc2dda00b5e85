import { pos } from '../../../../../page-parts/pos.ts'
import { PosError } from '../../../../../shared/client/pos-error.ts'

/** Whether a SKU or barcode belongs to something else. */
export const isTaken = (error: unknown): boolean =>
  error instanceof PosError && error.code === 'already_exists'

/** The product that has one of these codes and is not that one, as far as the till may see it. */
export async function findOwner(codes: readonly string[], exceptId: string | undefined) {
  for (const code of codes) {
    const owner = await pos.products.byCode({ params: { code } }).catch(() => undefined)
    if (owner && owner.id !== exceptId) return { name: owner.name, code }
  }
  return undefined
}
