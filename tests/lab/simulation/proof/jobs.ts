import type { JobRecord } from '../../../../shared/paper/jobs/job-records.ts'
import type { Invocation } from '../machine/instance.ts'
import { changesOf, type Step } from '../steps/step.ts'
import type { Findings, Records } from './records.ts'

/** Print jobs, and which run of a function recorded each. */
export class Jobs {
  readonly #senders = new Map<string, Invocation | undefined>()

  check = (step: Step): void => {
    const made = changesOf<JobRecord>(step, { pk: 'PRINT-JOBS' })
    for (const { before, after } of made) {
      if (!before && after) this.#senders.set(after.id, step.invocation)
    }
  }

  /** A job that nothing disturbed on its way comes to an end, or is a dead letter. */
  audit(records: Records, dead: ReadonlySet<string>, findings: Findings): void {
    for (const { id, state } of records.in<JobRecord>('PRINT-JOBS')) {
      const sender = this.#senders.get(id)
      if (!sender || sender.isDisturbed || dead.has(id)) continue
      const isEnded = state !== 'queued' && state !== 'printing'
      findings.isTrue(`print job ${id} was sent, and is ${state} in the end`, isEnded)
    }
  }
}
