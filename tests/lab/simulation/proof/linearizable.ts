/** An operation on one key: when it was called, when it answered, and what. */
export type Operation<I, O> = {
  readonly input: I
  /** Undefined when it is unknown whether it happened. */
  readonly output: O | undefined
  readonly calledAt: number
  /** Infinite when that is unknown. */
  readonly answeredAt: number
}

/** Model of a key whose operations happen one by one. */
export type Model<S, I, O> = {
  readonly initial: S
  /**
   * The state after an operation; undefined when it could not have answered so in this
   * state. An unknown output fits every state in which the operation may have happened.
   */
  readonly apply: (state: S, input: I, output: O | undefined) => S | undefined
}

/**
 * True if some order of the operations explains all answers: an order in which no operation
 * comes before one that had answered when it was called. After Wing and Gong, with Lowe's
 * memory of tried states: a set of operations that happened, and the state after them.
 */
export function isLinearizable<S, I, O>(
  { initial, apply }: Model<S, I, O>,
  history: readonly Operation<I, O>[],
): boolean {
  const tried = new Set<string>()
  const known = history.filter(({ output }) => output !== undefined).length

  const search = (state: S, done: ReadonlySet<number>, knownDone: number): boolean => {
    // Those with an unknown outcome may not have happened
    if (knownDone === known) return true
    const name = `${[...done].sort((one, other) => one - other).join()}|${JSON.stringify(state)}`
    if (tried.has(name)) return false
    tried.add(name)
    const firstAnswer = Math.min(
      ...history
        .filter((_, at) => !done.has(at))
        .map(({ output, answeredAt }) =>
          output === undefined ? Number.POSITIVE_INFINITY : answeredAt,
        ),
    )
    return history.some(({ input, output, calledAt }, at) => {
      if (done.has(at) || calledAt > firstAnswer) return false
      const next = apply(state, input, output)
      if (next === undefined) return false
      return search(
        next,
        new Set([...done, at]),
        knownDone + (output === undefined ? 0 : 1),
      )
    })
  }

  return search(initial, new Set(), 0)
}
