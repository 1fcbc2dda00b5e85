// Written by `npm run generate` from functions/*/endpoints.ts
// biome-ignore-all format: an endpoint has a line

/** Every endpoint of the client, and how it is called. */
export const routes = {
  general: {
    /** Answers at the root path */
    root: { method: 'GET', path: '/' },
    /** Tells whether the service runs */
    health: { method: 'GET', path: '/api/health' },
  },
  auth: {
    /** Logs in with name and PIN */
    login: { method: 'POST', path: '/auth/login' },
    /** Renews the access token */
    refresh: { method: 'POST', path: '/auth/refresh' },
    /** Ends the session and its wallet sessions */
    logout: { method: 'POST', path: '/auth/logout' },
  },
  users: {
    /** Lists users, for callers without users_read by name and role */
    list: { method: 'GET', path: '/users', isList: true },
    /** Lists users by name and role, for the login screen */
    listPublic: { method: 'GET', path: '/users/public', isList: true },
    /** Gets the caller's user and permissions */
    me: { method: 'GET', path: '/users/me' },
    /** Gets a user */
    one: { method: 'GET', path: '/users/{id}' },
    /** Creates a user */
    create: { method: 'POST', path: '/users', isKeyed: true },
    /** Changes a user */
    update: { method: 'PUT', path: '/users/{id}' },
    /** Deletes a user and ends its sessions */
    remove: { method: 'DELETE', path: '/users/{id}' },
  },
  roles: {
    /** Lists roles */
    list: { method: 'GET', path: '/roles', isList: true },
    /** Gets a role */
    one: { method: 'GET', path: '/roles/{id}' },
    /** Lists the permissions of a role */
    permissions: { method: 'GET', path: '/roles/{id}/permissions', isList: true },
    /** Creates a role, with permissions if it names any */
    create: { method: 'POST', path: '/roles', isKeyed: true },
    /** Changes a role, and its permissions if they are sent */
    update: { method: 'PUT', path: '/roles/{id}' },
    /** Replaces the permissions of a role */
    assign: { method: 'PUT', path: '/roles/{id}/permissions' },
    /** Deletes a role */
    remove: { method: 'DELETE', path: '/roles/{id}' },
    /** Lists all permissions there are */
    allPermissions: { method: 'GET', path: '/permissions', isList: true },
  },
  categories: {
    /** Lists the categories of a type */
    list: { method: 'GET', path: '/categories', isList: true },
    /** Gets a category */
    one: { method: 'GET', path: '/categories/{id}' },
    /** Creates a category */
    create: { method: 'POST', path: '/categories', isKeyed: true },
    /** Renames a category */
    rename: { method: 'PUT', path: '/categories/{id}' },
    /** Deletes a category that nothing uses */
    remove: { method: 'DELETE', path: '/categories/{id}' },
  },
  products: {
    /** Lists products with their stock */
    list: { method: 'GET', path: '/products', isList: true },
    /** Gets a product; the quantity of a bundle is computed */
    one: { method: 'GET', path: '/products/{id}' },
    /** Creates a product */
    create: { method: 'POST', path: '/products', isKeyed: true },
    /** Adjusts stock by signed quantities, all or none */
    adjustStock: { method: 'POST', path: '/products/stock', isKeyed: true },
    /** Changes a product */
    update: { method: 'PUT', path: '/products/{id}' },
    /** Deletes a product that is in no bundle */
    remove: { method: 'DELETE', path: '/products/{id}' },
  },
  spaces: {
    /** Lists spaces */
    list: { method: 'GET', path: '/spaces', isList: true },
    /** Gets a space */
    one: { method: 'GET', path: '/spaces/{id}' },
    /** Creates a space */
    create: { method: 'POST', path: '/spaces', isKeyed: true },
    /** Renames a space */
    rename: { method: 'PUT', path: '/spaces/{id}' },
    /** Deletes a space without tables */
    remove: { method: 'DELETE', path: '/spaces/{id}' },
  },
  tables: {
    /** Lists tables */
    list: { method: 'GET', path: '/tables', isList: true },
    /** Lists the tables of a space */
    bySpace: { method: 'GET', path: '/tables/by-space/{id}', isList: true },
    /** Gets a table */
    one: { method: 'GET', path: '/tables/{id}' },
    /** Creates a table */
    create: { method: 'POST', path: '/tables', isKeyed: true },
    /** Changes a table */
    update: { method: 'PUT', path: '/tables/{id}' },
    /** Deletes a table */
    remove: { method: 'DELETE', path: '/tables/{id}' },
  },
  shifts: {
    /** Lists shifts */
    list: { method: 'GET', path: '/shifts', isList: true },
    /** Gets the open shift */
    open: { method: 'GET', path: '/shifts/open' },
    /** Gets a shift */
    one: { method: 'GET', path: '/shifts/{id}' },
    /** Opens a shift */
    create: { method: 'POST', path: '/shifts', isKeyed: true },
    /** Changes a shift */
    update: { method: 'PUT', path: '/shifts/{id}' },
    /** Closes the open shift and makes its Z report */
    close: { method: 'POST', path: '/shifts/{id}/close', isKeyed: true },
    /** Deletes a shift */
    remove: { method: 'DELETE', path: '/shifts/{id}' },
    /** Reports shifts and their sums */
    report: { method: 'GET', path: '/shifts/report' },
    /** Gets the sums of a shift: running ones while it is open, else those of its Z */
    breakdown: { method: 'GET', path: '/shifts/{id}/breakdown' },
    /** Gets the last Z report of a shift */
    zReport: { method: 'GET', path: '/shifts/{id}/z-report' },
    /** Lists the cash movements of a shift */
    cash: { method: 'GET', path: '/shifts/{id}/cash', isList: true },
    /** Puts cash into the drawer of the open shift, or takes it out */
    moveCash: { method: 'POST', path: '/shifts/{id}/cash', isKeyed: true },
  },
  dishes: {
    /** Lists the dishes of the menu */
    list: { method: 'GET', path: '/dishes', isList: true },
    /** Gets a dish */
    one: { method: 'GET', path: '/dishes/{id}' },
    /** Creates a dish */
    create: { method: 'POST', path: '/dishes', isKeyed: true },
    /** Changes a dish */
    update: { method: 'PUT', path: '/dishes/{id}' },
    /** Deletes a dish that no open order names */
    remove: { method: 'DELETE', path: '/dishes/{id}' },
  },
  ingredients: {
    /** Lists ingredients with their quantities */
    list: { method: 'GET', path: '/ingredients', isList: true },
    /** Lists ingredients with at most so many units */
    lowStock: { method: 'GET', path: '/ingredients/low_stock/{threshold}', isList: true },
    /** Gets an ingredient */
    one: { method: 'GET', path: '/ingredients/{id}' },
    /** Creates an ingredient */
    create: { method: 'POST', path: '/ingredients', isKeyed: true },
    /** Changes an ingredient */
    update: { method: 'PUT', path: '/ingredients/{id}' },
    /** Deletes an ingredient */
    remove: { method: 'DELETE', path: '/ingredients/{id}' },
  },
  suppliers: {
    /** Lists suppliers */
    list: { method: 'GET', path: '/suppliers', isList: true },
    /** Gets a supplier */
    one: { method: 'GET', path: '/suppliers/{id}' },
    /** Creates a supplier */
    create: { method: 'POST', path: '/suppliers', isKeyed: true },
    /** Changes a supplier */
    update: { method: 'PUT', path: '/suppliers/{id}' },
    /** Deletes a supplier */
    remove: { method: 'DELETE', path: '/suppliers/{id}' },
  },
  orders: {
    /** Lists orders, newest first */
    list: { method: 'GET', path: '/orders', isList: true },
    /** Lists orders of restaurant and store with what was paid */
    withPayments: { method: 'GET', path: '/orders/with-payments', isList: true },
    /** Lists a user's orders, newest first */
    ofUser: { method: 'GET', path: '/orders/user/{userId}', isList: true },
    /** Lists a table's orders, newest first */
    ofTable: { method: 'GET', path: '/orders/table/{tableId}', isList: true },
    /** Lists orders with a status, newest first */
    ofStatus: { method: 'GET', path: '/orders/status/{status}', isList: true },
    /** Lists the orders of some days, newest first */
    ofDays: { method: 'GET', path: '/orders/date-range', isList: true },
    /** Gets the total sales of a day */
    totalSales: { method: 'GET', path: '/orders/total-sales/{date}' },
    /** Gets an order without its dishes */
    one: { method: 'GET', path: '/orders/{id}' },
    /** Gets an order with its dishes */
    complete: { method: 'GET', path: '/orders/{id}/complete' },
    /** Creates an order without dishes */
    create: { method: 'POST', path: '/orders', isKeyed: true },
    /** Creates an order with dishes, which make its total */
    createWithDishes: { method: 'POST', path: '/orders/with-dishes', isKeyed: true },
    /** Changes an order */
    update: { method: 'PUT', path: '/orders/{id}' },
    /** Sets the total to the sum of the dishes */
    calculateTotal: { method: 'PUT', path: '/orders/{id}/calculate-total' },
    /** Deletes an order with its dishes */
    remove: { method: 'DELETE', path: '/orders/{id}' },
    /** Gives back a settled order or a part of it, at the till or to an invoice */
    refund: { method: 'POST', path: '/orders/{id}/refund', isKeyed: true },
    /** Lists the dishes of an order */
    dishes: { method: 'GET', path: '/orders/{id}/dishes', isList: true },
    /** Adds dishes to an order and its total */
    addDishes: { method: 'POST', path: '/orders/{id}/dishes', isKeyed: true },
    /** Changes a dish of an order, and the total */
    changeDish: { method: 'PUT', path: '/orders/{id}/dishes/{dishId}' },
    /** Removes a dish from an order and its total */
    removeDish: { method: 'DELETE', path: '/orders/{id}/dishes/{dishId}' },
    /** Removes all dishes from an order */
    removeDishes: { method: 'DELETE', path: '/orders/{id}/dishes' },
  },
  bills: {
    /** Settles the bill of an order in one step */
    settle: { method: 'POST', path: '/orders/{id}/settle', isKeyed: true },
    /** Moves dishes of an order to a new order of the same table */
    split: { method: 'POST', path: '/orders/{id}/split', isKeyed: true },
    /** Moves all dishes of another order to this one, and deletes the other */
    merge: { method: 'POST', path: '/orders/{id}/merge', isKeyed: true },
    /** Moves an order to another table */
    move: { method: 'PUT', path: '/orders/{id}/table' },
  },
  storeOrders: {
    /** Lists store orders, newest first */
    list: { method: 'GET', path: '/store/orders', isList: true },
    /** Gets a store order */
    one: { method: 'GET', path: '/store/orders/{id}' },
    /** Sells products in one step */
    checkout: { method: 'POST', path: '/store/orders/checkout', isKeyed: true },
    /** Sells products once their Lightning payment was received */
    checkoutIfPaid: { method: 'POST', path: '/store/orders/checkout-if-paid' },
    /** Tells whether a Lightning payment was received and sold */
    paymentStatus: { method: 'GET', path: '/store/orders/payment-status/{paymentHash}' },
    /** Gives back a sale or a part of it, at the till or to an invoice */
    refund: { method: 'POST', path: '/store/orders/{id}/refund', isKeyed: true },
    /** Cancels an open store order and returns its stock */
    cancel: { method: 'DELETE', path: '/store/orders/{id}' },
  },
  setup: {
    /** Tells how far the setup is */
    state: { method: 'GET', path: '/initial-setup' },
    /** Sets the business up, with its first user */
    setUp: { method: 'POST', path: '/initial-setup', isKeyed: true },
  },
  config: {
    /** Gets the business of the deployment */
    show: { method: 'GET', path: '/config' },
    /** Changes the business of the deployment */
    change: { method: 'PUT', path: '/config' },
  },
  currencies: {
    /** Lists all currencies */
    list: { method: 'GET', path: '/currencies', isList: true },
    /** Gets the currency in which the shop counts */
    base: { method: 'GET', path: '/base-currency' },
    /** Chooses the currency in which the shop counts */
    chooseBase: { method: 'PUT', path: '/base-currency' },
  },
  taxes: {
    /** Lists the taxes of the shop */
    list: { method: 'GET', path: '/taxes', isList: true },
    /** Creates a tax */
    create: { method: 'POST', path: '/taxes', isKeyed: true },
    /** Changes a tax; what was sold keeps the one it was sold with */
    update: { method: 'PUT', path: '/taxes/{id}' },
    /** Deletes a tax that no product or dish names */
    remove: { method: 'DELETE', path: '/taxes/{id}' },
  },
  payments: {
    /** Lists payments */
    list: { method: 'GET', path: '/payments', isList: true },
    /** Gets a payment */
    one: { method: 'GET', path: '/payments/{id}' },
    /** Records a payment */
    create: { method: 'POST', path: '/payments', isKeyed: true },
    /** Changes a payment */
    update: { method: 'PUT', path: '/payments/{id}' },
    /** Deletes a payment that no ticket is linked to */
    remove: { method: 'DELETE', path: '/payments/{id}' },
    /** Lists payment methods */
    methods: { method: 'GET', path: '/payments/methods', isList: true },
    /** Gets a payment method */
    method: { method: 'GET', path: '/payments/methods/{id}' },
    /** Lists currencies */
    currencies: { method: 'GET', path: '/payments/currencies', isList: true },
    /** Gets a currency */
    currency: { method: 'GET', path: '/payments/currencies/{id}' },
    /** Lists the payments of a ticket */
    ofTicket: { method: 'GET', path: '/payments/ticket-payments/by-ticket/{ticketId}', isList: true },
    /** Lists the tickets of a payment */
    ofPayment: { method: 'GET', path: '/payments/ticket-payments/by-payment/{paymentId}', isList: true },
    /** Links a payment to a ticket */
    link: { method: 'POST', path: '/payments/ticket-payments', isKeyed: true },
    /** Removes the link of a payment to a ticket */
    unlink: { method: 'DELETE', path: '/payments/ticket-payments' },
    /** Removes all links of a ticket */
    unlinkTicket: { method: 'DELETE', path: '/payments/ticket-payments/by-ticket/{ticketId}' },
  },
  tickets: {
    /** Lists tickets */
    list: { method: 'GET', path: '/tickets', isList: true },
    /** Gets a ticket */
    one: { method: 'GET', path: '/tickets/{id}' },
    /** Creates a ticket */
    create: { method: 'POST', path: '/tickets', isKeyed: true },
    /** Changes a ticket */
    update: { method: 'PUT', path: '/tickets/{id}' },
    /** Deletes a ticket and its links to payments */
    remove: { method: 'DELETE', path: '/tickets/{id}' },
  },
  reports: {
    /** Reports what was sold */
    sales: { method: 'GET', path: '/reports' },
    /** Exports sales, taxes, payments, refunds or Z reports as CSV */
    export: { method: 'GET', path: '/reports/export' },
  },
  audit: {
    /** Lists who changed what in the last 400 days */
    list: { method: 'GET', path: '/audit', isList: true },
  },
  uploads: {
    /** Uploads pictures */
    upload: { method: 'POST', path: '/uploads', isKeyed: true, isForm: true },
    /** Gets an uploaded picture */
    show: { method: 'GET', path: '/uploads/{date}/{file}' },
  },
  templates: {
    /** Lists ticket templates */
    list: { method: 'GET', path: '/templates', isList: true },
    /** Lists the templates that are part of the product */
    builtIn: { method: 'GET', path: '/templates/built-in' },
    /** Draws what would be printed */
    preview: { method: 'POST', path: '/templates/preview', isKeyed: true },
    /** Gets a ticket template */
    one: { method: 'GET', path: '/templates/{id}' },
    /** Creates a ticket template */
    create: { method: 'POST', path: '/templates', isKeyed: true },
    /** Replaces a ticket template */
    update: { method: 'PUT', path: '/templates/{id}' },
    /** Deletes a ticket template */
    remove: { method: 'DELETE', path: '/templates/{id}' },
  },
  wallet: {
    /** Opens a wallet session with the role's password */
    open: { method: 'POST', path: '/wallet/auth' },
    /** Ends the wallet session */
    close: { method: 'POST', path: '/wallet/logout', isKeyed: true },
    /** Gets the node and its channels */
    info: { method: 'GET', path: '/wallet/getinfo' },
    /** Gets the node's balance */
    balance: { method: 'GET', path: '/wallet/getbalance' },
    /** Creates a Lightning invoice */
    createInvoice: { method: 'POST', path: '/wallet/createinvoice', isKeyed: true },
    /** Creates a Lightning invoice */
    invoice: { method: 'POST', path: '/wallet/invoice', isKeyed: true },
    /** Reads amount and description of an invoice */
    decodeInvoice: { method: 'POST', path: '/wallet/decodeinvoice', isKeyed: true },
    /** Pays a Lightning invoice */
    payInvoice: { method: 'POST', path: '/wallet/payinvoice', isKeyed: true },
    /** Pays a Lightning offer */
    payOffer: { method: 'POST', path: '/wallet/payoffer', isKeyed: true },
    /** Pays to an on-chain address */
    payOnchain: { method: 'POST', path: '/wallet/payonchain', isKeyed: true },
    /** Raises the fee rate of unconfirmed transactions */
    bumpFee: { method: 'POST', path: '/wallet/bumpfee', isKeyed: true },
    /** Closes a channel to an on-chain address */
    closeChannel: { method: 'POST', path: '/wallet/closechannel', isKeyed: true },
    /** Lists received payments */
    incoming: { method: 'GET', path: '/wallet/payments/incoming' },
    /** Gets a received payment */
    incomingOne: { method: 'GET', path: '/wallet/payments/incoming/{paymentHash}' },
    /** Lists sent payments */
    outgoing: { method: 'GET', path: '/wallet/payments/outgoing' },
    /** Gets a sent payment */
    outgoingOne: { method: 'GET', path: '/wallet/payments/outgoing/{paymentId}' },
    /** Gets a sent payment by its payment hash */
    outgoingByHash: { method: 'GET', path: '/wallet/payments/outgoingbyhash/{paymentHash}' },
    /** Exports payments as comma-separated values */
    export: { method: 'POST', path: '/wallet/export', isKeyed: true },
  },
  printers: {
    /** Lists printers that agents have reported lately */
    available: { method: 'GET', path: '/printers/available', isList: true },
    /** Lists what the printer of each configuration does */
    statuses: { method: 'GET', path: '/printers/status', isList: true },
    /** Sets the default printer of a type */
    set: { method: 'POST', path: '/printers/set', isKeyed: true },
    /** Prints a ticket, or an order from its records */
    print: { method: 'POST', path: '/printers/print', isKeyed: true },
    /** Prints an order's dishes where they are made */
    fire: { method: 'POST', path: '/orders/{id}/fire', isKeyed: true },
    /** Prints the last Z report of a shift, or the open one as X report */
    zReport: { method: 'POST', path: '/shifts/{id}/z-report/print', isKeyed: true },
    /** Lists print jobs of the last 24 hours, newest first */
    jobs: { method: 'GET', path: '/printers/jobs', isList: true },
    /** Prints a job again, marked as a copy */
    reprint: { method: 'POST', path: '/printers/jobs/{id}/reprint', isKeyed: true },
    /** Cancels a print job that waits */
    cancelJob: { method: 'DELETE', path: '/printers/jobs/{id}' },
    /** Lists printer configurations */
    list: { method: 'GET', path: '/printers/configs', isList: true },
    /** Creates a printer configuration */
    create: { method: 'POST', path: '/printers/configs', isKeyed: true },
    /** Changes a printer configuration */
    update: { method: 'PUT', path: '/printers/configs/{id}' },
    /** Deletes a printer configuration */
    remove: { method: 'DELETE', path: '/printers/configs/{id}' },
    /** Makes a configuration the default of its type */
    makeDefault: { method: 'POST', path: '/printers/configs/{id}/default', isKeyed: true },
  },
  agents: {
    /** Lists on-site agents with their printers and what waits for them */
    list: { method: 'GET', path: '/agents', isList: true },
    /** Creates an agent and its enrolment token */
    enrol: { method: 'POST', path: '/agents' },
    /** Revokes an agent and its queue */
    revoke: { method: 'DELETE', path: '/agents/{id}' },
  },
} as const
