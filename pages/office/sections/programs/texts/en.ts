export const en = {
  keys: 'API keys',
  webhooks: 'Webhooks',
  alerts: 'Alerts',
  export: 'Export',

  name: 'Name',
  copy: 'Copy',
  copied: 'Copied.',
  never: 'never',

  keysHint:
    'A key lets another program, such as a web shop, work with this shop. It may do only what you tick, and it is never an administrator.',
  noKeys: 'No program has a key.',
  addKey: 'Add a key',
  keyNameHint: 'The program that uses it, such as Web shop. Who did what shows it.',
  lastDay: 'Last day (optional)',
  mayDo: 'May do',
  permissionCount: (count: number) =>
    count === 1 ? '1 permission' : `${count} permissions`,
  lastUsed: 'Last used',
  ends: 'Ends',
  keyMade: 'The key is made',
  secretHint:
    'Copy it into the program now. It is shown this once; nobody can see it again.',
  revoke: 'Revoke',
  revokeHint:
    'Within ten seconds the program can do nothing any more. This cannot be undone.',

  webhooksHint:
    'Events of the shop are sent to a program at its address on the internet, signed with its secret.',
  noWebhooks: 'Nothing is sent anywhere.',
  addWebhook: 'Add a webhook',
  address: 'Address',
  addressHint: 'Begins with https:// and is reached from the internet.',
  events: 'Events',
  lastSent: 'Last sent',
  switchedOff: 'switched off',
  failingSince: (moment: string) => `fails since ${moment}`,
  nothingSent: 'nothing sent yet',
  webhookSecret: 'The secret of the webhook',
  webhookSecretHint:
    'Copy it into the program now, which checks with it that an event is from this shop. It is shown this once.',
  eventNames: {
    'sale.completed': 'A sale',
    'sale.refunded': 'Money or goods given back',
    'order.settled': 'A bill that was paid',
    'order.cancelled': 'A bill that was cancelled',
    'payment.received': 'A Bitcoin payment',
    'stock.low': 'Few units left',
    'shift.closed': 'The close of a shift',
    'product.changed': 'A product that changed',
    'alert.raised': 'An alert',
  },
  test: 'Test',
  sendTest: 'Send a test',
  lookAgain: 'Look again',
  onItsWay: 'It is on its way. Look again in a moment.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnOnHint: 'Events are sent there from now on. Those in between are not.',
  turnOffHint: 'Nothing is sent there until it is turned on again.',
  newSecret: 'New secret',
  newSecretHint:
    'The program needs the new one. The present secret also signs for 24 hours more.',
  removeWebhook: 'Remove',
  removeWebhookHint: 'Nothing is sent there any more. This cannot be undone.',
  deliveries: 'Deliveries of the last 30 days',
  event: 'Event',
  outcome: 'Outcome',
  repeat: 'Send again',
  statuses: { pending: 'on its way', delivered: 'delivered', failed: 'failed' },
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),

  alertsHint: (name: string) =>
    `Lists of alerts show ${name} what is ticked. Every administrator chooses alone. Programs get alerts by a webhook.`,
  alertsOf: (name: string) => `Alerts for ${name}`,
  categories: {
    devices: 'Printers, agents and tills',
    payments: 'Bitcoin payments and the node',
    stock: 'Stock',
    security: 'PINs and copied tills',
    integrations: 'Webhooks',
    wallet: 'Money that leaves the wallet',
  },

  exportHint:
    'All that the shop has in one file: products, orders, payments, Zs, people without their PINs. To keep, or to move elsewhere. It is entered in who did what.',
  exportShop: 'Download the shop',
  exported: (count: string) =>
    count === '1' ? '1 record read' : `${count} records read`,
}

export type ProgramTexts = typeof en
