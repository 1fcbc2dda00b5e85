// Written by `npm run client-routes` from functions/*/endpoints.ts
// biome-ignore-all format: an endpoint has a line

const adminRequired = [403, "Admin privileges required"] as const
const alreadyRefunded = [409, "The order is already refunded"] as const
const blankParameter = [400, "Missing or malformed ID"] as const
const bodyTooLarge = [413, "Request body too large"] as const
const cannotCancel = [409, "The agent of this printer cannot cancel jobs"] as const
const checkoutAmountsDiffer = [400, "Checkout failed: check items, stock levels, and payment details"] as const
const checkoutInvalidReference = [400, "Checkout failed: check items, stock levels, and payment details"] as const
const checkoutTooManyProducts = [400, "Checkout failed: a sale holds at most {limit} different products"] as const
const checkoutTryAgain = [409, "Products of the cart are being changed, try again"] as const
const conflict = [409, "The record was changed by another request, try again"] as const
const currencyNotFound = [404, "Unknown currency acronym: {acronym}"] as const
const exportTooLarge = [413, "Export too large: ask for fewer days"] as const
const idempotencyKeyReused = [422, "Idempotency-Key was used with another request"] as const
const inBundles = [409, "Product is a component of bundles: {names}"] as const
const insufficient_funds = [402, null] as const
const invalid = [400, "Invalid request: {fault}"] as const
const invalidBusinessType = [400, "Invalid business type"] as const
const invalidCredentials = [401, "Invalid credentials"] as const
const invalidFilter = [400, "Invalid {name}: {value}"] as const
const invalidPage = [400, "Invalid request: {fault}"] as const
const invalidPeriod = [400, "Invalid period: {value}. Must be week, month, or year"] as const
const invalidPin = [403, "Invalid PIN"] as const
const invalidStatus = [400, "Invalid status: {value}"] as const
const invalidTimezone = [400, "Invalid timezone: {value}"] as const
const invalidTipPercentages = [400, "Invalid tip percentages"] as const
const invalidToken = [401, "Invalid token"] as const
const invalid_address = [400, null] as const
const invalid_invoice = [400, null] as const
const invalid_request = [400, null] as const
const invoice_already_paid = [409, null] as const
const invoice_expired = [410, null] as const
const lastAdmin = [409, "Cannot remove the last admin user"] as const
const lastUser = [409, "Cannot delete the last user"] as const
const malformedDay = [400, "Invalid {name}: {value}. Expected format YYYY-MM-DD"] as const
const malformedIdempotencyKey = [400, "Idempotency-Key must have 1 to 255 characters"] as const
const missingBusinessData = [400, "Missing business data"] as const
const missingUserData = [400, "Missing user data"] as const
const noBitcoinPayment = [409, "No bitcoin was received for the order"] as const
const noZReport = [404, "Z report not found"] as const
const node_unavailable = [503, null] as const
const notFound = [404, "Not found"] as const
const nothingToSend = [400, "Nothing to send"] as const
const oneSidedDays = [400, "{missing} is required when {given} is provided"] as const
const orderFull = [400, "An order holds at most 1,000 dishes"] as const
const orderNotPaid = [409, "The order is not paid"] as const
const orderPaid = [409, "Order is already paid"] as const
const paymentAlreadySold = [409, "Payment was used for another sale"] as const
const paymentHashRequired = [400, "paymentHash required"] as const
const paymentMethodNotFound = [404, "Payment method not found"] as const
const paymentOfAnotherUser = [409, "Payment was made for another user"] as const
const paymentOfSale = [409, "Payment belongs to a sale"] as const
const permissionRequired = [403, "Permission required"] as const
const printerNotAvailable = [503, "Error processing print job"] as const
const printerNotConfigured = [503, "Error processing print job"] as const
const printingFailed = [503, "Error processing print job"] as const
const recipient_rejected_payment = [422, null] as const
const refundExceedsPaid = [409, "The refund is more than what is left of the order"] as const
const refundInProgress = [409, "A refund of the order is in progress, try again later"] as const
const refundInvoiceAmountMismatch = [409, "The invoice of this refund must name {limit}"] as const
const refundInvoiceExpiry = [400, "The invoice of a refund must expire within 24 hours"] as const
const refundInvoiceMissingAmount = [409, "The refund needs an invoice that names an amount"] as const
const refundMethodNotUsed = [400, "Nothing of the order was paid by this method: give it back in cash"] as const
const refundNotFound = [404, "Refund not found"] as const
const requestInProgress = [409, "The first request with this Idempotency-Key is still running"] as const
const responseTooLarge = [413, "Answer too large: ask for pages with limit and cursor"] as const
const reversedDays = [400, "startDate cannot be greater than endDate"] as const
const reversedTotals = [400, "min_total cannot be greater than max_total"] as const
const roleNotFound = [404, "Role with ID: {roleId} not found"] as const
const setupAlreadyCompleted = [409, "Initial setup already completed"] as const
const shiftAlreadyOpen = [409, "There is already an open shift"] as const
const sumsTooLarge = [400, "The sums are too large to be exact: ask for fewer sales"] as const
const tableOccupied = [409, "Table is occupied"] as const
const ticketOfSale = [409, "Ticket belongs to a sale"] as const
const tooManyAttempts = [429, null] as const
const tooManyCategories = [400, "A product has at most 40 categories"] as const
const tooManyComments = [400, "A printed item holds at most 20 comments"] as const
const tooManyDishes = [400, "A call adds at most 200 dishes"] as const
const tooManyFiles = [413, "A form holds at most 500 pictures"] as const
const tooManyItems = [400, "A printed ticket holds at most 500 items"] as const
const tooManyLines = [400, "A printed ticket has at most 2,000 lines"] as const
const tooManyLinks = [400, "A ticket or a payment has at most 90 links"] as const
const tooManyPixels = [400, "A picture has at most 50 megapixels"] as const
const tooManyTables = [400, "At most 47 tables can name one order"] as const
const tooManyTablesOfBill = [400, "At most 8 tables can name an order that is settled, merged or moved"] as const
const tooManyTaxes = [400, "A shop has at most 20 taxes"] as const
const tooMuchText = [400, "A printed ticket holds at most 64 KB of text"] as const
const unauthenticated = [401, "Unauthorized API access"] as const
const unknown = [502, null] as const
const userNotFound = [404, "User not found"] as const
const walletRequired = [403, "Wallet access required"] as const
const walletSessionExpired = [401, "Wallet session is over"] as const

