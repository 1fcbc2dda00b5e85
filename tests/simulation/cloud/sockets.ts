/** The open sockets of clients, and the frames that each has received. */
export class Sockets {
  readonly frames = new Map<string, string[]>()
  readonly #open = new Set<string>()

  open(id: string): void {
    this.#open.add(id)
    this.frames.set(id, [])
  }

  /** Whether the socket is open. */
  post(id: string, frame: string): boolean {
    if (!this.#open.has(id)) return false
    this.frames.get(id)?.push(frame)
    return true
  }

  close(id: string): boolean {
    return this.#open.delete(id)
  }
}
