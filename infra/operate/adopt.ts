import { inDeployment, inShop, mainShop } from '../../shared/current-shop.ts'
import type { Item } from '../../shared/platform/dynamodb/keys.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import { schemaKey } from '../../shared/platform/dynamodb/schema-version.ts'
import { commitRepeatable } from '../../shared/platform/dynamodb/transact.ts'
import { update } from '../../shared/platform/dynamodb/write.ts'
import { allShops, currentOf } from '../../shared/platform/shops/shop-records.ts'
import { parseCommandLine, Refusal, runProgram, WrongUsage } from './command-line.ts'
import { comparedMs } from './restored/around.ts'
import { notifiedSince } from './restored/lightning.ts'
import { adoptShop } from './restored/shop.ts'
import { describeTable } from './table-settings.ts'

const usage = `npm run adopt -- --table <name> [options]

Compares the records of a table that was restored to an earlier moment, mends what follows
from other records, and raises the numbers of receipts and refunds, before a deployment
lets tills in. It may be stopped and repeated.

  --table <name>    the restored table
  --moment <time>   the moment that it has, as 2026-11-22T11:59:00Z, where AWS does not say it
  --dry-run         shows what it would do, and does nothing
  --help            shows this`

/** Attributes of the schema's record about a restore. */
type RestoredRecord = Item & {
  /** The moment that all shops are adopted at, ISO 8601 in UTC. */
  readonly adoptedTo?: string
  /** The moment of a run that has not ended, and the shops that it has done. */
  readonly adopting?: { readonly moment: string; readonly shops: readonly string[] }
}

/** `npm run adopt`: returns the exit code. */
export const adopt = (args: readonly string[]): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      table: { type: 'string' },
      moment: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    })
    const { table: name } = values
    if (!name) throw new WrongUsage('--table is missing: the name of the restored table')
    const table = await describeTable(name)
    if (!table) throw new Refusal(`There is no table ${name} in this account and region.`)
    const moment = momentOf(table.restoredTo ?? values.moment)
    process.env.TABLE_NAME = name
    await adoptTable(moment, values['dry-run'])
  })

function momentOf(text: string | undefined): string {
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms)) {
    throw new WrongUsage(
      '--moment is missing: AWS does not say to when this table was restored',
    )
  }
  return new Date(ms).toISOString()
}

/** Adopts all shops of the table, first those that a run before has not done. */
async function adoptTable(moment: string, isDry: boolean): Promise<void> {
  const record = await inDeployment(() => read<RestoredRecord>(schemaKey))
  if (record?.adoptedTo === moment) {
    throw new Refusal(
      `The table is adopted as it was on ${moment}: its tills may have sold since.`,
    )
  }
  const { adopting } = record ?? {}
  const done = adopting?.moment === moment ? [...adopting.shops] : []
  const shops = [mainShop, ...(await allShops()).map(currentOf)]
  const notified = await notifiedSince(Date.parse(moment) - comparedMs)
  for (const shop of shops.filter(({ id }) => !done.includes(id))) {
    const { mended, left } = await inShop(shop, () =>
      adoptShop(Date.parse(moment), notified.get(shop.id) ?? new Map(), isDry),
    )
    const verb = isDry ? 'would be mended' : 'mended'
    console.log(`${shop.id}: ${mended.length} ${verb}, ${left.length} for a person`)
    for (const said of mended) console.log(`  ${verb}: ${said}`)
    for (const said of left) console.log(`  look at: ${said}`)
    done.push(shop.id)
    if (!isDry) await mark({ adopting: { moment, shops: done } })
  }
  if (isDry) return
  await mark({ adoptedTo: moment })
  console.log('The table is adopted: deploy onto it (docs/runbook.md#restore).')
}

const mark = (set: Omit<RestoredRecord, keyof Item>): Promise<void> =>
  inDeployment(() => commitRepeatable(update(schemaKey, { set })))

if (import.meta.main) process.exitCode = await adopt(process.argv.slice(2))
