import { Failure, isFailure } from '../../failure.ts'
import { logger } from '../../logger.ts'
import { actingAs } from '../../people/audit/actor.ts'
import { privilegesOf, requireLiveAdministrator } from '../../people/staff/live-user.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { maxActions, transact } from '../../platform/dynamodb/transact.ts'
import type { Writes } from '../../platform/dynamodb/write.ts'
import { WriteBatch } from '../../platform/dynamodb/write-batch.ts'
import { isOpenNow } from '../../platform/shops/shop-records.ts'
import { readCells } from './cells.ts'
import { updateLease } from './import-lease.ts'
import {
  deleteRowsOf,
  ImportStopped,
  insertNamesOf,
  namesOfOtherParts,
  type PartRecord,
  PartReplaced,
  type Progress,
  type RunRecord,
  readRowsOf,
  updatePart,
} from './import-records.ts'
import { maxPlannedBytes, type PlannedRow } from './import-run.ts'
import { dishes } from './kinds/dishes.ts'
import { products } from './kinds/products.ts'
import { suppliers } from './kinds/suppliers.ts'
import { users } from './kinds/users.ts'
import type { Importer, Plan, Planner } from './planner.ts'
import type { Row } from './read-rows.ts'
import { Refusals, refusalOf } from './refusals.ts'
import { RepeatedRows } from './repeated-rows.ts'

const importers = { products, dishes, suppliers, users }

/** The lease and the part's own progress take two actions of each transaction. */
const actionsForRows = maxActions - 2

/** Progress is stored at least this often. */
const keepAfterMs = 5_000

/** Time for which the sender's rights are used before they are read again. */
const admittedForMs = 5_000

/** A part fails when it was begun this often without progress. */
const maxAttempts = 5

/** The shop is suspended, moves or is gone: its parts wait. */
export class ShopClosed extends ImportStopped {
  override name = 'ShopClosed'
}

/** The rest of a part is not imported; the message says why. */
class PartFailed extends ImportStopped {
  override name = 'PartFailed'
}

/**
 * Imports the remaining rows of a part, until `stopAtMs` (Unix ms). The lease must be held.
 * Every transaction renews it and stores the part's progress with the rows, so that a part that
 * is repeated after a crash counts no row twice. Throws `LeaseLost`, `ShopClosed` and unexpected
 * failures such as `storageUnavailable`.
 */
export async function importPart(
  run: RunRecord,
  part: PartRecord,
  owner: string,
  stopAtMs: number,
): Promise<void> {
  const { caller, ownUrls } = part
  const { userId } = caller
  const importer = importers[run.kind]
  const by = privilegesOf(caller)
  try {
    await keep(owner, part, { attempts: 1 })
    const importing = actingAs({ userId, statedUserId: null }, async () => {
      if ((part.attempts ?? 0) >= maxAttempts) throw new PartFailed(internalError)
      const rows = await readRowsOf(run, part)
      const { dryRun, confirmRights = false } = run
      const planner = await importer.load({ by, dryRun, confirmRights, ownUrls })
      const repeated = await repeatedRows(rows, run, part, planner)
      const job = { run, part, owner, importer, planner, repeated }
      await new PartImport(job).import(rows, stopAtMs)
    })
    const failure = await importing.then(() => undefined, failureOf)
    if (failure === undefined) return
    logger.error('import-failed', { runId: run.id, part: part.part, failure })
    const progress = { set: { isDone: true, failure } }
    await keep(owner, part, progress, deleteRowsOf(run, part))
  } catch (error) {
    if (!(error instanceof PartReplaced)) throw error
  }
}

function failureOf(error: unknown): string {
  if (error instanceof PartFailed) return error.message
  throw error
}

const notAdmitted = 'whoever sent this part is no longer an administrator'
const internalError = `an internal error stopped it ${maxAttempts} times; send the part again`

/** The worker's own conditions come first: when one fails, that is the reason, not a row. */
const keep = (owner: string, part: PartRecord, progress: Progress, writes: Writes = []) =>
  transact([updateLease(owner, Date.now()), updatePart(part, progress), ...writes])

