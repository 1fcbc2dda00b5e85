import { isDeepStrictEqual } from 'node:util'
import { keyOf, needed, type Write, type Writes } from './write.ts'

/**
 * The writes of several changes that share a transaction, which takes one action per record.
 * Where two changes count at the same record, or check the same condition of it, one action
 * does for both.
 */
export class WriteBatch {
  #writes = new Map<string, Write>()

  get writes(): Write[] {
    return [...this.#writes.values()]
  }

  /**
   * Adds the writes of a change. Returns false, and adds none, if they would be more than
   * `most` actions, or if the record of one has an action that cannot be the same.
   */
  add(given: Writes, most: number): boolean {
    const joined = new Map(this.#writes)
    for (const write of needed(given)) {
      const { pk, sk } = keyOf(write)
      const name = `${pk}\n${sk}`
      const there = joined.get(name)
      const one = there ? asOne(there, write) : write
      if (!one) return false
      joined.set(name, one)
    }
    if (joined.size > most) return false
    this.#writes = joined
    return true
  }
}

function asOne(one: Write, other: Write): Write | undefined {
  if (one.action.ConditionCheck && isDeepStrictEqual(one.action, other.action)) return one
  const [{ Update: first }, { Update: second }] = [one.action, other.action]
  if (!first || !second || !onlyCounts(first.UpdateExpression)) return undefined
  // A limit that holds for each of two numbers need not hold for their sum
  if (/[<>]/.test(first.ConditionExpression ?? '')) return undefined
  const { ExpressionAttributeValues: values = {}, ...rest } = first
  const { ExpressionAttributeValues: others = {}, ...otherRest } = second
  const counted = new Set(first.UpdateExpression?.match(/:\w+/g))
  const fixed = (all: object) =>
    Object.entries(all).filter(([name]) => !counted.has(name))
  if (!isDeepStrictEqual([rest, fixed(values)], [otherRest, fixed(others)]))
    return undefined
  const sums = [...counted].map((name) => [name, values[name] + others[name]])
  const ExpressionAttributeValues = { ...values, ...Object.fromEntries(sums) }
  return { ...one, action: { Update: { ...first, ExpressionAttributeValues } } }
}

const onlyCounts = (expression = '') => /^ADD (?!.*\b(SET|REMOVE)\b)/.test(expression)
