import * as z from 'zod'

/** Categories by which administrators choose notifications. */
export const categories = [
  'devices',
  'payments',
  'stock',
  'security',
  'integrations',
  'wallet',
] as const
export type Category = (typeof categories)[number]

type Kind = {
  readonly category: Category
  readonly title: string
  /** `{name}` is replaced by the alert's detail of that name. */
  readonly body: string
  /** True for an alert about a moment: there is nothing to clear. */
  readonly isMoment?: true
}

/** Alerts for the owner. docs/alerts.md says when each is raised and cleared. */
export const alertKinds = {
  agent_offline: {
    category: 'devices',
    title: 'An on-site agent is offline',
    body: 'The agent {agentName} has not been heard of for five minutes. Check that its computer is on and has internet. Revoke the agent if another one has replaced it.',
  },
  node_unreachable: {
    category: 'devices',
    title: 'The Lightning node does not answer',
    body: 'No Lightning payment can be asked for. Check that the node runs and that its on-site agent is connected.',
  },
  printer_failing: {
    category: 'devices',
    title: 'A printer fails',
    body: 'The printer {printerName} of the agent {agentName} does not print: {problem}',
  },
  jobs_waiting: {
    category: 'devices',
    title: 'Print jobs wait',
    body: 'Jobs for the printer {printerName} of the agent {agentName} have waited for five minutes. Check the printer and its agent, or move the jobs to another printer.',
  },
  inbound_low: {
    category: 'payments',
    title: 'The Lightning node can receive little',
    body: 'Its channels can receive {inboundSat} satoshis, fewer than the {lowInboundSat} of the settings. Spend over Lightning, or let the node open a channel.',
  },
  node_peer_lost: {
    category: 'payments',
    title: 'The Lightning node has lost its peer',
    body: 'Nobody can pay its invoices, though it makes them. Check the internet of the node; it connects again by itself, or restart it.',
  },
  node_limited_password: {
    category: 'payments',
    title: 'The Lightning node pays nothing out',
    body: 'Its password is the limited one: the shop sells, but refunds and payments of the wallet are refused. Give the agent http-password of phoenix.conf.',
  },
  node_webhook_silent: {
    category: 'payments',
    title: 'The webhook of the Lightning node does not arrive',
    body: 'Payments were found by asking the node, seconds late. Check webhook and webhook-secret in phoenix.conf, and restart the node.',
  },
  stock_low: {
    category: 'stock',
    title: 'Stock is low',
    body: '{quantity} left of {name}, fewer than its minimum of {minimum}.',
  },
  payout_not_settled: {
    category: 'payments',
    title: 'A refund over Lightning has not ended',
    body: 'Whether its invoice was paid is not known for ten minutes. It is looked up every five minutes while the node answers; do not pay it again by hand. A node that was stopped by force may call it pending for ever: ask the customer whether it arrived; after 15 days it counts as not paid.',
  },
  payment_unmatched: {
    category: 'payments',
    title: 'A payment belongs to no sale',
    body: '{amountSat} satoshis were received ten minutes ago or earlier, and nothing was sold for them. Attach the payment to a bill, give it back, or dismiss it.',
  },
  rate_unavailable: {
    category: 'payments',
    title: 'There is no exchange rate',
    body: 'The sources give no usable price of bitcoin in {currency}. Prices cannot be quoted in satoshis; a rate of your own in the settings helps until they answer.',
  },
  webhook_failing: {
    category: 'integrations',
    title: 'A webhook fails',
    body: 'Deliveries to {url} fail. Check the receiver, and enable the webhook again if it was disabled.',
  },
  till_copied: {
    category: 'security',
    title: 'A till may have been copied',
    body: 'Two devices use the token of the till {tillName}. Revoke it, and register the device that is yours anew.',
  },
  till_token_again: {
    category: 'security',
    title: 'A till got its token again',
    body: '{userName} gave the till {tillName} a new token. If that was not asked for, revoke the till.',
    isMoment: true,
  },
  till_lost: {
    category: 'devices',
    title: 'Sales of a till may be lost',
    body: '{series}: last number {lastNumber}, last seen {lastSeenAt}, sales may be lost. Find the device, or confirm what is missing.',
  },
  till_has_unsent_sales: {
    category: 'devices',
    title: 'A till has sales to hand in',
    body: '{waitingSales} sales of the till {tillName} wait for two hours or longer. Give it internet.',
  },
  numbers_missing: {
    category: 'security',
    title: 'Numbers of a till are missing',
    body: 'The till {tillName} has passed over {numbers} for a day. Let it hand in its sales, or confirm that they were not used.',
  },
  sales_flagged: {
    category: 'security',
    title: 'Sales at a till need a look',
    body: 'Sales of {userName}: {flags}. Look at them, ask who sold them, and mark them as seen.',
  },
  pin_guessing: {
    category: 'security',
    title: 'Somebody may be guessing PINs',
    body: 'Many wrong PINs were tried for {target}. Ask the staff; if nobody mistyped, look for a stranger in your network.',
  },
  'wallet.payment.sent': {
    category: 'wallet',
    title: 'A payment was sent',
    body: '{amountSat} satoshis left the wallet.',
    isMoment: true,
  },
  'wallet.payment.failed': {
    category: 'wallet',
    title: 'A payment was not sent',
    body: '{reason}',
    isMoment: true,
  },
  'wallet.payment.received': {
    category: 'wallet',
    title: 'A payment was received',
    body: '{amountSat} satoshis came into the wallet.',
    isMoment: true,
  },
  'wallet.channel.closed': {
    category: 'wallet',
    title: 'A channel was closed',
    body: 'The channel {channelId} closes by the transaction {txId}.',
    isMoment: true,
  },
  'wallet.fee.bumped': {
    category: 'wallet',
    title: 'A fee was raised',
    body: 'Unconfirmed transactions now pay {feerateSatByte} satoshis a byte.',
    isMoment: true,
  },
} as const satisfies Readonly<Record<string, Kind>>

export const AlertKind = z
  .enum(Object.keys(alertKinds) as (keyof typeof alertKinds)[])
  .meta({ id: 'AlertKind', description: 'What an alert is about; docs/alerts.md' })
export type AlertKind = z.output<typeof AlertKind>

export const kindOf = (kind: AlertKind): Kind => alertKinds[kind]
