import { randomInt } from 'node:crypto'

/** Without letters and digits that are read wrongly: 0 and O, 1, I and L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code of 60 bits that can be read aloud: `K7WM-3FQP-ZT2H`. */
export function newSetupCode(): string {
  const part = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [part(), part(), part()].join('-')
}
