import type { AttributeValue } from '@aws-sdk/client-dynamodb'

export type Attributes = Readonly<Record<string, AttributeValue>>

/** The size of an item in bytes, by DynamoDB's rules: names and values in UTF-8. */
export const itemBytes = (item: Attributes): number =>
  sum(Object.entries(item).map(([name, value]) => textBytes(name) + valueBytes(value)))

// A list or a map takes 3 bytes, plus 1 byte for each element
const containerBytes = 3

function valueBytes({ S, N, B, SS, NS, BS, L, M }: AttributeValue): number {
  if (S !== undefined) return textBytes(S)
  if (N !== undefined) return numberBytes(N)
  if (B !== undefined) return B.length
  if (SS) return sum(SS.map(textBytes))
  if (NS) return sum(NS.map(numberBytes))
  if (BS) return sum(BS.map((bytes) => bytes.length))
  if (L) return containerBytes + L.length + sum(L.map(valueBytes))
  if (M) return containerBytes + Object.keys(M).length + itemBytes(M)
  return 1
}

/** One byte for two significant digits, one for the exponent, one for a minus. */
function numberBytes(text: string): number {
  const digits = text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

const textBytes = (text: string) => Buffer.byteLength(text)

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
