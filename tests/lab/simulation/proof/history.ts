import type { Scheduler } from '../machine/scheduler.ts'
import { isLinearizable, type Model, type Operation } from './linearizable.ts'

type Recorded = {
  readonly model: Model<unknown, unknown, unknown>
  readonly operations: Operation<unknown, unknown>[]
}

/** Everything that clients asked and were answered, by key. */
export class History {
  readonly #scheduler: Scheduler
  readonly #keys = new Map<string, Recorded>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /**
   * Records an operation on a key while it runs. `observe` returns what the answer means for
   * the key: undefined when that is unknown, `nothing` when it says nothing about the key.
   */
  async record<S, I, O, A>(
    key: string,
    model: Model<S, I, O>,
    input: I,
    operation: () => Promise<A>,
    observe: (answer: A) => O | undefined | typeof nothing,
  ): Promise<A> {
    const calledAt = this.#scheduler.taken
    const answer = await operation()
    const output = observe(answer)
    if (output === nothing) return answer
    const recorded: Recorded = this.#keys.get(key) ?? {
      model: model as Model<unknown, unknown, unknown>,
      operations: [],
    }
    this.#keys.set(key, recorded)
    recorded.operations.push({
      input,
      output,
      calledAt,
      answeredAt: output === undefined ? Number.POSITIVE_INFINITY : this.#scheduler.taken,
    })
    return answer
  }

  /** The keys whose answers no order of the operations explains. */
  faults(): string[] {
    return [...this.#keys]
      .filter(([, { model, operations }]) => !isLinearizable(model, operations))
      .map(([key, { operations }]) => `${key} is not linearizable: ${told(operations)}`)
  }
}

/** An answer that says nothing about the key. */
export const nothing = Symbol('nothing')

const told = (operations: readonly Operation<unknown, unknown>[]) =>
  operations
    .map(
      ({ input, output, calledAt, answeredAt }) =>
        `${calledAt}-${answeredAt} ${JSON.stringify(input)} => ${JSON.stringify(output)}`,
    )
    .join('; ')
