import { type Attributes, textOrder } from './values.ts'

/** The items of one partition, in the order of their sort keys. */
class Partition {
  readonly items = new Map<string, Attributes>()
  #sorted: readonly Attributes[] | undefined

  set(sortKey: string, item: Attributes | undefined): void {
    if (item) this.items.set(sortKey, item)
    else this.items.delete(sortKey)
    this.#sorted = undefined
  }

  sorted(): readonly Attributes[] {
    this.#sorted ??= [...this.items]
      .sort(([one], [other]) => textOrder(one, other))
      .map(([, item]) => item)
    return this.#sorted
  }
}

/** Items by partition and sort key. */
export class Rows {
  readonly #partitions = new Map<string, Partition>()

  get(partition: string, sortKey: string): Attributes | undefined {
    return this.#partitions.get(partition)?.items.get(sortKey)
  }

  /** Stores an item, or deletes it when there is none. */
  set(partition: string, sortKey: string, item: Attributes | undefined): void {
    const found = this.#partitions.get(partition) ?? new Partition()
    this.#partitions.set(partition, found)
    found.set(sortKey, item)
  }

  of(partition: string): readonly Attributes[] {
    return this.#partitions.get(partition)?.sorted() ?? []
  }

  all(): Attributes[] {
    return [...this.#partitions.values()].flatMap((each) => each.sorted())
  }
}
