import { conditionsSeen } from './conditions.ts'
import { conditions, updates } from './operations.ts'
import { updatesSeen } from './updates.ts'

/**
 * The parts of the expressions that were sent to the table in memory so far, and that the
 * random requests of `operations.ts` never have: these are not compared with the engine.
 */
export function shapesNotCompared(): string[] {
  const compared = new Set([
    ...conditions.flatMap(partsOfCondition),
    ...updates.flatMap(partsOfUpdate),
    ...partsOfCondition('#pk = :pk AND #sk BETWEEN :from AND :to'),
  ])
  const sent = new Set([
    ...conditionsSeen().flatMap(partsOfCondition),
    ...updatesSeen().flatMap(partsOfUpdate),
  ])
  return [...sent].filter((part) => !compared.has(part)).sort()
}

/** Names, values, places in lists and the length of an `IN` make no difference. */
const plain = (expression: string) =>
  expression
    .replace(/#\w+/g, '#')
    .replace(/:\w+/g, ':')
    .replace(/\[\d+\]/g, '[0]')
    .replace(/BETWEEN : AND :/g, 'BETWEEN :')
    .replace(/IN \(:(, :)*\)/g, 'IN :')

/** Comparisons and functions, and the words that join them. */
function partsOfCondition(expression: string): string[] {
  const text = plain(expression)
  const joins = text.match(/\b(AND|OR|NOT)\b/g) ?? []
  const tests = text.replace(/(?<!\w)\(/g, '').split(/\bAND\b|\bOR\b|\bNOT\b/)
  return [...joins, ...tests.map((test) => `condition ${withoutEnds(test.trim())}`)]
}

/** Without the brackets that close what began before it. */
const withoutEnds = (test: string) =>
  test.includes('(') ? test.replace(/\)+$/, ')') : test.replace(/\)+$/, '')

/** Each change with the word of its clause. */
const partsOfUpdate = (expression: string): string[] =>
  plain(expression)
    .split(/\b(?=SET |ADD |REMOVE )/)
    .flatMap((clause) => {
      const [word = '', ...rest] = clause.trim().split(' ')
      return rest
        .join(' ')
        .split(/,(?![^(]*\))/)
        .map((change) => `${word} ${change.trim()}`)
    })
