import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { takeLease } from '../../shared/back-office/imports/import-lease.ts'
import type { Importer } from '../../shared/back-office/imports/planner.ts'
import type { Client } from './client.ts'

/** Begins an import run and returns its id. */
export async function beginImport(
  by: Client,
  kind: string,
  more: object = {},
): Promise<string> {
  const { status, body } = await by.post('/import/runs', { kind, ...more })
  expect(status).toBe(201)
  return body.id
}

/** Sends a part and returns the answer. */
export const sendPart = (by: Client, id: string, part: number, rows: string) =>
  by.send('PUT', `/import/runs/${id}/parts/${part}`, rows, { 'content-type': 'text/csv' })

/** Waits until all parts of a run are imported, and returns the run. */
export async function importedRun(by: Client, id: string, withinMs = 60_000) {
  const giveUpAtMs = Date.now() + withinMs
  for (;;) {
    const { status, body } = await by.get(`/import/runs/${id}`)
    expect(status).toBe(200)
    if (body.status !== 'running') return body
    if (Date.now() > giveUpAtMs) throw new Error(`still running: ${JSON.stringify(body)}`)
    await sleep(50)
  }
}

/** Imports rows in one part, and returns what became of them. */
export async function importRows(by: Client, kind: string, rows: string, more?: object) {
  const id = await beginImport(by, kind, more)
  expect(await sendPart(by, id, 1, rows)).toMatchObject({ status: 202 })
  return importedRun(by, id)
}

/** Runs work before each row of a kind that is imported during the test. */
export function beforeEachRow(
  importer: Importer,
  work: (cells: Readonly<Record<string, unknown>>) => Promise<void>,
): void {
  const { load } = importer
  const loading = vi.spyOn(importer, 'load').mockImplementation(async (context) => {
    const { plan, ...planner } = await load(context)
    return { ...planner, plan: (cells) => work(cells).then(() => plan(cells)) }
  })
  onTestFinished(() => loading.mockRestore())
}

/** Takes the lease of imports, as at a time before now, once no worker has it. */
export async function takenLease(beforeMs = 0): Promise<string> {
  for (;;) {
    const owner = await takeLease(Date.now() - beforeMs)
    if (owner !== undefined) return owner
    await sleep(20)
  }
}
