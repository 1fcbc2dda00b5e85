import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../print-agent/jobs/journal.ts'
import { outcomeReports } from '../../print-agent/jobs/outcomes.ts'
import { JobOutcomeReport } from '../../shared/agents/protocol/job-outcomes.ts'
import { temporaryFolder } from './agent-process.ts'

test.each([
  ['too long', 'x'.repeat(3_000), 'x'.repeat(2_000)],
  ['cut within a character', `${'x'.repeat(1_999)}🧾`, `${'x'.repeat(1_999)}\ufffd`],
  ['ill-formed', 'half a \ud83e', 'half a \ufffd'],
])('the cloud accepts an outcome whose detail is %s', async (_, detail, accepted) => {
  const journal = await openJournal(join(await temporaryFolder(), 'jobs.jsonl'))
  await journal.finished('a', 'failed', detail)
  const sent: unknown[] = []
  const cloud = {
    jobState: (_jobId: string, report: JobOutcomeReport) =>
      Promise.resolve(sent.push(JobOutcomeReport.parse(report))),
  }
  await outcomeReports(cloud, journal).sendAll(AbortSignal.timeout(1_000))
  expect(sent).toEqual([{ state: 'failed', detail: accepted }])
})
