import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** The owner of every kept shop. */
export const owner = { name: 'Ana', pin: '4321', password: 'wallet-secret' } as const

/** The secrets of every kept shop, which its PINs and keys were made with. */
export const secrets = {
  masterKey: '11'.repeat(32),
  webhookSecret: 'webhook-secret-of-the-tests',
  nodePassword: 'node-password-of-the-tests',
}

/** A request as a client of the release sent it, and what it was answered. */
export type Said = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever repeats it knows the shape
  readonly answer: any
}

/** The table of a release, in the middle of a day. */
export type KeptTable = {
  readonly release: string
  /** The table's clock: what lapses had not lapsed then. */
  readonly keptAtMs: number
  /** The requests of that day that tests name. */
  readonly said: Readonly<Record<string, Said>>
  /** Answers of the release to reads when the table was kept, by path. */
  readonly read: Record<string, unknown>
  /** Payments of its node. */
  readonly ledger: string
  readonly items: readonly Record<string, AttributeValue>[]
}

export const tablesFolder = join(import.meta.dirname, 'tables')

/** Every table that is kept. */
export const keptTables = (): KeptTable[] =>
  readdirSync(tablesFolder)
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) =>
      JSON.parse(gunzipSync(readFileSync(join(tablesFolder, name))).toString()),
    )
