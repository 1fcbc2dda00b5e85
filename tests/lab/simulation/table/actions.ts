import { conditionOf } from './conditions.ts'
import { invalid, Refused } from './errors.ts'
import type { Placeholders } from './paths.ts'
import {
  type Key,
  keyIn,
  type Parameters,
  placeholdersOf,
  refuseUnknown,
} from './requests.ts'
import { updateOf } from './updates.ts'
import { type Attributes, itemSize, stored } from './values.ts'

/** One action of a transaction, made from its request. */
export type Action = {
  readonly key: Key
  /** Whether a refused condition shows the item as it is stored. */
  readonly showsItem: boolean
  /** The item after the action; undefined when there is none. Throws `Refused`. */
  readonly apply: (item: Attributes | undefined) => Attributes | undefined
}

const maxItemBytes = 400 * 1024

const conditional = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
]

/** The action of a transaction's item, such as `{ Put: … }`. */
export function actionOf(request: Parameters): Action {
  const [[kind, parameters] = ['', {}], ...others] = Object.entries(request) as [
    string,
    Parameters,
  ][]
  if (others.length > 0) throw invalid('an item of a transaction has one action')
  if (kind === 'Put') return putOf(parameters)
  if (kind === 'Update') return changeOf(parameters)
  if (kind === 'Delete' || kind === 'ConditionCheck') return keyedOf(kind, parameters)
  throw new Error(`not in memory: ${kind}`)
}

function putOf(parameters: Parameters): Action {
  refuseUnknown(parameters, [...conditional, 'Item'])
  const item = stored(parameters.Item) as Attributes
  if (itemSize(item) > maxItemBytes) {
    throw invalid('Item size has exceeded the maximum allowed size')
  }
  const { pk, sk } = item
  return checked(
    keyIn({ pk, sk } as Attributes),
    parameters,
    givenTo(parameters),
    () => item,
  )
}

function changeOf(parameters: Parameters): Action {
  refuseUnknown(parameters, [...conditional, 'Key', 'UpdateExpression'])
  const key = keyIn(parameters.Key)
  const expression = String(parameters.UpdateExpression)
  const given = placeholdersOf(parameters, [expression, parameters.ConditionExpression])
  const change = updateOf(expression, given)
  return checked(key, parameters, given, (item) => {
    const after = change(item ?? { ...key })
    if (itemSize(after) > maxItemBytes) {
      throw new Refused(
        'ValidationError',
        'Item size to update has exceeded the maximum allowed size',
      )
    }
    return after
  })
}

function keyedOf(kind: 'Delete' | 'ConditionCheck', parameters: Parameters): Action {
  refuseUnknown(parameters, [...conditional, 'Key'])
  return checked(keyIn(parameters.Key), parameters, givenTo(parameters), (item) =>
    kind === 'Delete' ? undefined : item,
  )
}

const givenTo = (parameters: Parameters) =>
  placeholdersOf(parameters, [parameters.ConditionExpression])

/** What is wrong in the request itself counts before any item's condition. */
function checked(
  key: Key,
  parameters: Parameters,
  given: Placeholders,
  apply: Action['apply'],
): Action {
  const condition = parameters.ConditionExpression as string | undefined
  const meets = condition === undefined ? () => true : conditionOf(condition, given)
  return {
    key,
    showsItem: parameters.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    apply: (item) => {
      if (meets(item)) return apply(item)
      throw new Refused('ConditionalCheckFailed', 'The conditional request failed')
    },
  }
}
