import { textOrder } from './values.ts'

/** Values by their sort keys, in the order of the keys' UTF-8 bytes. */
export class Sorted<T> {
  readonly #keys: string[] = []
  readonly #values = new Map<string, T>()

  get size(): number {
    return this.#keys.length
  }

  get(key: string): T | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: T): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#placeOf(key), 0, key)
    this.#values.set(key, value)
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.#placeOf(key), 1)
  }

  /** All values in order. */
  values(): T[] {
    return this.#keys.map((key) => this.#values.get(key) as T)
  }

  /** Where a key stands, or would stand. */
  #placeOf(key: string): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (textOrder(this.#keys[middle] ?? '', key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