async function repeatedRows(
  rows: readonly Row[],
  run: RunRecord,
  part: PartRecord,
  planner: Planner,
): Promise<RepeatedRows> {
  const repeated = new RepeatedRows(await namesOfOtherParts(run, part))
  for (const { row, values } of rows) {
    const cells = values && readableCells(values, run)
    if (cells) repeated.add(row, await planner.namesOf(cells))
  }
  return repeated
}

/** Undefined for cells for which the row will be refused. */
function readableCells(values: NonNullable<Row['values']>, run: RunRecord) {
  try {
    return readCells(values, importers[run.kind].columns, run.decimal)
  } catch (error) {
    if (isFailure(error, 'invalid')) return undefined
    throw error
  }
}

type Entry = { readonly row: Row; readonly plan: Plan }

type Job = {
  readonly run: RunRecord
  readonly part: PartRecord
  readonly owner: string
  readonly importer: Importer
  readonly planner: Planner
  readonly repeated: RepeatedRows
}

class PartImport {
  readonly #job: Job
  readonly #refusals: Refusals
  #batch = new WriteBatch()
  #entries: Entry[] = []
  /** Planned rows of a dry run, up to a limit of bytes. */
  readonly #shownRows: PlannedRow[] = []
  #plannedBytes = 0
  /** Counts of a dry run, which stores no rows. */
  #counted = { added: 0, changed: 0 }
  /** Lines that this part does not import. */
  readonly #refusedLines = new Set<number>()
  #keptAtMs = Date.now()
  #admittedAtMs = 0

  constructor(job: Job) {
    this.#job = job
    this.#refusals = new Refusals(job.part.refused, job.part.refusedCount)
    for (const planned of job.part.planned ?? []) this.#keepPlanned(planned)
  }

  async import(rows: readonly Row[], stopAtMs: number): Promise<void> {
    await this.#requireAdmitted()
    for (let at = this.#job.part.rowsDone; at < rows.length; at += 1) {
      await this.#take(rows[at] as Row, at)
      const nowMs = Date.now()
      if (nowMs > this.#keptAtMs + keepAfterMs) await this.#store(at + 1)
      if (nowMs > stopAtMs) return
    }
    await this.#store(rows.length)
    const { run, part, repeated } = this.#job
    const names = rows
      .filter(({ row }) => !this.#refusedLines.has(row))
      .flatMap(({ row }) => repeated.namesOf(row))
    await this.#keep({ set: { isDone: true } }, [
      ...insertNamesOf(run, part, new Set(names)),
      ...deleteRowsOf(run, part),
    ])
  }

  /** Adds a row to the batch, which is stored first if both do not fit. */
  async #take(row: Row, at: number): Promise<void> {
    const plan = await this.#planned(row)
    if (!plan) return
    if (this.#job.run.dryRun) {
      this.#counted[plan.outcome] += 1
      this.#show(row, plan)
      plan.remember()
      return
    }
    if (this.#fits(plan)) {
      this.#entries.push({ row, plan })
      return
    }
    await this.#store(at)
    const again = await this.#planned(row)
    if (!again) return
    if (this.#fits(again)) this.#entries.push({ row, plan: again })
    else await this.#importAlone(row)
  }

