import { randomUUID } from 'node:crypto'
import { Failure, required } from '../../failure.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import {
  collectionKey,
  type Item,
  type Key,
  uniqueGuard,
} from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import {
  conditionCheck,
  deleteItem,
  incrementCount,
  insert,
  update,
  type Write,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { tableKey } from '../../selling/restaurant/tables.ts'
import type { PayCodeInput } from './pay-code.ts'

/** A stored pay code. Its id is a secret of 122 random bits: a table's code has nothing else. */
export type PayCodeRecord = Item & PayCodeInput & { readonly id: string }

/** Guard of a name, with the id of its code. */
type NameGuard = Item & { readonly codeId: string }

const scope = 'PAY-CODE'

export const payCodeKey = (id: string): Key => collectionKey('PAY-CODE', id)

/** Record of the number of pay codes, for their limit. */
const countKey: Key = { pk: 'PAY-CODES', sk: 'COUNT' }

const maxPayCodes = 500

export const allPayCodes = (page?: Page) =>
  readAll<PayCodeRecord>({ pk: 'PAY-CODE' }, page)

export const findPayCode = (id: string) => read<PayCodeRecord>(payCodeKey(id))

/** The pay code that has a name. */
export async function findPayCodeNamed(name: string): Promise<PayCodeRecord | undefined> {
  const guard = await read<NameGuard>(uniqueGuard(scope, name))
  return guard && findPayCode(guard.codeId)
}

/** Creates a pay code. Throws `alreadyExists`, `tableNotFound`, `tooManyPayCodes`. */
export async function createPayCode(input: PayCodeInput) {
  const id = randomUUID()
  await transactAndRespond(
    [
      insert({ ...payCodeKey(id), ...input, id } satisfies PayCodeRecord),
      ...updateUnique(scope, null, input.name, { codeId: id }),
      ...checkTable(input),
      incrementCount(countKey, maxPayCodes, () => new Failure('tooManyPayCodes')),
      insertAuditEntry({ kind, subject: { id, name: input.name }, after: { ...input } }),
    ],
    { id },
  )
  return { id }
}

const kind = 'pay-code' as const

/** Changes a pay code. Throws `notFound`, `alreadyExists`, `tableNotFound`. */
export const changePayCode = (id: string, input: PayCodeInput) =>
  retryOnConflict(async () => {
    const current = required(await findPayCode(id))
    const { pk: _pk, sk: _sk, id: _id, ...before } = current
    const gone = Object.keys(before).filter((name) => !(name in input))
    await transact([
      updateUnchanged(current, Object.keys(before) as 'name'[], {
        set: { ...input },
        remove: gone,
      }),
      ...updateUnique(scope, current.name, input.name, { codeId: id }),
      ...checkTable(input),
      ...insertChangeAudit({ kind, subject: { id, name: input.name } }, before, {
        ...input,
      }),
    ])
    return { id }
  })

/** Deletes a pay code: it asks for nothing any more. Throws `notFound`. */
export const deletePayCode = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const current = required(await findPayCode(id))
    const { name } = current
    await transact([
      deleteItem(current, {}, () => new Failure('notFound')),
      ...updateUnique(scope, name, null),
      update(countKey, { add: { count: -1 } }),
      insertAuditEntry({
        kind,
        subject: { id, name },
        before: { name, kind: current.kind },
      }),
    ])
  })

const checkTable = (input: PayCodeInput): Write[] =>
  input.kind === 'table'
    ? [conditionCheck(tableKey(input.tableId), {}, () => new Failure('tableNotFound'))]
    : []
