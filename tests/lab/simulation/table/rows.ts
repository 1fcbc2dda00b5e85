import type { IndexSchema } from '../../../../shared/dynamodb/schema.ts'
import type { Key } from './requests.ts'
import { Sorted } from './sorted.ts'
import type { Attributes } from './values.ts'

const nothing = new Sorted<Attributes>()

/** Items by partition and sort key. */
export class Partitions {
  readonly #sorted = new Map<string, Sorted<Attributes>>()

  of(partition: string): Sorted<Attributes> {
    return this.#sorted.get(partition) ?? nothing
  }

  set(partition: string, sortKey: string, item: Attributes): void {
    const sorted = this.#sorted.get(partition) ?? new Sorted<Attributes>()
    this.#sorted.set(partition, sorted)
    sorted.set(sortKey, item)
  }

  delete(partition: string, sortKey: string): void {
    this.#sorted.get(partition)?.delete(sortKey)
  }

  all(): Attributes[] {
    return [...this.#sorted.values()].flatMap((sorted) => sorted.values())
  }
}

/** A secondary index: what it projects of the items that carry its keys. */
export class IndexRows {
  readonly schema: IndexSchema
  readonly rows = new Partitions()
  readonly #places = new Map<string, readonly [partition: string, sortKey: string]>()

  constructor(schema: IndexSchema) {
    this.schema = schema
  }

  /** Takes up an item as it is now; undefined when it was deleted. */
  follow({ pk, sk }: Key, item: Attributes | undefined): void {
    const name = `${pk}\n${sk}`
    const place = this.#places.get(name)
    if (place) this.rows.delete(...place)
    this.#places.delete(name)
    const partition = item?.[this.schema.pk]
    const sortKey = item?.[this.schema.sk]
    if (!item || typeof partition !== 'string' || typeof sortKey !== 'string') return
    const row = Object.fromEntries(
      ['pk', 'sk', this.schema.pk, this.schema.sk, ...this.schema.projects].flatMap(
        (attribute) => (attribute in item ? [[attribute, item[attribute]]] : []),
      ),
    ) as Attributes
    const unique = `${sortKey}\u0000${name}`
    this.rows.set(partition, unique, row)
    this.#places.set(name, [partition, unique])
  }
}
