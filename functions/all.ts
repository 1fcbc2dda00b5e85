import type { Group, SocketApi, Worker } from '../shared/platform/http/endpoint.ts'
import { endpoints as agents } from './agents/endpoints.ts'
import { endpoints as apiKeys } from './api-keys/endpoints.ts'
import { endpoints as audit } from './audit/endpoints.ts'
import { endpoints as auth } from './auth/endpoints.ts'
import { endpoints as bills } from './bills/endpoints.ts'
import { endpoints as categories } from './categories/endpoints.ts'
import { endpoints as config } from './config/endpoints.ts'
import { endpoints as currencies } from './currencies/endpoints.ts'
import { worker as deliveries } from './deliveries/worker.ts'
import { endpoints as dishes } from './dishes/endpoints.ts'
import { endpoints as docs } from './docs/endpoints.ts'
import { endpoints as exports } from './exports/endpoints.ts'
import { worker as fanOut } from './fan-out/worker.ts'
import { endpoints as general } from './general/endpoints.ts'
import { endpoints as importRuns } from './import-runs/endpoints.ts'
import { worker as imports } from './imports/worker.ts'
import { endpoints as ingredients } from './ingredients/endpoints.ts'
import { endpoints as kitchen } from './kitchen/endpoints.ts'
import { endpoints as lnurl } from './lnurl/endpoints.ts'
import { endpoints as modifiers } from './modifiers/endpoints.ts'
import { endpoints as notifications } from './notifications/endpoints.ts'
import { endpoints as office } from './office/endpoints.ts'
import { endpoints as orders } from './orders/endpoints.ts'
import { endpoints as payCodes } from './pay-codes/endpoints.ts'
import { endpoints as payments } from './payments/endpoints.ts'
import { endpoints as printers } from './printers/endpoints.ts'
import { endpoints as products } from './products/endpoints.ts'
import { endpoints as quotes } from './quotes/endpoints.ts'
import { endpoints as receipts } from './receipts/endpoints.ts'
import { worker as refunds } from './refunds/worker.ts'
import { worker as replays } from './replays/worker.ts'
import { endpoints as reports } from './reports/endpoints.ts'
import { endpoints as roles } from './roles/endpoints.ts'
import { endpoints as setup } from './setup/endpoints.ts'
import { endpoints as shifts } from './shifts/endpoints.ts'
import { endpoints as spaces } from './spaces/endpoints.ts'
import { endpoints as storeOrders } from './store-orders/endpoints.ts'
import { worker as stream } from './stream/worker.ts'
import { endpoints as suppliers } from './suppliers/endpoints.ts'
import { endpoints as tables } from './tables/endpoints.ts'
import { endpoints as taxes } from './taxes/endpoints.ts'
import { endpoints as templates } from './templates/endpoints.ts'
import { endpoints as tickets } from './tickets/endpoints.ts'
import { endpoints as till } from './till/endpoints.ts'
import { endpoints as tillData } from './till-data/endpoints.ts'
import { endpoints as tills } from './tills/endpoints.ts'
import { sockets as tunnel } from './tunnel/sockets.ts'
import { endpoints as unmatchedPayments } from './unmatched-payments/endpoints.ts'
import { endpoints as uploads } from './uploads/endpoints.ts'
import { endpoints as users } from './users/endpoints.ts'
import { endpoints as wallet } from './wallet/endpoints.ts'
import { sockets as watchers } from './watchers/sockets.ts'
import { endpoints as webhook } from './webhook/endpoints.ts'
import { endpoints as webhooks } from './webhooks/endpoints.ts'

/**
 * Every group of the API, in use by the cloud stack, the local platform, the fallback
 * function, the route list and the tests. functions/<name>/handler.ts serves a group.
 */
export const groups: readonly Group[] = [
  general,
  docs,
  office,
  till,
  kitchen,
  auth,
  users,
  roles,
  apiKeys,
  webhooks,
  categories,
  products,
  spaces,
  tables,
  shifts,
  dishes,
  ingredients,
  suppliers,
  importRuns,
  exports,
  orders,
  bills,
  storeOrders,
  quotes,
  payCodes,
  lnurl,
  setup,
  config,
  tillData,
  currencies,
  taxes,
  modifiers,
  payments,
  unmatchedPayments,
  tickets,
  tills,
  reports,
  audit,
  notifications,
  uploads,
  templates,
  receipts,
  wallet,
  webhook,
  printers,
  agents,
]

/** Every WebSocket API. functions/<name>/handler.ts serves it. */
export const socketApis: readonly SocketApi[] = [watchers, tunnel]

/**
 * Every worker, a function that others invoke; each after those that it invokes. Its code is
 * functions/<name>/handler.ts.
 */
export const workers: readonly Worker[] = [
  replays,
  fanOut,
  imports,
  refunds,
  deliveries,
  stream,
]
