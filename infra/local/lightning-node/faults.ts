import * as z from 'zod'

/** Faults that can be switched on; each is cleared by null. */
const FaultSwitches = z.strictObject({
  /** waits before anything else happens */
  slowMs: z.int().min(1).max(120_000).nullish(),
  /** breaks the connection before the request is acted on */
  refuse: z.boolean().nullish(),
  /** acts on the request, then breaks the connection instead of answering */
  cut: z.boolean().nullish(),
  /** answers 500 without acting on the request */
  status500: z.boolean().nullish(),
  /** acts on the request, then answers 200 with JSON of another shape */
  wrongJson: z.boolean().nullish(),
  /** payments fail, with this as the node's reason */
  paymentFailure: z.string().min(1).nullish(),
  /** what becomes of the webhook of a received payment */
  webhook: z.enum(['lost', 'doubled', 'late', 'reordered']).nullish(),
  /** how late a late webhook is; 3 s unless set */
  webhookDelayMs: z.int().min(1).max(600_000).nullish(),
  /** the faults of requests strike only paths that begin so */
  path: z.string().startsWith('/').nullish(),
})
export type FaultSwitches = z.infer<typeof FaultSwitches>

export type Faults = ReturnType<typeof faultSwitches>

/** The faults of one node, all off at first. */
export function faultSwitches() {
  let switches: FaultSwitches = {}

  return {
    current: () => switches,
    /** Sets or clears the switches given, leaves the others. Throws ZodError. */
    set(change: unknown): void {
      const merged = { ...switches, ...FaultSwitches.parse(change) }
      const on = Object.entries(merged).filter(([, value]) => value ?? false)
      switches = Object.fromEntries(on)
    },
    clear(): void {
      switches = {}
    },
    /** What strikes a request to this path. */
    of: (path: string): FaultSwitches =>
      path.startsWith(switches.path ?? '/') ? switches : {},
  }
}
