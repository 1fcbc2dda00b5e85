import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, vi } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { writablePartitions } from '../../infra/cloud/resources.ts'

type Keys = { readonly pk: string }

/** The part of a transaction that writes or checks one record. */
export type Write = Readonly<
  Record<string, { readonly Item?: Keys; readonly Key?: Keys }>
>

const declared = new Map<string, readonly string[]>(
  [...groups, ...socketApis, ...workers].map(({ name, uses }) => [name, uses]),
)

/** Throws as IAM refuses a function a write outside of the partitions that it declares. */
export function requireWriteRights(name: string, writes: readonly Write[]): void {
  const uses = declared.get(name) ?? []
  if (uses.includes('table')) return
  const allowed = Object.entries(writablePartitions)
    .filter(([resource]) => uses.includes(resource))
    .flatMap(([, partitions]) => [...partitions])
  for (const { pk } of writes.flatMap(keysOf)) {
    if (!allowed.some((pattern) => matches(pattern, pk))) {
      throw new Error(`AccessDeniedException: ${name} may not write ${pk}`)
    }
  }
}

const keysOf = (write: Write) =>
  Object.values(write).flatMap(({ Item, Key }) => Item ?? Key ?? [])

const matches = (pattern: string, pk: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(pk)

/** Expects that all that the rest of a test writes is what this function may write. */
export function expectWritesOf(name: string): void {
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  onTestFinished(() => {
    const inputs = send.mock.calls.map(
      ([{ input }]) => input as { TransactItems?: Write[] },
    )
    send.mockRestore()
    const writes = inputs.flatMap(({ TransactItems = [] }) => TransactItems)
    expect(writes).not.toEqual([])
    requireWriteRights(name, writes)
  })
}
