import { Failure } from '../../failure.ts'

/** In characters. Releases up to 0.3 stored longer names, which stay. */
export const maxNameLength = 200

/** Throws `invalid` for a name that is too long, unless the record has it already. */
export function refuseLongName(to: string, from?: string | null, field = 'name'): void {
  if (to.length <= maxNameLength || to === from) return
  throw new Failure('invalid', { fault: `${field}: is too long`, field })
}
