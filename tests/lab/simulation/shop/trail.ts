import type { AuditKind } from '../../../../shared/people/audit/audit-entry.ts'
import type { HttpResponse } from '../cloud/http.ts'
import { Random } from '../machine/random.ts'
import { Client } from './client.ts'
import type { Outcome, World } from './world.ts'

/** An operation that has an entry in the audit trail if it was done, and else none. */
export type Audited = {
  readonly kind: AuditKind
  /** The id of the record, or for people and roles the name; null for none. */
  readonly subject: string | null
  readonly outcome: Outcome
}

/**
 * Returns the outcome of an operation. Only under a key is a refusal final: else an
 * attempt that was given up may still reach the table.
 */
export function outcomeOf(answer: HttpResponse | undefined, isKeyed: boolean): Outcome {
  if (answer && answer.status < 300) return 'done'
  return answer && isKeyed ? 'refused' : 'unknown'
}

/** Notes an operation that the audit trail must list if it was done. */
export function noteAudited(
  { audited }: World,
  kind: AuditKind,
  subject: string | null,
  outcome: Outcome,
): void {
  audited.push({ kind, subject, outcome })
}

/** An administrator reads the audit trail after all other work. */
export async function readAuditTrail(world: World): Promise<void> {
  const { cloud, shop } = world
  const client = new Client(cloud, new Random(1, 'auditor'), shop.cookies)
  const answer = await client.send('GET', '/audit', undefined, { isRepeatable: true })
  const entries = (answer?.body ?? []) as { readonly id: string }[]
  world.listed = entries.map(({ id }) => id)
}
