import { isWebhookSilent, type NodeState, nodeStateKey } from '../../agents/node-state.ts'
import type { IngredientRecord } from '../../catalog/ingredients.ts'
import type { ProductRecord } from '../../catalog/products.ts'
import { variantsOf } from '../../catalog/variants.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import type { HashNotification } from '../../selling/sales/payment-hashes.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { clearAlertOf, raiseAlert } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { Consumer } from '../changes/consume-stream.ts'
import { guessing } from './pin-guessing.ts'

/** Raises and clears the alerts that follow from what was committed. */
export const alertsOfChanges: Consumer = {
  name: 'alerts',
  consume: async (changes) => {
    for (const change of changes) await alertOf(change)
  },
}

async function alertOf(change: CommittedChange): Promise<void> {
  const { pk } = change.key
  if (pk === 'PRODUCT') return stock(change, productStock)
  if (pk === 'INGREDIENT') return stock(change, ingredientStock)
  if (pk.startsWith('PAYMENT-HASH#')) return received(change)
  if (change.key.sk === nodeStateKey.sk) return node(change)
  if (pk.startsWith('LOGIN-LIMIT#')) {
    const found = await guessing(change, Date.now())
    if (found) await raiseAlert(found, Date.now())
  }
}

/** How much there is of something, and how much there should be. */
type Stock = {
  readonly name: string
  readonly quantity: number
  readonly minimum: number
}

const productStock = (record: Item): Stock | undefined => {
  const product = record as ProductRecord
  if (product.components || product.trackStock === false) return undefined
  const quantity = variantsOf(product).reduce((sum, each) => sum + each.quantity, 0)
  return { name: product.name, quantity, minimum: product.minStockThreshold }
}

const ingredientStock = (record: Item): Stock => {
  const { name, quantity, lowStockThreshold } = record as IngredientRecord
  return { name, quantity, minimum: lowStockThreshold }
}

/** What is created with little of it is not news; what falls below its minimum is. */
async function stock(
  { before, after, key }: CommittedChange,
  stockOf: (record: Item) => Stock | undefined,
): Promise<void> {
  if (!before) return
  const subject = String(before.id)
  const [had, has] = [stockOf(before), after && stockOf(after)]
  const alert = { kind: 'stock_low', subject } as const
  if (isLow(has) && !isLow(had)) {
    const what = key.pk === 'PRODUCT' ? { productId: subject } : { ingredientId: subject }
    await raiseAlert({ ...alert, details: { ...what, ...has } }, Date.now())
  } else if (isLow(had) && !isLow(has)) await clearAlertOf(alert, Date.now())
}

const isLow = (stock: Stock | undefined): stock is Stock =>
  stock !== undefined && stock.quantity < stock.minimum

/** What is known about the node, and its alert. */
const nodeAlerts: Readonly<
  Partial<Record<AlertKind, (state: NodeState | undefined) => boolean>>
> = {
  node_peer_lost: (state) => state?.peerLostSinceMs !== undefined,
  node_limited_password: (state) => state?.isLimited === true,
  node_webhook_silent: (state = {}) => isWebhookSilent(state),
}

async function node({ before, after }: CommittedChange): Promise<void> {
  for (const [name, holds] of Object.entries(nodeAlerts)) {
    const alert = { kind: name as AlertKind, subject: 'node' }
    const [was, is] = [holds(before as NodeState), holds(after as NodeState)]
    if (is && !was) await raiseAlert({ ...alert, details: {} }, Date.now())
    if (was && !is) await clearAlertOf(alert, Date.now())
  }
}

/** Raises an alert of a payment when the node first reports it. */
async function received({ before, after, key }: CommittedChange): Promise<void> {
  if (before || !after) return
  const { amountSat = null, receivedAtMs } = after as HashNotification
  const paymentHash = key.pk.slice('PAYMENT-HASH#'.length)
  await raiseAlert(
    {
      kind: 'wallet.payment.received',
      subject: paymentHash,
      details: { paymentHash, amountSat },
      occurredAtMs: receivedAtMs,
    },
    Date.now(),
  )
}
