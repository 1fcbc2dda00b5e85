import {
  appendFile,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../print-agent/jobs/journal.ts'
import { temporaryFolder } from './agent-process.ts'

const dayMs = 24 * 60 * 60 * 1000

async function newJournalPath() {
  return join(await temporaryFolder(), 'jobs.jsonl')
}

describe('the journal of print jobs', () => {
  test('survives a restart: starts, withdrawn starts and outcomes', async () => {
    const path = await newJournalPath()
    const before = await openJournal(path)
    await before.started('a')
    await before.started('b')
    await before.finished('b', 'printed', null)
    await before.started('c')
    await before.withdrawn('c')

    const after = await openJournal(path)
    expect(after.of('a')).toMatchObject({ starts: 1, outcome: null })
    expect(after.of('b')).toMatchObject({ outcome: 'printed', reported: false })
    expect(after.of('c')).toMatchObject({ starts: 0, outcome: null })
    expect(after.of('unknown')).toMatchObject({ starts: 0, outcome: null })
    expect(after.unreported().map((record) => record.jobId)).toEqual(['b'])
  })

  test('survives an incomplete line, and lines appended after it', async () => {
    const path = await newJournalPath()
    const before = await openJournal(path)
    await before.started('a')
    await appendFile(path, '{"jobId":"b","sta')

    const after = await openJournal(path)
    expect(after.of('b').starts).toBe(0)
    await after.started('b')
    const last = await openJournal(path)
    expect([last.of('a').starts, last.of('b').starts]).toEqual([1, 1])
  })

  test('is compacted to one line per job, and drops jobs older than 15 days', async () => {
    const path = await newJournalPath()
    const old = await openJournal(path, () => Date.now() - 16 * dayMs)
    await old.started('old')
    const recent = await openJournal(path)
    await recent.started('a')
    await recent.finished('a', 'printed', null)
    await recent.reported('a')

    await openJournal(path)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"a"')
  })

  test('knows nothing of a job that it has not seen', async () => {
    const journal = await openJournal(await newJournalPath(), () => 7)
    expect(journal.of('unknown')).toEqual({
      jobId: 'unknown',
      starts: 0,
      outcome: null,
      detail: null,
      reported: false,
      atMs: 7,
    })
  })

  test('lists the outcomes that the cloud does not know yet', async () => {
    const journal = await openJournal(await newJournalPath())
    await journal.started('a')
    await journal.finished('b', 'failed', 'no paper', { attempts: 3 })
    expect(journal.unreported()).toMatchObject([
      { jobId: 'b', outcome: 'failed', detail: 'no paper', attempts: 3 },
    ])
    await journal.reported('b')
    expect(journal.unreported()).toEqual([])
    await journal.finished('b', 'printed', null)
    expect(journal.unreported()).toMatchObject([{ jobId: 'b', outcome: 'printed' }])
  })

  test('forgets a job 15 days after its last change, also while the agent runs', async () => {
    const path = await newJournalPath()
    let nowMs = Date.now()
    const now = () => nowMs
    const journal = await openJournal(path, now)
    await journal.started('first')
    nowMs += 1
    await journal.started('second')
    nowMs += 15 * dayMs - 1
    await journal.started('third')
    const starts = ({ of }: typeof journal) =>
      ['first', 'second', 'third'].map((jobId) => of(jobId).starts)
    expect(starts(journal)).toEqual([1, 1, 1])
    expect(starts(await openJournal(path, now))).toEqual([1, 1, 1])
    nowMs += 1
    await journal.finished('third', 'printed', null)
    expect(starts(journal)).toEqual([0, 1, 1])
    expect(starts(await openJournal(path, now))).toEqual([0, 1, 1])
  })

  test('is not opened empty when it cannot be read', async () => {
    const path = await newJournalPath()
    await mkdir(path)
    await expect(openJournal(path)).rejects.toThrow('EISDIR')
  })

  test('is compacted while the agent runs', async () => {
    const path = await newJournalPath()
    const journal = await openJournal(path)
    const reprints = Array.from({ length: 2_100 }, () => journal.started('again'))
    const others = [journal.started('one'), journal.finished('two', 'printed', null)]
    await Promise.all([...reprints, ...others])

    expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(200)
    const after = await openJournal(path)
    expect(after.of('again').starts).toBe(2_100)
    expect(after.of('one').starts).toBe(1)
    expect(after.of('two').outcome).toBe('printed')
  })

  test('records the outcomes of concurrent jobs', async () => {
    const path = await newJournalPath()
    const journal = await openJournal(path)
    const jobIds = Array.from({ length: 50 }, (_, index) => `job-${index}`)
    await Promise.all(jobIds.map((jobId) => journal.finished(jobId, 'printed', null)))

    const after = await openJournal(path)
    expect(jobIds.every((jobId) => after.of(jobId).outcome === 'printed')).toBe(true)
  })

  test('is readable by its owner only', async () => {
    const path = await newJournalPath()
    await writeFile(path, '')
    await openJournal(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('opens on a disk that is too full to compact it', async () => {
    const path = await newJournalPath()
    await (await openJournal(path)).started('a')
    await symlink('/dev/full', `${path}.new`)
    const journal = await openJournal(path)
    await journal.started('b')
    await rm(`${path}.new`)

    const after = await openJournal(path)
    expect([after.of('a').starts, after.of('b').starts]).toEqual([1, 1])
  })
})
