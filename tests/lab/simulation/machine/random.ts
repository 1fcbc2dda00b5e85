/** A random generator that a seed determines (sfc32). */
export class Random {
  #a: number
  #b: number
  #c = 0x9e3779b9
  #count = 1

  /** `stream` makes generators of one seed independent of each other. */
  constructor(seed: number, stream = '') {
    this.#a = seed >>> 0
    this.#b = Buffer.from(stream).reduce(
      (hash, byte) => Math.imul(hash ^ byte, 0x01000193),
      0x811c9dc5,
    )
    for (let round = 0; round < 12; round += 1) this.next()
  }

  /** A number in [0, 1). */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[this.below(list.length)] as T
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)))
  }

  /** A UUID of version 4. */
  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const bytes = this.bytes(16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
