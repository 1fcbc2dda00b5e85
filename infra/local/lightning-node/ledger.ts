import { createECDH, randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** An incoming payment: an invoice, paid or not, or a payment to an offer. */
export type Incoming = {
  kind: 'incoming'
  paymentHash: string
  preimage: string
  invoice: string | null
  description: string | null
  externalId: string | null
  /** notified in addition to the node's own webhook */
  webhookUrl: string | null
  /** null when any amount can be paid */
  requestedSat: number | null
  /** Amount that the payer sent less the liquidity fee. */
  receivedSat: number
  /** The liquidity fee that was taken from it; absent in older ledgers. */
  feesMsat?: number
  /** True if it only raised the fee credit, which nobody can spend. */
  isFeeCredit?: boolean
  payerKey: string | null
  payerNote: string | null
  createdAtMs: number
  expiresAtMs: number | null
  completedAtMs: number | null
}

/** An outgoing payment: successful, failed or under way. */
export type Outgoing = {
  kind: 'outgoing'
  subType: 'lightning' | 'splice_out' | 'splice_cpfp' | 'channel_close' | 'auto_liquidity'
  paymentId: string
  paymentHash: string | null
  preimage: string | null
  txId: string | null
  invoice: string | null
  isPaid: boolean
  /** Amount that the recipient received, without fees. */
  amountSat: number
  feesMsat: number
  /** Of `auto_liquidity`: by how much it grew the channel, absent in older ledgers. */
  capacitySat?: number
  /** Of `auto_liquidity`: the part of the fee that fee credit paid; absent in older ledgers. */
  creditSat?: number
  /** Pending, and never signed: it stays so for ever. */
  isUnsigned?: boolean
  createdAtMs: number
  /** null while it is under way */
  completedAtMs: number | null
}

type Entry =
  | Incoming
  | Outgoing
  /** An invoice of another node, with the preimage that paying it reveals. */
  | { kind: 'foreignInvoice'; paymentHash: string; preimage: string }
  | { kind: 'identity'; privateKey: string }

/** The node's state, stored on disk. */
export type Ledger = ReturnType<typeof openLedger>

/**
 * Opens a directory's ledger: an append-only file in which the last entry wins. The first
 * start creates the node's key pair.
 */
export function openLedger(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'ledger.jsonl')
  const incoming = new Map<string, Incoming>()
  const outgoing = new Map<string, Outgoing>()
  /** preimages of other nodes' invoices, by payment hash */
  const foreignPreimages = new Map<string, string>()
  let privateKey = ''

  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'incoming':
        return incoming.set(entry.paymentHash, entry)
      case 'outgoing':
        return outgoing.set(entry.paymentId, entry)
      case 'foreignInvoice':
        return foreignPreimages.set(entry.paymentHash, entry.preimage)
      case 'identity':
        privateKey = entry.privateKey
    }
  }

  /** Adds an entry, or replaces the one of the same payment. */
  const record = (entry: Entry) => {
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    apply(entry)
  }

  for (const line of completeLines(file)) apply(JSON.parse(line))
  if (privateKey === '') {
    record({ kind: 'identity', privateKey: randomBytes(32).toString('hex') })
  }
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey, 'hex')
  /** the compressed public key, hex */
  const nodeId = pair.getPublicKey('hex', 'compressed')
  const isNew = incoming.size + outgoing.size === 0
  return { incoming, outgoing, foreignPreimages, privateKey, nodeId, isNew, record }
}

/** The complete lines; a last line that a crash cut short is truncated from the file. */
function completeLines(file: string): string[] {
  appendFileSync(file, '', { mode: 0o600 })
  const content = readFileSync(file)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(file, end)
  return content.toString('utf8', 0, end).split('\n').slice(0, -1)
}
