import type { AuditKind } from '../../../shared/audit/audit-entry.ts'
import type { HttpResponse } from '../cloud/http.ts'
import type { Outcome, World } from './world.ts'

/** An operation that has an entry in the audit trail if it was done, and else none. */
export type Audited = {
  readonly kind: AuditKind
  /** The id of the record, or for people and roles the name; null for none. */
  readonly subject: string | null
  readonly outcome: Outcome
}

/**
 * What became of an operation. Only under a key is a refusal final: else an attempt that was
 * given up may still reach the table.
 */
export function outcomeOf(answer: HttpResponse | undefined, isKeyed: boolean): Outcome {
  if (answer && answer.status < 300) return 'done'
  return answer && isKeyed ? 'refused' : 'unknown'
}

/** Notes an operation that the audit trail must tell of if it was done. */
export function noteAudited(
  { audited }: World,
  kind: AuditKind,
  subject: string | null,
  outcome: Outcome,
): void {
  audited.push({ kind, subject, outcome })
}
