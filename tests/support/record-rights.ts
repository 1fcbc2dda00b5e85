import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect } from 'vitest'
import { type RecordRights, recordRights } from '../../infra/cloud/record-rights.ts'
import { inEveryShop } from '../../infra/cloud/resources.ts'
import { runningFunction } from '../../infra/local/executions.ts'

/*
 * Functions that have rights to some partitions of the table alone are refused others here, as IAM
 * refuses them in the cloud: so no test passes by a call that the cloud does not allow.
 */

type Keys = { readonly pk?: string }
type Action = { readonly Item?: Keys; readonly Key?: Keys }
type Input = Action & {
  readonly TransactItems?: readonly Readonly<Record<string, Action>>[]
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Keys[] }>>
  readonly IndexName?: string
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
}
type Command = { readonly constructor: { readonly name: string }; readonly input: Input }

/** The right that a part of a call needs, and the partition that it is about. */
type Use = readonly [kind: keyof RecordRights, pk: string]

const kinds: Readonly<Record<string, keyof RecordRights>> = {
  Get: 'reads',
  ConditionCheck: 'checks',
}

function usesOf({ constructor: { name }, input }: Command): Use[] {
  const pkOf = ({ Item, Key }: Action) => String((Item ?? Key)?.pk)
  const kindOf = (operation: string) => kinds[operation] ?? 'writes'
  if (input.TransactItems) {
    return input.TransactItems.flatMap((item) =>
      Object.entries(item).map(
        ([operation, action]): Use => [kindOf(operation), pkOf(action)],
      ),
    )
  }
  if (input.RequestItems) {
    return Object.values(input.RequestItems).flatMap(({ Keys }) =>
      Keys.map(({ pk }): Use => ['reads', String(pk)]),
    )
  }
  if (name === 'QueryCommand') {
    // The indexes have partitions of their own
    const pk = String(input.ExpressionAttributeValues?.[':pk'])
    return input.IndexName ? [] : [['reads', pk]]
  }
  return [[kindOf(name.replace('Command', '')), pkOf(input)]]
}

function isAllowed({ reads, writes, checks = [] }: RecordRights, [kind, pk]: Use) {
  const may = { reads, writes, checks: [...checks, ...writes] }[kind]
  if (!may) return true
  return inEveryShop(...may).some((pattern) =>
    new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(pk),
  )
}

/** Refusals since the last test file, kept where all files of the process find them. */
const client = DynamoDBDocumentClient.prototype as unknown as {
  send: (command: Command, ...others: unknown[]) => Promise<unknown>
  denied?: string[]
}
const isFirst = client.denied === undefined
client.denied ??= []
const { denied } = client
if (isFirst) {
  const { send } = client
  client.send = async function (command, ...others) {
    const name = runningFunction.getStore() ?? ''
    const rights = Object.hasOwn(recordRights, name) && recordRights[name]
    const refused = rights
      ? usesOf(command).find((use) => !isAllowed(rights, use))
      : undefined
    if (refused) {
      denied.push(`${name} ${refused.join(' ')}`)
      throw new Error(`AccessDeniedException: ${denied.at(-1)}`)
    }
    return send.call(this, command, ...others)
  }
}
afterAll(() => expect(denied.splice(0)).toEqual([]))
