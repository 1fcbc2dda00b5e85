import type { Scheduler } from '../machine/scheduler.ts'

type File = { text: string }

/**
 * The disk of the computer in the shop: what was written outlives the process. Each call is
 * a step, before or after which the process may die.
 */
export class Disk {
  readonly #files = new Map<string, File>()
  readonly #scheduler: Scheduler

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Takes the place of `node:fs/promises` for a process. `step` is called around a write. */
  module(step: (what: string) => Promise<void>) {
    const write = async (path: string, change: (file: File) => void) => {
      await step('disk')
      const file = this.#files.get(path) ?? { text: '' }
      this.#files.set(path, file)
      change(file)
      await step('disk answers')
    }
    return {
      readFile: async (path: string) => {
        const file = this.#files.get(path)
        if (!file) throw Object.assign(new Error(path), { code: 'ENOENT' })
        return file.text
      },
      rename: async (from: string, to: string) => {
        const file = this.#files.get(from)
        if (file) this.#files.set(to, { ...file })
      },
      writeFile: async (path: string, text: string) => {
        this.#files.set(path, { text: '' })
        await write(path, (file) => {
          file.text = text
        })
      },
      open: async (path: string) => {
        return {
          appendFile: (text: string) =>
            write(path, (file) => {
              file.text += text
            }),
          sync: async () => undefined,
          datasync: async () => undefined,
          close: async () => undefined,
          [Symbol.asyncDispose]: async () => undefined,
        }
      },
    }
  }

  /** A pause of which the seed decides when it ends. */
  turn = (what: string): Promise<void> => this.#scheduler.turn(what)
}
