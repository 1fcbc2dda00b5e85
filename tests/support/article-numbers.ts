import { randomInt } from 'node:crypto'

/** A GTIN-14 of twelve digits that nothing has yet, and that has no UPC-E. */
export function newArticleNumber(): string {
  const digits = `000${randomInt(10 ** 9, 10 ** 10)}`
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Its spellings: UPC-A, EAN-13 and GTIN-14. */
export const spelled = (gtin: string) => [gtin.slice(2), gtin.slice(1), gtin]
