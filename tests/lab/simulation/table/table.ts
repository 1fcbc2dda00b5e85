import {
  type CancellationReason,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { tableSchema } from '../../../../shared/dynamodb/schema.ts'
import { type Action, actionOf } from './actions.ts'
import {
  cancelled,
  conditionFailed,
  invalid,
  otherTransaction,
  Refused,
} from './errors.ts'
import { query } from './query.ts'
import { type Key, keyIn, type Parameters, refuseUnknown } from './requests.ts'
import { IndexRows, Partitions } from './rows.ts'
import { type Attributes, itemSize, stored } from './values.ts'

const maxTransactionBytes = 4 * 1024 * 1024

/** How long a client request token counts. */
const tokenMs = 10 * 60_000

type Commit = { readonly request: string; readonly atMs: number }

/** An item before and after a change; undefined where there is none. */
export type Change = {
  readonly key: Key
  readonly before: Attributes | undefined
  readonly item: Attributes | undefined
}

/**
 * The one table in memory, with the semantics of DynamoDB that the product uses. Requests
 * and results are those of the document client. Indexes follow when they are told to.
 */
export class MemoryTable {
  readonly #rows = new Partitions()
  readonly #indexes = tableSchema.indexes.map((schema) => new IndexRows(schema))
  readonly #commits = new Map<string, Commit>()
  /** Changes that no index has yet, for each item in their order. */
  readonly #behind = new Map<string, Change[]>()
  readonly #nowMs: () => number
  /** Told of all changes that were committed together, before anything else happens. */
  onCommit: (changes: readonly Change[], isExpiry: boolean) => void = () => {}

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get(parameters: Parameters) {
    refuseUnknown(parameters, ['TableName', 'Key', 'ConsistentRead'])
    const item = this.item(keyIn(parameters.Key))
    return { ...(item && { Item: stored(item) }) }
  }

  batchGet({ RequestItems }: Parameters) {
    const [[table, request] = ['', {}]] = Object.entries(
      RequestItems as Record<string, Parameters>,
    )
    refuseUnknown(request, ['Keys', 'ConsistentRead'])
    const keys = (request.Keys as unknown[]).map(keyIn)
    if (keys.length > 100 || new Set(keys.map(nameOf)).size < keys.length) {
      throw invalid('more than 100 keys, or one of them twice')
    }
    const items = keys.flatMap((key) => this.item(key) ?? [])
    return { Responses: { [table]: stored(items) }, UnprocessedKeys: {} }
  }

  query(parameters: Parameters) {
    const { IndexName } = parameters
    if (IndexName === undefined) {
      return query(this.#rows, { pk: 'pk', sk: 'sk', isIndex: false }, parameters)
    }
    const index = this.#indexes.find(({ schema }) => schema.name === IndexName)
    if (!index) throw invalid('The table does not have the specified index')
    const { pk, sk } = index.schema
    return query(index.rows, { pk, sk, isIndex: true }, parameters)
  }

  /** Commits a transaction whole or not at all. The same token again changes nothing. */
  transactWrite(parameters: Parameters) {
    refuseUnknown(parameters, ['TransactItems', 'ClientRequestToken'])
    const requests = parameters.TransactItems as Parameters[]
    const actions = requests.map(actionOf)
    refuseImpossible(actions)
    const token = parameters.ClientRequestToken as string | undefined
    const request = JSON.stringify(requests)
    const before = token === undefined ? undefined : this.#commits.get(token)
    if (before && this.#nowMs() - before.atMs < tokenMs) {
      if (before.request === request) return {}
      throw otherTransaction()
    }
    const changes = this.#outcomeOf(actions)
    for (const change of changes) this.#commit(change)
    if (token !== undefined) this.#commits.set(token, { request, atMs: this.#nowMs() })
    if (changes.length > 0) this.onCommit(changes, false)
    return {}
  }

  /** Stores one item, if its condition holds. */
  put(parameters: Parameters) {
    try {
      return this.transactWrite({ TransactItems: [{ Put: parameters }] })
    } catch (error) {
      throw error instanceof TransactionCanceledException ? conditionFailed() : error
    }
  }

  /** The item as it is stored, not a copy: for those who only look. */
  item({ pk, sk }: Key): Attributes | undefined {
    return this.#rows.of(pk).get(sk)
  }

  /** Fills an empty table; its indexes follow at once. */
  load(items: readonly Attributes[]): void {
    for (const item of items) {
      this.#commit({ key: { pk: item.pk, sk: item.sk } as Key, before: undefined, item })
    }
    this.follow()
  }

  /** All items, not copies. */
  items(): Attributes[] {
    return this.#rows.all()
  }

  /** Names of the items whose latest changes the indexes lack. */
  behind(): string[] {
    return [...this.#behind.keys()]
  }

  /** Lets the indexes take up the earliest missing change of an item, or of all items all. */
  follow(name?: string): void {
    for (const each of name === undefined ? this.behind() : [name]) {
      const changes = this.#behind.get(each) ?? []
      const taken = changes.splice(0, name === undefined ? changes.length : 1)
      for (const { key, item } of taken) {
        for (const index of this.#indexes) index.follow(key, item)
      }
      if (changes.length === 0) this.#behind.delete(each)
    }
  }

  /** Deletes an item whose time to live is over, as the engine does at some time later. */
  expire(isChosen: (item: Attributes) => boolean): number {
    const nowSeconds = this.#nowMs() / 1000
    const expired = this.items().filter(
      (item) =>
        typeof item.expiresAt === 'number' &&
        item.expiresAt < nowSeconds &&
        isChosen(item),
    )
    const changes = expired.map((before) => {
      const { pk, sk } = before
      return { key: { pk, sk } as Key, before, item: undefined }
    })
    for (const change of changes) this.#commit(change)
    if (changes.length > 0) this.onCommit(changes, true)
    return expired.length
  }

  /** What each action would store; throws the cancellation if one of them is refused. */
  #outcomeOf(actions: readonly Action[]): Change[] {
    const changes: Change[] = []
    const reasons = actions.map(({ key, apply, showsItem }): CancellationReason => {
      const current = this.item(key)
      try {
        const item = apply(current)
        if (item !== current) changes.push({ key, before: current, item })
        return { Code: 'None' }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const isShown = showsItem && current && error.code === 'ConditionalCheckFailed'
        return {
          Code: error.code,
          Message: error.message,
          ...(isShown && { Item: marshall(stored(current)) }),
        }
      }
    })
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons)
    const bytes = changes.reduce((sum, { item }) => sum + itemSize(item ?? {}), 0)
    if (bytes > maxTransactionBytes) throw invalid('Transaction exceeds the size limit')
    return changes
  }

  #commit(change: Change): void {
    const { key, item } = change
    const isListed = isInIndex(this.item(key)) || isInIndex(item)
    if (item) this.#rows.set(key.pk, key.sk, item)
    else this.#rows.delete(key.pk, key.sk)
    const name = nameOf(key)
    if (isListed) this.#behind.set(name, [...(this.#behind.get(name) ?? []), change])
  }
}

const isInIndex = (item: Attributes = {}) =>
  tableSchema.indexes.some(({ pk }) => Object.hasOwn(item, pk))

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

function refuseImpossible(actions: readonly Action[]): void {
  if (actions.length === 0 || actions.length > 100) throw invalid('1 to 100 actions')
  if (new Set(actions.map(({ key }) => nameOf(key))).size < actions.length) {
    throw invalid('Transaction request cannot include multiple operations on one item')
  }
}
