import type { endpoints as agents } from '../../functions/agents/endpoints.ts'
import type { endpoints as audit } from '../../functions/audit/endpoints.ts'
import type { endpoints as auth } from '../../functions/auth/endpoints.ts'
import type { endpoints as bills } from '../../functions/bills/endpoints.ts'
import type { endpoints as categories } from '../../functions/categories/endpoints.ts'
import type { endpoints as config } from '../../functions/config/endpoints.ts'
import type { endpoints as currencies } from '../../functions/currencies/endpoints.ts'
import type { endpoints as dishes } from '../../functions/dishes/endpoints.ts'
import type { endpoints as general } from '../../functions/general/endpoints.ts'
import type { endpoints as ingredients } from '../../functions/ingredients/endpoints.ts'
import type { endpoints as orders } from '../../functions/orders/endpoints.ts'
import type { endpoints as payments } from '../../functions/payments/endpoints.ts'
import type { endpoints as printers } from '../../functions/printers/endpoints.ts'
import type { endpoints as products } from '../../functions/products/endpoints.ts'
import type { endpoints as reports } from '../../functions/reports/endpoints.ts'
import type { endpoints as roles } from '../../functions/roles/endpoints.ts'
import type { endpoints as setup } from '../../functions/setup/endpoints.ts'
import type { endpoints as shifts } from '../../functions/shifts/endpoints.ts'
import type { endpoints as spaces } from '../../functions/spaces/endpoints.ts'
import type { endpoints as storeOrders } from '../../functions/store-orders/endpoints.ts'
import type { endpoints as suppliers } from '../../functions/suppliers/endpoints.ts'
import type { endpoints as tables } from '../../functions/tables/endpoints.ts'
import type { endpoints as taxes } from '../../functions/taxes/endpoints.ts'
import type { endpoints as templates } from '../../functions/templates/endpoints.ts'
import type { endpoints as tickets } from '../../functions/tickets/endpoints.ts'
import type { endpoints as uploads } from '../../functions/uploads/endpoints.ts'
import type { endpoints as users } from '../../functions/users/endpoints.ts'
import type { endpoints as wallet } from '../../functions/wallet/endpoints.ts'
import type { Frame } from '../lightning/notification.ts'
import type { Declared } from './declared-types.ts'

/** The types of every endpoint, from its declaration. A package has them written out. */
export type Api = {
  readonly [Group in keyof Declarations]: {
    readonly [Name in keyof Declarations[Group]['endpoints']]: Declared<
      Declarations[Group]['endpoints'][Name]
    >
  }
}

/** A payment as the node reported it. */
export type ReceivedPayment = Frame & { readonly type: 'payment_received' }

type Declarations = {
  readonly agents: typeof agents
  readonly audit: typeof audit
  readonly auth: typeof auth
  readonly bills: typeof bills
  readonly categories: typeof categories
  readonly config: typeof config
  readonly currencies: typeof currencies
  readonly dishes: typeof dishes
  readonly general: typeof general
  readonly ingredients: typeof ingredients
  readonly orders: typeof orders
  readonly payments: typeof payments
  readonly printers: typeof printers
  readonly products: typeof products
  readonly reports: typeof reports
  readonly roles: typeof roles
  readonly setup: typeof setup
  readonly shifts: typeof shifts
  readonly spaces: typeof spaces
  readonly storeOrders: typeof storeOrders
  readonly suppliers: typeof suppliers
  readonly tables: typeof tables
  readonly taxes: typeof taxes
  readonly templates: typeof templates
  readonly tickets: typeof tickets
  readonly uploads: typeof uploads
  readonly users: typeof users
  readonly wallet: typeof wallet
}
