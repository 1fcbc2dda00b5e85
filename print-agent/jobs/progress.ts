import { type JobProgress, maxProgress } from '../../shared/agents/protocol/report.ts'
import { maxDetailLength } from '../../shared/paper/queue/job-outcomes.ts'

export type Progress = ReturnType<typeof jobProgress>

/** Jobs that were tried in vain and are tried again, for the next heartbeat to tell. */
export function jobProgress() {
  const untold = new Map<string, JobProgress>()
  return {
    failed: (id: string, attempts: number, problem: string) => {
      const error = problem.slice(0, maxDetailLength).toWellFormed()
      untold.set(id, { id, attempts, error })
    },
    ended: (id: string) => untold.delete(id),
    /** As many as a heartbeat takes. */
    untold: (): JobProgress[] => [...untold.values()].slice(0, maxProgress),
    /** Call it when a heartbeat has told of them. */
    told: (jobs: readonly JobProgress[]) => {
      for (const job of jobs) if (untold.get(job.id) === job) untold.delete(job.id)
    },
  }
}
