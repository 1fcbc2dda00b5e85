import type { Options } from './option-schemas.ts'

/**
 * The options of a deployment, declared once. The functions' settings, CDK context,
 * `npm start` and the tables of docs/options.md read these declarations, and `npm run generate`
 * updates the tables. They are plain data, so that functions load no schemas for them.
 */

/** Options that functions read, in the cloud and on one machine. */
export const functionOptions = {
  nodeUrl: {
    type: 'url',
    default: '',
    description: "a Lightning node to call directly, without the agent's tunnel",
  },
  accessTokenSeconds: {
    type: 'seconds',
    ofShop: true,
    default: 60,
    description: 'lifetime of an access token',
  },
  walletTokenSeconds: {
    type: 'seconds',
    ofShop: true,
    default: 300,
    description: 'lifetime of a wallet session, fixed from its start',
  },
  publicLoginScreen: {
    type: 'flag',
    ofShop: true,
    default: false,
    description: 'GET /config, /base-currency and names of users without a token',
  },
  verifyCheckout: {
    type: 'flag',
    ofShop: true,
    default: false,
    description:
      "default of the shop's setting: checkout and settlement confirm a payment hash before they sell",
  },
  verifyAmounts: {
    type: 'flag',
    ofShop: true,
    default: false,
    description:
      "default of the shop's setting: a sale charges what its lines come to; lower prices are discounts",
  },
  restrictPrinters: {
    type: 'flag',
    ofShop: true,
    default: false,
    description:
      "default of the shop's setting: changes of printer configurations need `printer_update`",
  },
  plainHttpTills: {
    type: 'flag',
    default: false,
    description: 'cookies are not Secure though the request came over https',
  },
  trustedProxies: {
    type: 'ipAddresses',
    default: [],
    description:
      'IP addresses (no networks) whose X-Forwarded-For and -Proto are believed, by comma',
  },
  rateSources: {
    type: 'rateSources',
    default: ['coinbase', 'kraken', 'coingecko'],
    defaultNote:
      '`coinbase,kraken,coingecko`, but a simulated source with `npm start` and its simulated node',
    description: 'who is asked for exchange rates of bitcoin, by comma',
  },
  docsPage: {
    type: 'flag',
    ofShop: true,
    default: false,
    defaultNote: '`false`, but `true` with `npm start`',
    description: 'GET /docs, a page on which the API can be read and tried',
  },
  officePage: {
    type: 'flag',
    ofShop: true,
    default: true,
    description: "GET /office, the owner's page",
  },
  tillPage: {
    type: 'flag',
    ofShop: true,
    default: true,
    description: 'GET /till, the page that sells, to which browsers are sent from GET /',
  },
  kitchenPage: {
    type: 'flag',
    ofShop: true,
    default: true,
    description: "GET /kitchen, the kitchen's screen",
  },
  tills: {
    type: 'flag',
    ofShop: true,
    default: false,
    description:
      'tills with numbers and drawers of their own (/tills); once it was on, there is no way back to a release without them',
  },
  publicUrl: {
    type: 'url',
    default: '',
    defaultNote: "the deployment's own address",
    description: "the API's public address, as in links to uploads",
  },
  shopDomain: {
    type: 'domainName',
    default: '',
    defaultNote: 'none, there is one shop',
    description:
      'domain of further shops, whose hosts are names directly under it, such as `corner.shops.example`; needs a certificate for `*.` and this one',
  },
  shopRate: {
    type: 'count',
    ofShop: true,
    default: 100,
    description:
      'with `shopDomain`: requests a second to each shop, counted over ten seconds; more get 429',
  },
  cookieDomain: {
    type: 'domainName',
    default: '',
    defaultNote: "none, cookies are the API's own host's",
    description:
      'domain of the token cookies, to share them with sibling hosts; every host of the API belongs to it',
  },
  corsOrigins: {
    type: 'origins',
    ofShop: true,
    default: ['http://localhost:3000'],
    description: 'browser origins that are allowed, by comma',
  },
  loopbackOrigins: {
    type: 'flag',
    ofShop: true,
    default: false,
    defaultNote: '`false`, but `true` with `npm start`',
    description:
      'pages of this machine are allowed too: http://localhost and loopback addresses, any port',
  },
  setupCode: {
    type: 'code',
    default: '',
    description:
      'the first POST /initial-setup must carry it as `setupCode`; 8 characters or more',
  },
} as const satisfies Options

