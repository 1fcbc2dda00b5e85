import type { ApprovalRequest } from '../../../shared/client/api.ts'
import type { AskForApproval } from '../../../shared/client/route.ts'

/** Permissions that a colleague may approve. */
export type Approvable = ApprovalRequest['permission']

/** A request that waits for a colleague. */
export type Asked = {
  readonly permission: Approvable
  /** The request's effect and amount, in a sentence. */
  readonly what: string
  readonly request: Parameters<AskForApproval>[0]
  readonly approve: (approval: string) => void
  readonly cancel: () => void
}

/** Thrown when nobody has approved a request: it was not sent. */
export class NotApproved extends Error {}
