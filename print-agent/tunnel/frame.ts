import * as z from 'zod'

/** A request to the node, as the cloud pushes it. */
export const TunnelFrame = z.object({
  id: z.string().min(1).max(200),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  form: z.record(z.string(), z.string()).nullable(),
})
export type TunnelFrame = z.infer<typeof TunnelFrame>

/** What goes back; `sent` says whether the request may have reached the node. */
export type TunnelAnswer =
  | { status: number; body: string }
  | { failure: 'unreachable' | 'timeout' | 'cut'; sent: boolean }
