import * as z from 'zod'

/** Faults that can be switched on. null switches one off. */
const FaultSwitches = z.strictObject({
  /** delays every request */
  slowMs: z.int().min(1).max(120_000).nullish(),
  /** closes the connection before the request is processed */
  refuse: z.boolean().nullish(),
  /** processes the request, then closes the connection without a response */
  cut: z.boolean().nullish(),
  /** responds 500 without processing the request */
  status500: z.boolean().nullish(),
  /** processes the request, then responds 200 with JSON of another shape */
  wrongJson: z.boolean().nullish(),
  /** outgoing payments fail with this reason */
  paymentFailure: z.string().min(1).nullish(),
  /** what happens to the webhook of a received payment */
  webhook: z.enum(['lost', 'doubled', 'late', 'reordered']).nullish(),
  /** the delay of a late webhook; 3 s by default */
  webhookDelayMs: z.int().min(1).max(600_000).nullish(),
  /** restricts the request faults to paths with this prefix */
  path: z.string().startsWith('/').nullish(),
})
export type FaultSwitches = z.infer<typeof FaultSwitches>

export type Faults = ReturnType<typeof faultSwitches>

/** The faults of one node, all off at first. */
export function faultSwitches() {
  let switches: FaultSwitches = {}

  return {
    current: () => switches,
    /** Sets or clears the switches in `change`, leaves the others. Throws ZodError. */
    set(change: unknown): void {
      const merged = { ...switches, ...FaultSwitches.parse(change) }
      const on = Object.entries(merged).filter(([, value]) => value ?? false)
      switches = Object.fromEntries(on)
    },
    clear(): void {
      switches = {}
    },
    /** The faults that apply to a request to this path. */
    of: (path: string): FaultSwitches =>
      path.startsWith(switches.path ?? '/') ? switches : {},
  }
}
