import {
  type CancellationReason,
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import {
  type IndexSchema,
  tableSchema,
} from '../../../../shared/platform/dynamodb/schema.ts'
import { cancelled, invalid } from './errors.ts'
import { conditionOf, givenIn, updateOf } from './expressions.ts'
import { Rows } from './rows.ts'
import {
  type Attributes,
  itemSize,
  type Key,
  type Parameters,
  stored,
  textOrder,
} from './values.ts'

const maxItemBytes = 400 * 1024
const maxPageBytes = 1024 * 1024

/** Time for which a client request token counts. */
const tokenMs = 10 * 60_000

/** An item before and after a change; undefined where there is none. */
export type Change = {
  readonly key: Key
  readonly before: Attributes | undefined
  readonly item: Attributes | undefined
}

/** An index's rows, and where the row of each item is. */
type Index = IndexSchema & { readonly rows: Rows; readonly places: Map<string, Key> }

/**
 * Table in memory, with the semantics of DynamoDB that the product uses. Requests and
 * results are those of the document client. Indexes follow on request.
 */
export class MemoryTable {
  readonly #rows = new Rows()
  readonly #indexes = tableSchema.indexes.map(
    (schema): Index => ({ ...schema, rows: new Rows(), places: new Map() }),
  )
  readonly #commits = new Map<
    string,
    { readonly request: string; readonly atMs: number }
  >()
  /** Changes that no index has yet, for each item in their order. */
  readonly #behind = new Map<string, Change[]>()
  readonly #nowMs: () => number
  /** Called with all changes that were committed together, before anything else happens. */
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
    refuseMany(keys)
    const items = keys.flatMap((key) => this.item(key) ?? [])
    return { Responses: { [table]: stored(items) }, UnprocessedKeys: {} }
  }

  /** One page of a query. */
  query(parameters: Parameters) {
    const { IndexName, KeyConditionExpression, Limit, ...others } = parameters
    const { ScanIndexForward, ExclusiveStartKey, ConsistentRead, ...rest } = others
    refuseUnknown(rest, ['TableName', ...placeholders])
    const index = this.#indexes.find(({ name }) => name === IndexName)
    if (IndexName !== undefined && (!index || ConsistentRead)) {
      throw invalid('no such index, or a consistent read of one')
    }
    const { pk, sk } = index ?? { pk: 'pk', sk: 'sk' }
    const given = givenIn(parameters)
    const expression = KeyConditionExpression as string
    const [, name = '', value = ''] = /^(\S+) = (:\w+)/.exec(expression) ?? []
    if ((given.names[name] ?? name) !== pk)
      throw invalid('the condition misses the partition key')
    const found = (index?.rows ?? this.#rows)
      .of(given.values[value] as string)
      .filter((item) => conditionOf(expression)(item, given))
    const direction = ScanIndexForward === false ? -1 : 1
    if (direction < 0) found.reverse()
    const start = ExclusiveStartKey as Attributes | undefined
    const items = start
      ? found.filter((item) => keyOrder(item, start, sk) * direction > 0)
      : found

    const taken: Attributes[] = []
    for (let bytes = 0; taken.length < items.length; ) {
      const item = items[taken.length] as Attributes
      bytes += itemSize(item)
      taken.push(item)
      if (taken.length === Limit || bytes >= maxPageBytes) break
    }
    const last = taken.at(-1)
    const isCut = taken.length === Limit || taken.length < items.length
    const lastKey = new Set(['pk', 'sk', pk, sk])
    return {
      Items: stored(taken) as Attributes[],
      Count: taken.length,
      ...(isCut && last && { LastEvaluatedKey: onlyOf(last, [...lastKey]) }),
    }
  }

  /** Commits a transaction whole or not at all. The same token again changes nothing. */
  transactWrite(parameters: Parameters) {
    refuseUnknown(parameters, ['TransactItems', 'ClientRequestToken'])
    const requests = parameters.TransactItems as Record<string, Parameters>[]
    const token = parameters.ClientRequestToken as string | undefined
    const request = JSON.stringify(requests)
    const before = token === undefined ? undefined : this.#commits.get(token)
    if (before && this.#nowMs() - before.atMs < tokenMs) {
      if (before.request === request) return {}
      const message = 'another transaction had this token'
      throw new IdempotentParameterMismatchException({ message, $metadata: {} })
    }
    const changes = this.#changesOf(requests)
    for (const change of changes) this.#commit(change)
    if (token !== undefined) this.#commits.set(token, { request, atMs: this.#nowMs() })
    if (changes.length > 0) this.onCommit(changes, false)
    return {}
  }

  /** Stores one item, if its condition holds. */
  put(parameters: Parameters) {
    return this.#writeOne('Put', parameters)
  }

  /** Updates one item, if its condition holds. */
  update(parameters: Parameters) {
    return this.#writeOne('Update', parameters)
  }

  #writeOne(kind: 'Put' | 'Update', parameters: Parameters) {
    try {
      return this.transactWrite({ TransactItems: [{ [kind]: parameters }] })
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const Item = error.CancellationReasons?.[0]?.Item
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...(Item && { Item }),
      })
    }
  }

  /** Returns the stored item, not a copy: for readers only. */
  item({ pk, sk }: Key): Attributes | undefined {
    return this.#rows.get(pk, sk)
  }

  /** Fills an empty table; its indexes follow at once. */
  load(items: readonly Attributes[]): void {
    for (const item of items) {
      this.#commit({ key: keyOf(item), before: undefined, item })
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
      for (const change of taken) {
        for (const index of this.#indexes) takeUp(index, change)
      }
      if (changes.length === 0) this.#behind.delete(each)
    }
  }

  /** Deletes chosen items whose time to live is over, as the engine does at some time later. */
  expire(isChosen: (item: Attributes) => boolean): void {
    const nowSeconds = this.#nowMs() / 1000
    const isOver = ({ expiresAt }: Attributes) =>
      typeof expiresAt === 'number' && expiresAt < nowSeconds
    const changes = this.items()
      .filter((item) => isOver(item) && isChosen(item))
      .map((before) => ({ key: keyOf(before), before, item: undefined }))
    for (const change of changes) this.#commit(change)
    if (changes.length > 0) this.onCommit(changes, true)
  }

  /** Lists the changes of a transaction; throws the cancellation if an action is refused. */
  #changesOf(requests: readonly Record<string, Parameters>[]): Change[] {
    const actions = requests.flatMap((request) => Object.entries(request))
    const keys = actions.map(([kind, { Item, Key }]) =>
      kind === 'Put' ? keyOf(Item as Attributes) : keyIn(Key),
    )
    refuseMany(keys)
    const changes: Change[] = []
    const reasons = actions.map(([kind, parameters], at): CancellationReason => {
      const key = keys[at] as Key
      const before = this.item(key)
      if (!meets(parameters, before)) {
        const isShown = parameters.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
        const shown = isShown && before && { Item: marshall(stored(before)) }
        return { Code: 'ConditionalCheckFailed', Message: 'refused', ...shown }
      }
      const item = itemAfter(kind, parameters, key, before)
      if (itemSize(item) > maxItemBytes) {
        throw invalid('Item size has exceeded the maximum allowed size')
      }
      if (item !== before) changes.push({ key, before, item })
      return { Code: 'None' }
    })
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons)
    return changes
  }

  #commit(change: Change): void {
    const { key, item } = change
    const isListed = [this.item(key), item].some((each) =>
      this.#indexes.some(({ pk }) => each?.[pk] !== undefined),
    )
    this.#rows.set(key.pk, key.sk, item)
    const name = nameOf(key)
    if (isListed) this.#behind.set(name, [...(this.#behind.get(name) ?? []), change])
  }
}

