import type { Writes } from '../../platform/dynamodb/write.ts'
import type { Plan } from './planner.ts'

/** The shop's records of a kind, found by their names or codes while rows are imported. */
export class Known<T extends { readonly id: string }> {
  readonly #records = new Map<string, T>()
  readonly #ids = new Map<string, Set<string>>()
  readonly #stale = new Set<string>()
  readonly #keysOf: (record: T) => readonly string[]
  readonly #read: (id: string) => Promise<T | undefined>

  constructor(
    records: readonly T[],
    keysOf: (record: T) => readonly string[],
    read: (id: string) => Promise<T | undefined>,
  ) {
    this.#keysOf = keysOf
    this.#read = read
    for (const record of records) this.add(record)
  }

  add(record: T): void {
    this.#records.set(record.id, record)
    for (const key of this.#keysOf(record)) {
      const ids = this.#ids.get(key) ?? new Set()
      this.#ids.set(key, ids.add(record.id))
    }
  }

  /** The records with a key as they are now, as far as this import knows. */
  async find(key: string): Promise<T[]> {
    const found: T[] = []
    for (const id of this.#ids.get(key) ?? []) {
      const record = await this.#current(id)
      if (record && this.#keysOf(record).includes(key)) found.push(record)
    }
    return found
  }

  /** Reads records with a key again when they are asked for next. */
  forget(key: string): void {
    for (const id of this.#ids.get(key) ?? []) this.#stale.add(id)
  }

  /** Returns the plan of a row that adds a record. */
  added(identity: string, record: T, writes: Writes): Plan {
    return { identity, outcome: 'added', writes, remember: () => this.add(record) }
  }

  /**
   * Returns the plan of a row that changes the records with a key; `before` holds their cells.
   */
  changed(identity: string, writes: Writes, before: Plan['before'] = {}): Plan {
    const remember = () => this.forget(identity)
    return { identity, outcome: 'changed', writes, before, remember }
  }

  async #current(id: string): Promise<T | undefined> {
    if (!this.#stale.delete(id)) return this.#records.get(id)
    const record = await this.#read(id)
    if (record) this.add(record)
    else this.#records.delete(id)
    return record
  }
}
