import type { Options } from './option-schemas.ts'

/** Options of `npm start` alone. */
export const machineOptions = {
  port: {
    type: 'port',
    default: 4000,
    description: 'port of the API and its WebSockets',
  },
  host: {
    type: 'text',
    default: '127.0.0.1',
    description:
      'address or name the API listens on, IPv4 or IPv6; every other part listens on loopback only',
  },
  dataDir: {
    type: 'text',
    default: '.pos',
    description: 'table, queues, secrets, node, printed receipts; of one running system',
  },
  shops: {
    type: 'shopIds',
    default: [],
    description:
      'further shops, by comma: `corner,cafe` are at corner.localhost and cafe.localhost, each with an agent and a simulated node of its own',
  },
  engine: {
    type: 'tableEngine',
    defaultNote: "the data's, or `dynoxide`",
    description:
      "engine of the table, or `dynamodb-local`, which is Amazon's and needs Java 17; `npm run switch-engine` copies the data",
  },
  webhookSecret: {
    type: 'text',
    defaultNote: 'generated',
    description: "secret that signs the node's webhooks",
  },
  nodePort: {
    type: 'port',
    default: 9740,
    description: 'port of the simulated node, which runs unless `POS_NODE_URL` is given',
  },
  localReceivers: {
    type: 'flag',
    default: false,
    description:
      'webhooks may also lead to programs on this machine, at http URLs such as `http://127.0.0.1:5000`',
  },
  asyncConcurrency: {
    type: 'count',
    default: 10,
    description:
      'asynchronous executions of one function at once, as in a new AWS account',
  },
  nodePassword: {
    type: 'text',
    description: 'password of the node at `POS_NODE_URL`; the two go together',
  },
} as const satisfies Options
