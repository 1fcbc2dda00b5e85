import { isWebhookSilent, type NodeState, nodeStateKey } from '../../agents/node-state.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { clearAlertOf, type NewAlert, raiseAlert } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { Consumer } from '../changes/consume-stream.ts'
import { type DomainEvent, eventsOf } from '../domain-events/domain-events.ts'
import { guessing } from './pin-guessing.ts'

/** Raises and clears the alerts that follow from committed changes. */
export const alertsOfChanges: Consumer = {
  name: 'alerts',
  consume: async (changes) => {
    for (const change of changes) await alertOf(change)
  },
}

async function alertOf(change: CommittedChange): Promise<void> {
  for (const event of eventsOf(change)) {
    if (event.type === 'stock.low') {
      const details = { ...idOf(event.what), ...event.stock }
      await raiseAlert({ ...stockAlert(event.what), details }, Date.now())
    }
    if (event.type === 'stock.enough') {
      await clearAlertOf(stockAlert(event.what), Date.now())
    }
    if (event.type === 'payment.received') await raiseAlert(received(event), Date.now())
  }
  if (change.key.sk === nodeStateKey.sk) return node(change)
  if (change.key.pk.startsWith('LOGIN-LIMIT#')) {
    const found = await guessing(change, Date.now())
    if (found) await raiseAlert(found, Date.now())
  }
}

type What = Extract<DomainEvent, { type: 'stock.low' }>['what']

const idOf = (what: What) =>
  'productId' in what
    ? { productId: what.productId }
    : { ingredientId: what.ingredientId }

const stockAlert = (what: What) => {
  const [subject = ''] = Object.values(idOf(what))
  return { kind: 'stock_low', subject } as const
}

/** Alerts by the node's state. */
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

/** The alert of a payment that the node reports for the first time. */
function received({
  paymentHash,
  notification,
}: Extract<DomainEvent, { type: 'payment.received' }>): NewAlert {
  const { amountSat = null, receivedAtMs } = notification
  return {
    kind: 'wallet.payment.received',
    subject: paymentHash,
    details: { paymentHash, amountSat },
    occurredAtMs: receivedAtMs,
  }
}
