import { PosError } from '../../shared/client/pos-error.ts'

/** The product that has a code, where that is why something could not be saved. */
export function ownerOf(error: unknown) {
  if (!(error instanceof PosError) || error.code !== 'already_exists') return undefined
  const { takenCode, productName } = error.body as Readonly<Record<string, unknown>>
  if (typeof takenCode !== 'string' || typeof productName !== 'string') return undefined
  return { name: productName, code: takenCode }
}
