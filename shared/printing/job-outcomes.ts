/** How a job ended, as its agent reports it. */
export const jobOutcomes = ['printed', 'reprinted', 'expired', 'failed'] as const
export type JobOutcome = (typeof jobOutcomes)[number]
