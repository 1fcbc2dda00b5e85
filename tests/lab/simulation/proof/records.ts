import type { Attributes } from '../table/values.ts'

/** The records of a table, to look at after everything was done. */
export class Records {
  readonly #items: readonly Attributes[]
  readonly #partitions: ReadonlyMap<unknown, readonly Attributes[]>
  readonly #byKey: ReadonlyMap<string, Attributes>

  constructor(items: readonly Attributes[]) {
    this.#items = items
    this.#partitions = Map.groupBy(items, ({ pk }) => pk)
    this.#byKey = new Map(items.map((item) => [JSON.stringify([item.pk, item.sk]), item]))
  }

  /** The records of a partition, as what they are said to be. */
  in<T>(pk: string): readonly T[] {
    return (this.#partitions.get(pk) ?? []) as unknown as readonly T[]
  }

  /** The records whose partition begins so. */
  startingWith<T>(prefix: string, sk?: string): readonly T[] {
    return this.#items.filter(
      (item) =>
        typeof item.pk === 'string' &&
        item.pk.startsWith(prefix) &&
        (sk === undefined || item.sk === sk),
    ) as unknown as readonly T[]
  }

  one<T>(pk: string, sk: string): T | undefined {
    return this.#byKey.get(JSON.stringify([pk, sk])) as unknown as T | undefined
  }
}

/** Findings of an audit: a line for each fault. */
export class Findings {
  readonly lines: string[] = []

  /** Notes a fault unless both are equal. */
  equal(what: string, found: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
    if (one !== other) this.lines.push(`${what}: found ${one}, expected ${other}`)
  }

  isTrue(what: string, holds: boolean): void {
    if (!holds) this.lines.push(what)
  }
}

export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0)
