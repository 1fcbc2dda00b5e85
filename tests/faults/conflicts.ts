import { setTimeout as pause } from 'node:timers/promises'
import type { TransactGetItem, TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { answerWith, conflictAnswer, inProgress } from './fault.ts'
import { actionOf, type TableKeys } from './table-keys.ts'

type Reply = { readonly status: number; readonly body: string }

/** Conflicts, known by their records. */
export type Conflicts = {
  /** Runs a call of an operation, or refuses it with the records that another one is busy with. */
  readonly run: (
    operation: string,
    request: Record<string, unknown>,
    call: () => Promise<Reply>,
  ) => Promise<Reply>
}

/**
 * Conflicts as AWS has them, which the engines do not: a transaction is busy with its records for
 * at least `busyMs`, and until it is answered. Meanwhile it refuses any other transaction that
 * names one of them, reads and condition checks too, and any write of one; none waits in line. A
 * repetition of a transaction that still runs is in progress.
 */
export function conflictsOf(keys: TableKeys, busyMs: number): Conflicts {
  const busy = new Set<string>()
  const running = new Set<unknown>()
  const nameOf = async ({ TableName = '', Key, Item }: ReturnType<typeof actionOf>) =>
    `${TableName} ${JSON.stringify(await keys.keyOf(TableName, Key ?? Item ?? {}))}`

  /** The records that a call names; none where no transaction is in its way. */
  const namesOf = async (operation: string, request: Record<string, unknown>) => {
    if (/^Transact(Write|Get)Items$/.test(operation)) {
      const items = request.TransactItems as (TransactWriteItem & TransactGetItem)[]
      return Promise.all(items.map((item) => nameOf(item.Get ?? actionOf(item))))
    }
    return /^(Put|Update|Delete)Item$/.test(operation) ? [await nameOf(request)] : []
  }

  return {
    run: async (operation, request, call) => {
      const names = await namesOf(operation, request)
      // Nothing waits from here until the records are busy
      const { ClientRequestToken: token } = request
      if (token !== undefined && running.has(token))
        return answerWith(inProgress, request)
      const isBusy = names.map((name) => busy.has(name))
      if (isBusy.includes(true)) return conflictAnswer(request, isBusy)
      if (operation !== 'TransactWriteItems') return call()
      for (const name of names) busy.add(name)
      running.add(token)
      try {
        const [reply] = await Promise.all([call(), pause(busyMs)])
        return reply
      } finally {
        for (const name of names) busy.delete(name)
        running.delete(token)
      }
    },
  }
}
