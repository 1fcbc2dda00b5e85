import { expect, it } from 'vitest'
import { csvOf } from '../../shared/csv.ts'

const cellOf = (text: string) =>
  csvOf(['text'], [{ text }]).split('\r\n').slice(1, -1).join('\r\n')

it.each(['=1+1', 'Tea;=1+1', 'Tea,+1', 'a\t-1', 'a|@x', 'a\n =1', 'a;"=1', "a;' =1"])(
  'a cell that a spreadsheet may run is defused: %j',
  (text) => expect(cellOf(text)).toMatch(/^"?'/),
)

it.each(['Tea, green', 'a-b', '1 = 1', 'x;y', "Ana's; tea"])('others stay: %j', (text) =>
  expect(cellOf(text)).not.toMatch(/^"?'/),
)