  #show({ row, values = {} }: Row, { outcome, before }: Plan): void {
    const { importer, part, run } = this.#job
    const cells = readCells(values, importer.columns, run.decimal)
    const changes = before ? changesOf(before, cells) : []
    this.#keepPlanned({ part: part.part, row, outcome, changes })
  }

  #keepPlanned(planned: PlannedRow): void {
    this.#plannedBytes += Buffer.byteLength(JSON.stringify(planned))
    if (this.#plannedBytes <= maxPlannedBytes) this.#shownRows.push(planned)
  }

  #fits({ identity, writes }: Plan): boolean {
    const isThere = this.#entries.some(({ plan }) => plan.identity === identity)
    return !isThere && this.#batch.add(writes, actionsForRows)
  }

  /** Returns the plan of a row; undefined for a row that changes nothing or is refused. */
  async #planned(row: Row): Promise<Plan | undefined> {
    try {
      return await this.#plan(row)
    } catch (error) {
      this.#refuse(row, error)
      return undefined
    }
  }

  async #plan(row: Row, isFresh = false): Promise<Plan | undefined> {
    const { values, fault = '' } = row
    if (!values) throw new Failure('invalid', { fault })
    this.#job.repeated.refuse(row.row)
    const { importer, run } = this.#job
    const cells = readCells(values, importer.columns, run.decimal)
    if (isFresh) this.#job.planner.forget(cells)
    return this.#job.planner.plan(cells)
  }

  /** Stores the batch; when a row makes that fail, stores each row by itself. */
  async #store(rowsDone: number): Promise<void> {
    const entries = this.#entries
    const { writes } = this.#batch
    this.#entries = []
    this.#batch = new WriteBatch()
    const count = (outcome: Plan['outcome']) =>
      this.#counted[outcome] +
      entries.filter(({ plan }) => plan.outcome === outcome).length
    const counts = { added: count('added'), changed: count('changed') }
    this.#counted = { added: 0, changed: 0 }
    try {
      await this.#keep({ set: this.#progress(rowsDone), ...counts }, writes)
    } catch (error) {
      if (isOfWorker(error) || entries.length === 0) throw error
      for (const { row } of entries) await this.#importAlone(row)
      await this.#keep({ set: this.#progress(rowsDone) })
      return
    }
    for (const { plan } of entries) {
      plan.remember()
      await plan.follow?.()
    }
  }

  async #importAlone(row: Row): Promise<void> {
    try {
      await retryOnConflict(async () => {
        const plan = await this.#plan(row, true)
        if (!plan) return
        const store = () => this.#keep({ [plan.outcome]: 1 }, plan.writes)
        await (plan.run ? plan.run(store) : store())
        plan.remember()
        await plan.follow?.()
      })
    } catch (error) {
      this.#refuse(row, error)
    }
  }

  #refuse({ row }: Row, error: unknown): void {
    if (isOfWorker(error)) throw error
    this.#refusedLines.add(row)
    const { part } = this.#job.part
    if (!(error instanceof Failure)) {
      logger.error('row-not-imported', { part, row, error: String(error) })
    }
    const refusal =
      error instanceof Failure
        ? refusalOf(error, this.#job.importer.columnOf)
        : { column: null, reason: 'could not be stored' }
    this.#refusals.add({ part, row, ...refusal })
  }

  #progress = (rowsDone: number) => ({
    rowsDone,
    ...(rowsDone > this.#job.part.rowsDone && { attempts: 0 }),
    refused: this.#refusals.kept,
    refusedCount: this.#refusals.count,
    ...(this.#job.run.dryRun && { planned: this.#shownRows }),
  })

  /** Throws unless the shop is open and the part's sender is still an administrator. */
  async #requireAdmitted(): Promise<void> {
    if (!(await isOpenNow())) throw new ShopClosed()
    if (Date.now() < this.#admittedAtMs + admittedForMs) return
    try {
      await requireLiveAdministrator(this.#job.part.caller)
    } catch (error) {
      throw isFailure(error, 'adminRequired', 'unauthenticated')
        ? new PartFailed(notAdmitted)
        : error
    }
    this.#admittedAtMs = Date.now()
  }

  async #keep(progress: Progress, writes?: Writes): Promise<void> {
    await this.#requireAdmitted()
    await keep(this.#job.owner, this.#job.part, progress, writes)
    this.#keptAtMs = Date.now()
  }
}

/** As many letters of a cell are shown. */
const maxShown = 60

/** Lists the cells that a row changes in a record, with their values before and after. */
function changesOf(
  before: NonNullable<Plan['before']>,
  cells: Readonly<Record<string, unknown>>,
): PlannedRow['changes'] {
  return Object.entries(cells)
    .map(([column, cell]) => ({
      column,
      from: textOf(before[column]),
      to: textOf(cell),
    }))
    .filter(({ from, to }) => from !== to)
    .map(({ column, ...texts }) => ({
      column,
      from: texts.from.slice(0, maxShown).toWellFormed(),
      to: texts.to.slice(0, maxShown).toWellFormed(),
    }))
}

function textOf(cell: unknown): string {
  if (Array.isArray(cell)) return cell.join(' | ')
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

/** Failures that no row causes. */
const isOfWorker = (error: unknown): boolean =>
  error instanceof ImportStopped || isFailure(error, 'storageUnavailable')