/**
 * Returns the item at a key after an action whose condition holds; undefined when it is
 * deleted.
 */
function itemAfter(
  kind: string,
  parameters: Parameters,
  key: Key,
  before: Attributes | undefined,
): Attributes | undefined {
  const known = ['TableName', 'ConditionExpression', ...placeholders]
  const all = [...known, 'Key', 'Item', 'UpdateExpression']
  refuseUnknown(parameters, [...all, 'ReturnValuesOnConditionCheckFailure'])
  if (kind === 'Put') return stored(parameters.Item) as Attributes
  if (kind === 'Delete') return undefined
  if (kind === 'ConditionCheck') return before
  if (kind !== 'Update') throw new Error(`not in memory: ${kind}`)
  const update = updateOf(parameters.UpdateExpression as string)
  return update(before ?? key, givenIn(parameters))
}

const meets = (parameters: Parameters, item: Attributes | undefined) =>
  parameters.ConditionExpression === undefined ||
  conditionOf(parameters.ConditionExpression as string)(item, givenIn(parameters))

/** An index takes up an item as it is now. */
function takeUp({ pk, sk, projects, rows, places }: Index, { key, item }: Change): void {
  const name = nameOf(key)
  const place = places.get(name)
  if (place) rows.set(place.pk, place.sk, undefined)
  places.delete(name)
  const [partition, sortKey] = [item?.[pk], item?.[sk]]
  if (!item || typeof partition !== 'string' || typeof sortKey !== 'string') return
  const unique = `${sortKey}\u0000${name}`
  rows.set(partition, unique, onlyOf(item, ['pk', 'sk', pk, sk, ...projects]))
  places.set(name, { pk: partition, sk: unique })
}

const placeholders = ['ExpressionAttributeNames', 'ExpressionAttributeValues']

/** Refuses parameters that the table in memory does not know, rather than ignore them. */
function refuseUnknown(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).filter(
    (name) => parameters[name] !== undefined && !known.includes(name),
  )
  if (unknown.length > 0) throw new Error(`not in memory: ${unknown.join(', ')}`)
}

function refuseMany(keys: readonly Key[]): void {
  const isOnce = new Set(keys.map(nameOf)).size === keys.length
  if (keys.length === 0 || keys.length > 100 || !isOnce) {
    throw invalid('0, or more than 100 items, or one of them twice')
  }
}

/** The key in a request: two texts that are not empty, and nothing else. */
function keyIn(value: unknown): Key {
  const { pk, sk, ...others } = (value ?? {}) as Key
  const isKey = [pk, sk].every((part) => typeof part === 'string' && part !== '')
  if (!isKey || Object.keys(others).length > 0) throw invalid('not a key')
  return { pk, sk }
}

const keyOf = ({ pk, sk }: Attributes): Key => keyIn({ pk, sk })

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

const keyOrder = (one: Attributes, other: Attributes, sk: string) =>
  [sk, 'pk', 'sk'].reduce(
    (found, name) => found || textOrder(one[name] as string, other[name] as string),
    0,
  )

const onlyOf = (item: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = item[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