export type FunctionOption = keyof typeof functionOptions

/** Options of the CDK stack alone. */
export const stackOptions = {
  shop: {
    type: 'stackName',
    default: 'lightning-pos',
    description: 'name of the stack and of what it owns',
  },
  domainName: {
    type: 'domainName',
    description: "the shop's own domain for the API; needs `certificateArn`",
  },
  certificateArn: {
    type: 'certificateArn',
    description: 'certificate in us-east-1 that CloudFront shows for `domainName`',
  },
  extraHosts: {
    type: 'domainNames',
    description:
      'more host names of the API, such as the Host that a relay forwards, by comma; the certificate covers them',
  },
  alarmEmail: {
    type: 'email',
    description: 'address that alarms are mailed to',
  },
  keepWarm: {
    type: 'flag',
    default: true,
    description: 'functions are called every five minutes, so that no till waits for one',
  },
  openingHours: {
    type: 'openingHours',
    ofShop: true,
    defaultNote: 'all day',
    description:
      'when `keepWarm` works and sales are expected, such as `07:00-23:00`; needs `timeZone`',
  },
  timeZone: {
    type: 'timeZone',
    ofShop: true,
    description: "the shop's, for `openingHours`, such as `Europe/Berlin`",
  },
  salesStopMinutes: {
    type: 'minutes',
    ofShop: true,
    default: 120,
    description:
      'minutes without a sale, while a shift is open, until an alarm fires; 0 for no alarm',
  },
  protectTable: {
    type: 'flag',
    default: false,
    description:
      'neither the table nor the stack can be deleted; for deployments after the first',
  },
  keepEarlierIndexes: {
    type: 'flag',
    default: false,
    defaultNote: 'as the table has them, which `npm run deploy` looks up',
    description: 'the table keeps the indexes that the release before reads',
  },
  publicRate: {
    type: 'count',
    default: 50,
    description:
      'requests a second to each route that needs no token, four times as many in a burst',
  },
  signedInRate: {
    type: 'count',
    default: 200,
    description:
      'requests a second to all other routes together, twice as many in a burst',
  },
  webAclArn: {
    type: 'text',
    description:
      'a web ACL of AWS WAF in us-east-1 for the front door, such as one that stops a flood',
  },
  tableName: {
    type: 'tableName',
    defaultNote: "the stack's own",
    description: 'an existing table to use, such as one restored to a point in time',
  },
  tableStreamArn: {
    type: 'streamArn',
    defaultNote: 'as `tableName` has it, which `npm run deploy` looks up',
    description: 'the stream of changes of `tableName`',
  },
  uploadsBucket: {
    type: 'bucketName',
    defaultNote: "the stack's own",
    description: 'an existing bucket with the pictures',
  },
  secretArn: {
    type: 'secretArn',
    defaultNote: 'none',
    description:
      'an existing secret with the keys of tokens and PINs, whose values the deployment that makes the parameters takes over',
  },
  frontDoorSecretArn: {
    type: 'secretArn',
    defaultNote: 'a new one',
    description:
      'an existing secret for the front door, with the field `frontDoorSecret`',
  },
  frontDoorRotation: {
    type: 'label',
    description:
      "another text, such as a date, after each rotation of the front door's secret, so that CloudFront sends the new one",
  },
  monthlyBudgetUsd: {
    type: 'count',
    default: 5,
    description:
      "US dollars a month of the account's costs, beyond which `alarmEmail` is told",
  },
  detailedDashboard: {
    type: 'flag',
    default: false,
    description:
      'a second dashboard: duration, errors and throttles by function and index; 3 USD a month',
  },
} as const satisfies Options
