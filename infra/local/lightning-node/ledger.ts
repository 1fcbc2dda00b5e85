import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** A payment to this node: an invoice, paid or not, or a payment to its offer. */
export type Incoming = {
  kind: 'incoming'
  paymentHash: string
  preimage: string
  invoice: string | null
  description: string | null
  externalId: string | null
  /** is told besides the node's own webhook */
  webhookUrl: string | null
  /** null when any amount can be paid */
  requestedSat: number | null
  receivedSat: number
  payerKey: string | null
  payerNote: string | null
  createdAtMs: number
  expiresAtMs: number | null
  completedAtMs: number | null
}

/** A payment of this node, made or failed. */
export type Outgoing = {
  kind: 'outgoing'
  subType: 'lightning' | 'splice_out' | 'splice_cpfp' | 'channel_close'
  paymentId: string
  paymentHash: string | null
  preimage: string | null
  txId: string | null
  invoice: string | null
  isPaid: boolean
  /** what the recipient got, without fees */
  amountSat: number
  feesMsat: number
  createdAtMs: number
  completedAtMs: number
}

/** An invoice of somebody else whose preimage is known here, so that paying it shows it. */
type ForeignInvoice = { kind: 'stranger'; paymentHash: string; preimage: string }

type Identity = { kind: 'identity'; privateKey: string }

type Entry = Incoming | Outgoing | ForeignInvoice | Identity

/** Everything the node knows, kept on disk. */
export type Ledger = {
  readonly incoming: ReadonlyMap<string, Incoming>
  readonly outgoing: ReadonlyMap<string, Outgoing>
  /** preimages of strangers' invoices, by payment hash */
  readonly foreignPreimages: ReadonlyMap<string, string>
  /** undefined on the first start */
  privateKey(): string | undefined
  /** Adds an entry, or replaces the one of the same payment. */
  record(entry: Entry): void
}

/** Opens the ledger of a directory: an append-only file whose last word counts. */
export function openLedger(dataDir: string): Ledger {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'ledger.jsonl')
  const incoming = new Map<string, Incoming>()
  const outgoing = new Map<string, Outgoing>()
  const strangers = new Map<string, string>()
  let privateKey: string | undefined

  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'incoming':
        return incoming.set(entry.paymentHash, entry)
      case 'outgoing':
        return outgoing.set(entry.paymentId, entry)
      case 'stranger':
        return strangers.set(entry.paymentHash, entry.preimage)
      case 'identity':
        privateKey = entry.privateKey
    }
  }

  for (const line of completeLines(file)) apply(JSON.parse(line))

  return {
    incoming,
    outgoing,
    foreignPreimages: strangers,
    privateKey: () => privateKey,
    record(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      apply(entry)
    },
  }
}

/** The lines written to the end; one that a crash cut short is taken off the file. */
function completeLines(file: string): string[] {
  appendFileSync(file, '', { mode: 0o600 })
  const content = readFileSync(file)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(file, end)
  return content.toString('utf8', 0, end).split('\n').slice(0, -1)
}
