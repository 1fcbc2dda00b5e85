/** Requests to the API since the last report, and their answers. */
export type RequestFigures = {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers of 400 and above by status; 0 where there was no answer. */
  readonly errors: ReadonlyMap<number, number>
}

/** Records every request of the clients that use its fetch. */
export function requestRecorder() {
  let times: number[] = []
  let errors = new Map<number, number>()
  const failed = (status: number) => errors.set(status, (errors.get(status) ?? 0) + 1)

  const record: typeof fetch = async (input, init) => {
    const startMs = performance.now()
    try {
      const response = await fetch(input, init)
      if (response.status >= 400) failed(response.status)
      return response
    } catch (error) {
      failed(0)
      throw error
    } finally {
      times.push(performance.now() - startMs)
    }
  }

  return {
    fetch: record,
    /** The figures since the last call. */
    take: (): RequestFigures => {
      const sorted = times.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
      const figures = {
        requests: sorted.length,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        errors,
      }
      times = []
      errors = new Map()
      return figures
    },
  }
}

export type RequestRecorder = ReturnType<typeof requestRecorder>