/** Every endpoint of the client: how it is called, and how its failures look. */
export const routes = {
  general: {
    /** Answers at the root path */
    root: { method: 'GET', path: '/', failures: {} },
    /** Tells whether the service runs */
    health: { method: 'GET', path: '/api/health', failures: {} },
  },
  auth: {
    /** Logs in with name and PIN */
    login: { method: 'POST', path: '/auth/login', failures: {conflict, tooManyAttempts, roleMissing: [401, "No assigned role for this user, contact Admin"], bodyTooLarge, invalidCredentials, permissionRequired, invalid} },
    /** Renews the access token */
    refresh: { method: 'POST', path: '/auth/refresh', failures: {conflict, bodyTooLarge, invalidToken} },
    /** Ends the session and its wallet sessions */
    logout: { method: 'POST', path: '/auth/logout', failures: {conflict, unauthenticated, bodyTooLarge} },
  },
  users: {
    /** Lists users, for callers without users_read by name and role */
    list: { method: 'GET', path: '/users', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Lists users by name and role, for the login screen */
    listPublic: { method: 'GET', path: '/users/public', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Gets the caller's user and permissions */
    me: { method: 'GET', path: '/users/me', failures: {unauthenticated, permissionRequired, notFound: [404, "User not found"]} },
    /** Gets a user */
    one: { method: 'GET', path: '/users/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "User not found"]} },
    /** Creates a user */
    create: { method: 'POST', path: '/users', isKeyed: true, failures: {blankNameOrPin: [400, "Failed to add user, user name and/or pin cannot be null or blank"], requestInProgress, shortPin: [400, "Failed to add user, pin must be at least 4 characters long"], conflict, tooManyAttempts, malformedIdempotencyKey, idempotencyKeyReused, adminRequired, alreadyExists: [409, "User name already exists"], unauthenticated, bodyTooLarge, permissionRequired, roleNotFound: [400, "Failed to add user"], invalid, invalidPin} },
    /** Changes a user */
    update: { method: 'PUT', path: '/users/{id}', failures: {shortPin: [400, "Failed to update user, pin must be at least 4 characters long"], conflict, tooManyAttempts, blankName: [400, "Failed to update user, user name cannot be blank"], lastAdmin, nothingProvided: [400, "No fields provided to update"], adminRequired, notFound: [404, "User with ID: {id} not found"], alreadyExists: [409, "User name already exists"], roleNotFound, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid, invalidPin} },
    /** Deletes a user and ends its sessions */
    remove: { method: 'DELETE', path: '/users/{id}', failures: {conflict, tooManyAttempts, lastAdmin, lastUser, adminRequired, notFound: [404, "User with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid, invalidPin} },
  },
  roles: {
    /** Lists roles */
    list: { method: 'GET', path: '/roles', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a role */
    one: { method: 'GET', path: '/roles/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Role not found"]} },
    /** Lists the permissions of a role */
    permissions: { method: 'GET', path: '/roles/{id}/permissions', isList: true, failures: {responseTooLarge, unauthenticated, blankParameter, permissionRequired, invalidPage, notFound: [404, "Role not found"]} },
    /** Creates a role, with permissions if it names any */
    create: { method: 'POST', path: '/roles', isKeyed: true, failures: {requestInProgress, conflict, tooManyAttempts, malformedIdempotencyKey, idempotencyKeyReused, adminRequired, alreadyExists: [409, "Role name already exists"], unauthenticated, bodyTooLarge, permissionRequired, invalid: [400, "Invalid role data"], invalidPin} },
    /** Changes a role, and its permissions if they are sent */
    update: { method: 'PUT', path: '/roles/{id}', failures: {conflict, tooManyAttempts, lastAdmin, adminRequired, alreadyExists: [409, "Role name already exists"], notFound: [404, "Role with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid: [400, "Invalid role data"], invalidPin} },
    /** Replaces the permissions of a role */
    assign: { method: 'PUT', path: '/roles/{id}/permissions', failures: {conflict, tooManyAttempts, adminRequired, notFound: [404, "Role with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid, invalidPin} },
    /** Deletes a role */
    remove: { method: 'DELETE', path: '/roles/{id}', failures: {conflict, lastAdmin, adminRequired, notFound: [404, "Role with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired} },
    /** Lists all permissions there are */
    allPermissions: { method: 'GET', path: '/permissions', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
  },
  categories: {
    /** Lists the categories of a type */
    list: { method: 'GET', path: '/categories', isList: true, failures: {responseTooLarge, malformedType: [400, "Missing or malformed type"], unauthenticated, permissionRequired, invalid} },
    /** Gets a category */
    one: { method: 'GET', path: '/categories/{id}', failures: {blankParameter: [400, "Missing or malformed ID/type"], unauthenticated, permissionRequired, notFound: [404, "Category not found"], invalid} },
    /** Creates a category */
    create: { method: 'POST', path: '/categories', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, invalid: [400, "Failed to create category"], malformedType: [400, "Missing or malformed type"], unauthenticated, bodyTooLarge, permissionRequired} },
    /** Renames a category */
    rename: { method: 'PUT', path: '/categories/{id}', failures: {conflict, blankParameter: [400, "Missing or malformed ID/type"], notFound: [404, "Category with ID: {id} not found"], invalid: [400, "Failed to update category"], unauthenticated, bodyTooLarge, permissionRequired} },
    /** Deletes a category that nothing uses */
    remove: { method: 'DELETE', path: '/categories/{id}', failures: {notFound: [400, "Cannot delete category - it may be in use or not found"], conflict, blankParameter: [400, "Missing or malformed ID/type"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
  },
  products: {
    /** Lists products with their stock */
    list: { method: 'GET', path: '/products', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a product; the quantity of a bundle is computed */
    one: { method: 'GET', path: '/products/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Product not found"]} },
    /** Creates a product */
    create: { method: 'POST', path: '/products', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooManyCategories, unauthenticated, bodyTooLarge, invalid: [400, "Invalid product data"], permissionRequired, alreadyExists: [409, "SKU already exists"]} },
    /** Adjusts stock by signed quantities, all or none */
    adjustStock: { method: 'POST', path: '/products/stock', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, invalid: [400, "Invalid or insufficient stock"], nothingProvided: [400, "No stock adjustments provided"], unauthenticated, bodyTooLarge, permissionRequired} },
    /** Changes a product */
    update: { method: 'PUT', path: '/products/{id}', failures: {conflict, tooManyCategories, notFound: [404, "Product with ID {id} not found"], unauthenticated, blankParameter, bodyTooLarge, invalid: [400, "Invalid product data"], permissionRequired, alreadyExists: [409, "SKU already exists"]} },
    /** Deletes a product that is in no bundle */
    remove: { method: 'DELETE', path: '/products/{id}', failures: {conflict, inBundles, unauthenticated, blankParameter, bodyTooLarge, permissionRequired} },
  },
  spaces: {
    /** Lists spaces */
    list: { method: 'GET', path: '/spaces', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a space */
    one: { method: 'GET', path: '/spaces/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Space not found"]} },
    /** Creates a space */
    create: { method: 'POST', path: '/spaces', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, alreadyExists: [409, "Space name already exists"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Renames a space */
    rename: { method: 'PUT', path: '/spaces/{id}', failures: {conflict, alreadyExists: [409, "Space name already exists"], notFound: [404, "Space with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a space without tables */
    remove: { method: 'DELETE', path: '/spaces/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [400, "Space not found"]} },
  },
  tables: {
    /** Lists tables */
    list: { method: 'GET', path: '/tables', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Lists the tables of a space */
    bySpace: { method: 'GET', path: '/tables/by-space/{id}', isList: true, failures: {responseTooLarge, unauthenticated, blankParameter, permissionRequired, invalidPage, notFound: [404, "Space not found"]} },
    /** Gets a table */
    one: { method: 'GET', path: '/tables/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Table not found"]} },
    /** Creates a table */
    create: { method: 'POST', path: '/tables', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, alreadyExists: [409, "Table name already exists in this space"], tooManyTables, unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes a table */
    update: { method: 'PUT', path: '/tables/{id}', failures: {conflict, alreadyExists: [409, "Table name already exists in this space"], tooManyTables, notFound: [404, "Table with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a table */
    remove: { method: 'DELETE', path: '/tables/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Table not found"]} },
  },
  shifts: {
    /** Lists shifts */
    list: { method: 'GET', path: '/shifts', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets the open shift */
    open: { method: 'GET', path: '/shifts/open', failures: {unauthenticated, permissionRequired, invalid} },
    /** Gets a shift */
    one: { method: 'GET', path: '/shifts/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Shift not found"]} },
    /** Opens a shift */
    create: { method: 'POST', path: '/shifts', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, shiftAlreadyOpen, unauthenticated, bodyTooLarge, permissionRequired, userNotFound: [400, "Failed to add shift"], invalid} },
    /** Changes a shift */
    update: { method: 'PUT', path: '/shifts/{id}', failures: {conflict, shiftAlreadyOpen, notFound: [404, "Shift with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid, userNotFound} },
    /** Closes the open shift and makes its Z report */
    close: { method: 'POST', path: '/shifts/{id}/close', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, notFound: [404, "Shift not found or already closed"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a shift */
    remove: { method: 'DELETE', path: '/shifts/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Shift not found"]} },
    /** Reports shifts and their sums */
    report: { method: 'GET', path: '/shifts/report', failures: {invalidPeriod: [400, "Invalid period: {value}. Must be day, week, month, or year"], malformedDay, reversedDays: [400, "startDate cannot be after endDate"], oneSidedDays, unauthenticated, permissionRequired, invalid} },
    /** Gets the sums of a shift: running ones while it is open, else those of its Z */
    breakdown: { method: 'GET', path: '/shifts/{id}/breakdown', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Shift not found"]} },
    /** Gets the last Z report of a shift */
    zReport: { method: 'GET', path: '/shifts/{id}/z-report', failures: {unauthenticated, blankParameter, permissionRequired, noZReport, notFound: [404, "Shift not found"]} },
    /** Lists the cash movements of a shift */
    cash: { method: 'GET', path: '/shifts/{id}/cash', isList: true, failures: {responseTooLarge, unauthenticated, blankParameter, permissionRequired, invalidPage, notFound: [404, "Shift not found"]} },
    /** Puts cash into the drawer of the open shift, or takes it out */
    moveCash: { method: 'POST', path: '/shifts/{id}/cash', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, notFound: [404, "Shift not found or already closed"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
  },
  dishes: {
    /** Lists the dishes of the menu */
    list: { method: 'GET', path: '/dishes', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a dish */
    one: { method: 'GET', path: '/dishes/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Dish not found"]} },
    /** Creates a dish */
    create: { method: 'POST', path: '/dishes', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes a dish */
    update: { method: 'PUT', path: '/dishes/{id}', failures: {conflict, notFound: [404, "Dish with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a dish that no open order names */
    remove: { method: 'DELETE', path: '/dishes/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Dish not found"], inUse: [400, "Dish is in use"]} },
  },
  ingredients: {
    /** Lists ingredients with their quantities */
    list: { method: 'GET', path: '/ingredients', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Lists ingredients with at most so many units */
    lowStock: { method: 'GET', path: '/ingredients/low_stock/{threshold}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Invalid or missing threshold parameter"], unauthenticated, permissionRequired, invalidPage} },
    /** Gets an ingredient */
    one: { method: 'GET', path: '/ingredients/{id}', failures: {unauthenticated, blankParameter, notFound: [404, "Ingredient not found"], permissionRequired} },
    /** Creates an ingredient */
    create: { method: 'POST', path: '/ingredients', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes an ingredient */
    update: { method: 'PUT', path: '/ingredients/{id}', failures: {conflict, notFound: [404, "Ingredient with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes an ingredient */
    remove: { method: 'DELETE', path: '/ingredients/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, notFound: [404, "Ingredient not found"], permissionRequired} },
  },
  suppliers: {
    /** Lists suppliers */
    list: { method: 'GET', path: '/suppliers', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a supplier */
    one: { method: 'GET', path: '/suppliers/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Supplier not found"]} },
    /** Creates a supplier */
    create: { method: 'POST', path: '/suppliers', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, alreadyExists: [409, "Supplier name already exists"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes a supplier */
    update: { method: 'PUT', path: '/suppliers/{id}', failures: {conflict, alreadyExists: [409, "Supplier name already exists"], notFound: [404, "Supplier with ID: {id} not found"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a supplier */
    remove: { method: 'DELETE', path: '/suppliers/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Supplier not found"]} },
  },
  orders: {
    /** Lists orders, newest first */
    list: { method: 'GET', path: '/orders', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Lists orders of restaurant and store with what was paid */
    withPayments: { method: 'GET', path: '/orders/with-payments', isList: true, failures: {responseTooLarge, reversedTotals, reversedDays, malformedDay, unauthenticated, permissionRequired, invalid, invalidFilter} },
    /** Lists a user's orders, newest first */
    ofUser: { method: 'GET', path: '/orders/user/{userId}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed user ID"], unauthenticated, permissionRequired, invalidPage, userNotFound} },
    /** Lists a table's orders, newest first */
    ofTable: { method: 'GET', path: '/orders/table/{tableId}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed table ID"], unauthenticated, permissionRequired, invalidPage, tableNotFound: [404, "Table not found"]} },
    /** Lists orders with a status, newest first */
    ofStatus: { method: 'GET', path: '/orders/status/{status}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed status"], unauthenticated, invalidStatus: [404, "Invalid order status"], permissionRequired, invalidPage} },
    /** Lists the orders of some days, newest first */
    ofDays: { method: 'GET', path: '/orders/date-range', isList: true, failures: {responseTooLarge, nothingProvided: [400, "Missing start_date or end_date query parameters"], reversedDays: [400, "start_date cannot be greater than end_date"], malformedDay, unauthenticated, permissionRequired, invalid} },
    /** Gets the total sales of a day */
    totalSales: { method: 'GET', path: '/orders/total-sales/{date}', failures: {blankParameter: [400, "Missing or malformed date"], unauthenticated, permissionRequired} },
    /** Gets an order without its dishes */
    one: { method: 'GET', path: '/orders/{id}', failures: {blankParameter: [400, "Missing or malformed order ID"], unauthenticated, permissionRequired, notFound: [404, "Order {id} not found"]} },
    /** Gets an order with its dishes */
    complete: { method: 'GET', path: '/orders/{id}/complete', failures: {blankParameter: [400, "Missing or malformed order ID"], unauthenticated, permissionRequired, notFound: [404, "Order {id} not found"]} },
    /** Creates an order without dishes */
    create: { method: 'POST', path: '/orders', isKeyed: true, failures: {checkoutAmountsDiffer, requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, unauthenticated, invalid: [400, "Failed to create order"], bodyTooLarge, permissionRequired}, codes: ["checkout_amounts_differ"] },
    /** Creates an order with dishes, which make its total */
    createWithDishes: { method: 'POST', path: '/orders/with-dishes', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooManyDishes, invalidDishes: [400, "Failed to add dishes to order"], unauthenticated, invalid: [400, "Failed to create order"], bodyTooLarge, permissionRequired, nothingProvided: [400, "No dishes provided"]} },
    /** Changes an order */
    update: { method: 'PUT', path: '/orders/{id}', failures: {checkoutAmountsDiffer, conflict, tooManyTables, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, invalid, notFound: [404, "Order {id} not found"], invalidStatus, tableNotFound: [404, "Table not found"], userNotFound: [404, "User not found"]}, codes: ["checkout_amounts_differ"] },
    /** Sets the total to the sum of the dishes */
    calculateTotal: { method: 'PUT', path: '/orders/{id}/calculate-total', failures: {conflict, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, notFound: [404, "Order {id} not found"]} },
    /** Deletes an order with its dishes */
    remove: { method: 'DELETE', path: '/orders/{id}', failures: {conflict, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, notFound: [404, "Order {id} not found"]} },
    /** Gives back a settled order or a part of it, at the till or to an invoice */
    refund: { method: 'POST', path: '/orders/{id}/refund', isKeyed: true, failures: {refundMethodNotUsed, requestInProgress, refundInProgress, conflict, refundInvoiceExpiry, refundExceedsPaid, invalid_request, refundInvoiceMissingAmount, unknown, malformedIdempotencyKey, idempotencyKeyReused, noBitcoinPayment, refundInvoiceAmountMismatch, recipient_rejected_payment, invoice_already_paid, blankParameter: [400, "Missing or malformed order ID"], alreadyRefunded, node_unavailable, adminRequired, invoice_expired, unauthenticated, bodyTooLarge, orderNotPaid, permissionRequired, invalid, insufficient_funds, notFound: [404, "Order not found"], invalid_invoice, invalid_address}, codes: ["already_refunded","no_bitcoin_payment","order_not_paid","refund_exceeds_paid","refund_in_progress","refund_invoice_amount_mismatch","refund_invoice_expiry","refund_invoice_missing_amount","refund_method_not_used"] },
    /** Lists the dishes of an order */
    dishes: { method: 'GET', path: '/orders/{id}/dishes', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, permissionRequired, invalidPage, notFound: [404, "Order {id} not found"]} },
    /** Adds dishes to an order and its total */
    addDishes: { method: 'POST', path: '/orders/{id}/dishes', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, orderFull, tooManyDishes, blankParameter: [400, "Missing or malformed order ID"], invalid: [400, "Failed to add dishes to order"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, nothingProvided: [400, "No dishes provided"], notFound: [404, "Order {id} not found"]} },
    /** Changes a dish of an order, and the total */
    changeDish: { method: 'PUT', path: '/orders/{id}/dishes/{dishId}', failures: {conflict, notFound: [404, "Order dish {dishId} not found in order {id}"], blankParameter: [400, "Missing or malformed IDs"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, invalid} },
    /** Removes a dish from an order and its total */
    removeDish: { method: 'DELETE', path: '/orders/{id}/dishes/{dishId}', failures: {conflict, blankParameter: [400, "Missing or malformed IDs"], unauthenticated, bodyTooLarge, notFound: [404, "Order dish {dishId} not found"], orderPaid, permissionRequired} },
    /** Removes all dishes from an order */
    removeDishes: { method: 'DELETE', path: '/orders/{id}/dishes', failures: {conflict, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, notFound: [404, "Order {id} not found"]} },
  },
  bills: {
    /** Settles the bill of an order in one step */
    settle: { method: 'POST', path: '/orders/{id}/settle', isKeyed: true, failures: {tooManyTablesOfBill, checkoutInvalidReference, requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, paymentOfAnotherUser, paymentAlreadySold, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, notFound: [404, "Order {id} not found"]}, codes: ["checkout_amounts_differ","checkout_empty","checkout_invalid_discount","checkout_invalid_quantity","checkout_invalid_reference","checkout_invalid_tip","payment_already_sold","payment_of_another_user","payment_too_small"] },
    /** Moves dishes of an order to a new order of the same table */
    split: { method: 'POST', path: '/orders/{id}/split', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, invalid, notFound: [404, "Order {id} not found"]} },
    /** Moves all dishes of another order to this one, and deletes the other */
    merge: { method: 'POST', path: '/orders/{id}/merge', isKeyed: true, failures: {tooManyTablesOfBill, requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, orderFull, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, invalid, notFound: [404, "Order {id} not found"]} },
    /** Moves an order to another table */
    move: { method: 'PUT', path: '/orders/{id}/table', failures: {tooManyTablesOfBill, conflict, blankParameter: [400, "Missing or malformed order ID"], unauthenticated, bodyTooLarge, orderPaid, permissionRequired, invalid, tableOccupied, notFound: [404, "Order {id} not found"], tableNotFound: [404, "Table not found"]} },
  },
  storeOrders: {
    /** Lists store orders, newest first */
    list: { method: 'GET', path: '/store/orders', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalid} },
    /** Gets a store order */
    one: { method: 'GET', path: '/store/orders/{id}', failures: {unauthenticated, permissionRequired, blankParameter: [400, "Missing order ID"], notFound: [404, "Order not found"]} },
    /** Sells products in one step */
    checkout: { method: 'POST', path: '/store/orders/checkout', isKeyed: true, failures: {checkoutInvalidReference, requestInProgress, checkoutTooManyProducts, conflict, checkoutTryAgain, malformedIdempotencyKey, idempotencyKeyReused, paymentOfAnotherUser, paymentAlreadySold, unauthenticated, bodyTooLarge, permissionRequired}, codes: ["checkout_amounts_differ","checkout_empty","checkout_insufficient_stock","checkout_invalid_discount","checkout_invalid_quantity","checkout_invalid_reference","checkout_invalid_tip","checkout_product_not_found","checkout_too_many_products","checkout_try_again","payment_already_sold","payment_of_another_user","payment_too_small"] },
    /** Sells products once their Lightning payment was received */
    checkoutIfPaid: { method: 'POST', path: '/store/orders/checkout-if-paid', failures: {checkoutInvalidReference, requestInProgress, checkoutTooManyProducts, conflict, checkoutTryAgain, unknown, malformedIdempotencyKey, idempotencyKeyReused, paymentOfAnotherUser, paymentAlreadySold, node_unavailable, unauthenticated, bodyTooLarge, paymentHashRequired, permissionRequired}, codes: ["checkout_amounts_differ","checkout_empty","checkout_insufficient_stock","checkout_invalid_discount","checkout_invalid_quantity","checkout_invalid_reference","checkout_invalid_tip","checkout_product_not_found","checkout_too_many_products","checkout_try_again","payment_already_sold","payment_of_another_user","payment_too_small"] },
    /** Tells whether a Lightning payment was received and sold */
    paymentStatus: { method: 'GET', path: '/store/orders/payment-status/{paymentHash}', failures: {unauthenticated, blankParameter: [400, "paymentHash required"], permissionRequired} },
    /** Gives back a sale or a part of it, at the till or to an invoice */
    refund: { method: 'POST', path: '/store/orders/{id}/refund', isKeyed: true, failures: {refundMethodNotUsed, requestInProgress, refundInProgress, conflict, refundInvoiceExpiry, refundExceedsPaid, invalid_request, refundInvoiceMissingAmount, unknown, malformedIdempotencyKey, idempotencyKeyReused, noBitcoinPayment, refundInvoiceAmountMismatch, recipient_rejected_payment, invoice_already_paid, alreadyRefunded, node_unavailable, adminRequired, invoice_expired, unauthenticated, bodyTooLarge, orderNotPaid, permissionRequired, invalid, blankParameter: [400, "Missing order ID"], insufficient_funds, notFound: [404, "Order not found"], invalid_invoice, invalid_address}, codes: ["already_refunded","no_bitcoin_payment","order_not_paid","refund_exceeds_paid","refund_in_progress","refund_invoice_amount_mismatch","refund_invoice_expiry","refund_invoice_missing_amount","refund_method_not_used"] },
    /** Cancels an open store order and returns its stock */
    cancel: { method: 'DELETE', path: '/store/orders/{id}', failures: {conflict, notFound: [404, "Order not found or already closed"], unauthenticated, bodyTooLarge, permissionRequired, blankParameter: [400, "Missing order ID"]} },
  },
  setup: {
    /** Tells how far the setup is */
    state: { method: 'GET', path: '/initial-setup', failures: {} },
    /** Sets the business up, with its first user */
    setUp: { method: 'POST', path: '/initial-setup', isKeyed: true, failures: {requestInProgress, conflict, tooManyAttempts, malformedIdempotencyKey, idempotencyKeyReused, invalidCredentials: [403, "The setup code is missing or wrong"], setupAlreadyCompleted, currencyNotFound, bodyTooLarge, invalidBusinessType, missingBusinessData, invalidTimezone, invalid, missingUserData} },
  },
  config: {
    /** Gets the business of the deployment */
    show: { method: 'GET', path: '/config', failures: {unauthenticated, notFound: [404, "Config not found"]} },
    /** Changes the business of the deployment */
    change: { method: 'PUT', path: '/config', failures: {conflict, adminRequired, unauthenticated, notFound: [404, "Failed to update config"], invalidTipPercentages, bodyTooLarge, invalidBusinessType, permissionRequired, invalidTimezone, invalid} },
  },
  currencies: {
    /** Lists all currencies */
    list: { method: 'GET', path: '/currencies', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets the currency in which the shop counts */
    base: { method: 'GET', path: '/base-currency', failures: {unauthenticated} },
    /** Chooses the currency in which the shop counts */
    chooseBase: { method: 'PUT', path: '/base-currency', failures: {conflict, currencyNotFound, unauthenticated, bodyTooLarge, permissionRequired, invalid: [400, "Acronym is required"]} },
  },
  taxes: {
    /** Lists the taxes of the shop */
    list: { method: 'GET', path: '/taxes', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Creates a tax */
    create: { method: 'POST', path: '/taxes', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooManyTaxes, unauthenticated, alreadyExists: [409, "Tax name already exists"], bodyTooLarge, permissionRequired, invalid} },
    /** Changes a tax; what was sold keeps the one it was sold with */
    update: { method: 'PUT', path: '/taxes/{id}', failures: {conflict, unauthenticated, blankParameter, alreadyExists: [409, "Tax name already exists"], bodyTooLarge, permissionRequired, invalid, notFound: [404, "Tax not found"]} },
    /** Deletes a tax that no product or dish names */
    remove: { method: 'DELETE', path: '/taxes/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Tax not found"], inUse: [400, "Tax is in use"]} },
  },
  payments: {
    /** Lists payments */
    list: { method: 'GET', path: '/payments', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a payment */
    one: { method: 'GET', path: '/payments/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Payment not found"]} },
    /** Records a payment */
    create: { method: 'POST', path: '/payments', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, invalid: [400, "Failed to create payment"], unauthenticated, bodyTooLarge, permissionRequired} },
    /** Changes a payment */
    update: { method: 'PUT', path: '/payments/{id}', failures: {conflict, notFound: [404, "Payment with ID: {id} not found"], paymentOfSale, paymentMethodNotFound, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, currencyNotFound: [404, "Currency not found"], invalid} },
    /** Deletes a payment that no ticket is linked to */
    remove: { method: 'DELETE', path: '/payments/{id}', failures: {conflict, inUse: [400, "Failed to delete payment or payment is in use"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired} },
    /** Lists payment methods */
    methods: { method: 'GET', path: '/payments/methods', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a payment method */
    method: { method: 'GET', path: '/payments/methods/{id}', failures: {notFound: [404, "Payment method not found"], unauthenticated, blankParameter, permissionRequired} },
    /** Lists currencies */
    currencies: { method: 'GET', path: '/payments/currencies', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a currency */
    currency: { method: 'GET', path: '/payments/currencies/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Currency not found"]} },
    /** Lists the payments of a ticket */
    ofTicket: { method: 'GET', path: '/payments/ticket-payments/by-ticket/{ticketId}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed ticket ID"], unauthenticated, permissionRequired, invalidPage, notFound: [404, "Ticket not found"]} },
    /** Lists the tickets of a payment */
    ofPayment: { method: 'GET', path: '/payments/ticket-payments/by-payment/{paymentId}', isList: true, failures: {responseTooLarge, blankParameter: [400, "Missing or malformed payment ID"], unauthenticated, permissionRequired, invalidPage, notFound: [404, "Payment not found"]} },
    /** Links a payment to a ticket */
    link: { method: 'POST', path: '/payments/ticket-payments', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, invalid: [400, "Failed to create ticket payment relationship"], tooManyLinks, unauthenticated, bodyTooLarge, permissionRequired} },
    /** Removes the link of a payment to a ticket */
    unlink: { method: 'DELETE', path: '/payments/ticket-payments', failures: {conflict, nothingProvided: [400, "Missing paymentId or ticketId query parameters"], notFound: [400, "Failed to delete ticket payment relationship"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Removes all links of a ticket */
    unlinkTicket: { method: 'DELETE', path: '/payments/ticket-payments/by-ticket/{ticketId}', failures: {conflict, blankParameter: [400, "Missing or malformed ticket ID"], unauthenticated, bodyTooLarge, permissionRequired} },
  },
  tickets: {
    /** Lists tickets */
    list: { method: 'GET', path: '/tickets', isList: true, failures: {responseTooLarge, unauthenticated, permissionRequired, invalidPage} },
    /** Gets a ticket */
    one: { method: 'GET', path: '/tickets/{id}', failures: {unauthenticated, blankParameter, permissionRequired, notFound: [404, "Ticket not found"]} },
    /** Creates a ticket */
    create: { method: 'POST', path: '/tickets', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes a ticket */
    update: { method: 'PUT', path: '/tickets/{id}', failures: {conflict, notFound: [404, "Ticket with ID: {id} not found"], ticketOfSale, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a ticket and its links to payments */
    remove: { method: 'DELETE', path: '/tickets/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, "Ticket not found"]} },
  },
  reports: {
    /** Reports what was sold */
    sales: { method: 'GET', path: '/reports', failures: {sumsTooLarge, invalidPeriod, malformedDay, reversedDays: [400, "startDate cannot be after endDate"], oneSidedDays, unauthenticated, permissionRequired, invalid, invalidFilter} },
    /** Exports sales, taxes, payments, refunds or Z reports as CSV */
    export: { method: 'GET', path: '/reports/export', failures: {sumsTooLarge, invalidPeriod, malformedDay, exportTooLarge, reversedDays: [400, "startDate cannot be after endDate"], oneSidedDays, unauthenticated, permissionRequired, invalid, invalidFilter} },
  },
  audit: {
    /** Lists who changed what in the last 400 days */
    list: { method: 'GET', path: '/audit', isList: true, failures: {responseTooLarge, reversedDays, malformedDay, adminRequired, unauthenticated, invalid} },
  },
  uploads: {
    /** Uploads pictures */
    upload: { method: 'POST', path: '/uploads', isKeyed: true, isForm: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooManyPixels, tooManyFiles, unauthenticated, bodyTooLarge, nothingProvided: [400, "No files uploaded"], invalid} },
    /** Gets an uploaded picture */
    show: { method: 'GET', path: '/uploads/{date}/{file}', failures: {notFound} },
  },
  templates: {
    /** Lists ticket templates */
    list: { method: 'GET', path: '/templates', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Lists the templates that are part of the product */
    builtIn: { method: 'GET', path: '/templates/built-in', failures: {unauthenticated} },
    /** Draws what would be printed */
    preview: { method: 'POST', path: '/templates/preview', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooMuchText, tooManyItems, tooManyComments, tooManyLines, unauthenticated, bodyTooLarge, permissionRequired, invalid, notFound: [404, "Order not found"]} },
    /** Gets a ticket template */
    one: { method: 'GET', path: '/templates/{id}', failures: {unauthenticated, blankParameter, notFound: [404, ""]} },
    /** Creates a ticket template */
    create: { method: 'POST', path: '/templates', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, alreadyExists: [409, "Template name already exists"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Replaces a ticket template */
    update: { method: 'PUT', path: '/templates/{id}', failures: {notFound: [409, "Failed to update template. It might not exist or the name is already taken."], conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid} },
    /** Deletes a ticket template */
    remove: { method: 'DELETE', path: '/templates/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, ""]} },
  },
  wallet: {
    /** Opens a wallet session with the role's password */
    open: { method: 'POST', path: '/wallet/auth', failures: {conflict, tooManyAttempts, adminRequired, unauthenticated, bodyTooLarge, invalidCredentials, invalid} },
    /** Ends the wallet session */
    close: { method: 'POST', path: '/wallet/logout', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, adminRequired, unauthenticated, bodyTooLarge} },
    /** Gets the node and its channels */
    info: { method: 'GET', path: '/wallet/getinfo', failures: {unknown, node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired} },
    /** Gets the node's balance */
    balance: { method: 'GET', path: '/wallet/getbalance', failures: {unknown, node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired} },
    /** Creates a Lightning invoice */
    createInvoice: { method: 'POST', path: '/wallet/createinvoice', isKeyed: true, failures: {requestInProgress, conflict, unknown, malformedIdempotencyKey, idempotencyKeyReused, node_unavailable, unauthenticated, bodyTooLarge, invalid} },
    /** Creates a Lightning invoice */
    invoice: { method: 'POST', path: '/wallet/invoice', isKeyed: true, failures: {requestInProgress, conflict, unknown, malformedIdempotencyKey, idempotencyKeyReused, node_unavailable, unauthenticated, bodyTooLarge, invalid} },
    /** Reads amount and description of an invoice */
    decodeInvoice: { method: 'POST', path: '/wallet/decodeinvoice', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, adminRequired, undecodableInvoice: [400, "Could not decode invoice"], unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid} },
    /** Pays a Lightning invoice */
    payInvoice: { method: 'POST', path: '/wallet/payinvoice', isKeyed: true, failures: {requestInProgress, conflict, invalid_request, unknown, malformedIdempotencyKey, idempotencyKeyReused, recipient_rejected_payment, invoice_already_paid, node_unavailable, adminRequired, invoice_expired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid, insufficient_funds, invalid_invoice, invalid_address} },
    /** Pays a Lightning offer */
    payOffer: { method: 'POST', path: '/wallet/payoffer', isKeyed: true, failures: {requestInProgress, conflict, invalid_request, unknown, malformedIdempotencyKey, idempotencyKeyReused, recipient_rejected_payment, invoice_already_paid, node_unavailable, adminRequired, invoice_expired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid, insufficient_funds, invalid_invoice, invalid_address} },
    /** Pays to an on-chain address */
    payOnchain: { method: 'POST', path: '/wallet/payonchain', isKeyed: true, failures: {requestInProgress, conflict, invalid_request, unknown, malformedIdempotencyKey, idempotencyKeyReused, recipient_rejected_payment, invoice_already_paid, node_unavailable, adminRequired, invoice_expired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid, insufficient_funds, invalid_invoice, invalid_address} },
    /** Raises the fee rate of unconfirmed transactions */
    bumpFee: { method: 'POST', path: '/wallet/bumpfee', isKeyed: true, failures: {requestInProgress, conflict, invalid_request, unknown, malformedIdempotencyKey, idempotencyKeyReused, recipient_rejected_payment, invoice_already_paid, node_unavailable, adminRequired, invoice_expired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid, insufficient_funds, invalid_invoice, invalid_address} },
    /** Closes a channel to an on-chain address */
    closeChannel: { method: 'POST', path: '/wallet/closechannel', isKeyed: true, failures: {requestInProgress, conflict, invalid_request, unknown, malformedIdempotencyKey, idempotencyKeyReused, recipient_rejected_payment, invoice_already_paid, node_unavailable, adminRequired, invoice_expired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid, insufficient_funds, invalid_invoice, invalid_address} },
    /** Lists received payments */
    incoming: { method: 'GET', path: '/wallet/payments/incoming', failures: {unknown, node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired, invalid} },
    /** Gets a received payment */
    incomingOne: { method: 'GET', path: '/wallet/payments/incoming/{paymentHash}', failures: {unknown, node_unavailable, adminRequired, unauthenticated, blankParameter, walletSessionExpired, walletRequired, notFound: [404, "Payment not found"]} },
    /** Lists sent payments */
    outgoing: { method: 'GET', path: '/wallet/payments/outgoing', failures: {unknown, node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired, invalid} },
    /** Gets a sent payment */
    outgoingOne: { method: 'GET', path: '/wallet/payments/outgoing/{paymentId}', failures: {unknown, blankParameter: [400, "Missing or malformed payment ID"], node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired, notFound: [404, "Payment not found"]} },
    /** Gets a sent payment by its payment hash */
    outgoingByHash: { method: 'GET', path: '/wallet/payments/outgoingbyhash/{paymentHash}', failures: {unknown, node_unavailable, adminRequired, unauthenticated, blankParameter, walletSessionExpired, walletRequired, notFound: [404, "Payment not found"]} },
    /** Exports payments as comma-separated values */
    export: { method: 'POST', path: '/wallet/export', isKeyed: true, failures: {requestInProgress, conflict, unknown, malformedIdempotencyKey, idempotencyKeyReused, exportTooLarge, node_unavailable, adminRequired, unauthenticated, walletSessionExpired, walletRequired, bodyTooLarge, invalid} },
  },
  printers: {
    /** Lists printers that agents have reported lately */
    available: { method: 'GET', path: '/printers/available', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Lists what the printer of each configuration does */
    statuses: { method: 'GET', path: '/printers/status', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Sets the default printer of a type */
    set: { method: 'POST', path: '/printers/set', isKeyed: true, failures: {requestInProgress, malformedIdempotencyKey, idempotencyKeyReused, conflict: [409, "Failed to set default printer"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Prints a ticket, or an order from its records */
    print: { method: 'POST', path: '/printers/print', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooMuchText, tooManyItems, tooManyComments, tooManyLines, printerNotConfigured, unauthenticated, bodyTooLarge, permissionRequired, invalid, refundNotFound, notFound: [404, "Order not found"]}, codes: ["printer_not_available","printer_not_configured","template_not_found"] },
    /** Prints an order's dishes where they are made */
    fire: { method: 'POST', path: '/orders/{id}/fire', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooMuchText, tooManyLines, blankParameter: [400, "Missing or malformed order ID"], printingFailed, unauthenticated, bodyTooLarge, permissionRequired, invalid, notFound: [404, "Order {id} not found"], nothingToSend}, codes: ["template_not_found"] },
    /** Prints the last Z report of a shift, or the open one as X report */
    zReport: { method: 'POST', path: '/shifts/{id}/z-report/print', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, tooMuchText, tooManyLines, sumsTooLarge: [400, "The sums are too large to be printed"], printerNotConfigured, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, noZReport, invalid, notFound: [404, "Shift not found"]}, codes: ["printer_not_available","printer_not_configured","template_not_found"] },
    /** Lists print jobs of the last 24 hours, newest first */
    jobs: { method: 'GET', path: '/printers/jobs', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Prints a job again, marked as a copy */
    reprint: { method: 'POST', path: '/printers/jobs/{id}/reprint', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, printerNotAvailable, unauthenticated, blankParameter, bodyTooLarge, notFound: [404, "Print job not found"], permissionRequired}, codes: ["printer_not_available"] },
    /** Cancels a print job that waits */
    cancelJob: { method: 'DELETE', path: '/printers/jobs/{id}', failures: {cannotCancel, conflict: [409, "The job is already printing"], unauthenticated, blankParameter, bodyTooLarge, notFound: [404, "Print job not found"]} },
    /** Lists printer configurations */
    list: { method: 'GET', path: '/printers/configs', isList: true, failures: {responseTooLarge, unauthenticated, invalidPage} },
    /** Creates a printer configuration */
    create: { method: 'POST', path: '/printers/configs', isKeyed: true, failures: {requestInProgress, conflict, malformedIdempotencyKey, idempotencyKeyReused, alreadyExists: [409, "Printer configuration already exists"], unauthenticated, bodyTooLarge, permissionRequired, invalid} },
    /** Changes a printer configuration */
    update: { method: 'PUT', path: '/printers/configs/{id}', failures: {conflict, alreadyExists: [409, "Printer configuration already exists"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, invalid, notFound: [404, ""]} },
    /** Deletes a printer configuration */
    remove: { method: 'DELETE', path: '/printers/configs/{id}', failures: {conflict, unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, ""]} },
    /** Makes a configuration the default of its type */
    makeDefault: { method: 'POST', path: '/printers/configs/{id}/default', isKeyed: true, failures: {requestInProgress, malformedIdempotencyKey, idempotencyKeyReused, conflict: [409, "Failed to set default printer"], unauthenticated, blankParameter, bodyTooLarge, permissionRequired, notFound: [404, ""]} },
  },
  agents: {
    /** Lists on-site agents with their printers and what waits for them */
    list: { method: 'GET', path: '/agents', isList: true, failures: {responseTooLarge, adminRequired, unauthenticated, invalidPage} },
    /** Creates an agent and its enrolment token */
    enrol: { method: 'POST', path: '/agents', failures: {conflict, adminRequired, unauthenticated, bodyTooLarge, invalid} },
    /** Revokes an agent and its queue */
    revoke: { method: 'DELETE', path: '/agents/{id}', failures: {conflict, adminRequired, unauthenticated, blankParameter, bodyTooLarge, notFound: [404, "Agent not found"]} },
  },
} as const
