// Written by `npm run generate` from functions/*/endpoints.ts
// biome-ignore-all format: an endpoint has a line

import { endpoint } from './route.ts'

/** Every endpoint: how it is called, and its types; `failures` are codes with statuses. */
export const api = {
  general: {
    /** Answers at the root path; browsers are sent to the till */
    root: endpoint<{ output: "Root path of the API Nothing to see here" | undefined }>()({ method: 'GET', path: '/' }),
    /** Reports whether the service runs */
    health: endpoint<{ output: { status: "healthy"; /** Unix ms */ timestamp: string } }>()({ method: 'GET', path: '/api/health' }),
  },
  auth: {
    /** Logs in with name and PIN */
    login: endpoint<{ body: Credentials; output: LoggedIn; failures: { body_too_large: 413; conflict: 409; invalid: 400; invalid_credentials: 401; permission_required: 403; role_missing: 401; too_many_attempts: 429 } }>()({ method: 'POST', path: '/auth/login' }),
    /** Renews the access token */
    refresh: endpoint<{ output: Refreshed; failures: { body_too_large: 413; conflict: 409; invalid_token: 401 } }>()({ method: 'POST', path: '/auth/refresh' }),
    /** Ends the session and its wallet sessions */
    logout: endpoint<{ output: { message: "Logout successful" }; failures: { body_too_large: 413; conflict: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/auth/logout' }),
    /** Approves one request of the caller, by the PIN of a colleague */
    approve: endpoint<{ body: ApprovalRequest; output: GivenApproval; failures: { body_too_large: 413; conflict: 409; invalid: 400; invalid_credentials: 401; permission_required: 403; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'POST', path: '/auth/approvals' }),
  },
  users: {
    /** Lists users, for callers without users_read by name and role */
    list: endpoint<{ output: User[] | NamedUser[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/users', isList: true }),
    /** Lists users by name and role, for the login screen */
    listPublic: endpoint<{ output: NamedUser[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/users/public', isList: true }),
    /** Gets the caller's user and permissions */
    me: endpoint<{ output: Me; failures: { not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/users/me' }),
    /** Gets a user */
    one: endpoint<{ output: User; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/users/{id}' }),
    /** Gets what is kept about a user, who may have been deleted */
    data: endpoint<{ output: PersonalData; failures: { admin_required: 403; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/users/{id}/data' }),
    /** Deletes a user and what is personal in the record of it */
    erase: endpoint<{ body: Confirmation | undefined; output: ErasedUser; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; invalid_pin: 403; last_admin: 409; last_user: 409; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'POST', path: '/users/{id}/erase', isKeyed: true }),
    /** Creates a user */
    create: endpoint<{ body: UserInput | WrappedUser; output: { /** Id of the record, a UUID */ id: string; message: "User added successfully" }; failures: { admin_required: 403; already_exists: 409; blank_name_or_pin: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; invalid_pin: 403; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; role_not_found: 400; short_pin: 400; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'POST', path: '/users', isKeyed: true }),
    /** Changes a user */
    update: endpoint<{ body: UserPatch; output: { /** Id of the record, a UUID */ id: string; message: "User updated successfully" }; failures: { admin_required: 403; already_exists: 409; blank_name: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_pin: 403; last_admin: 409; not_found: 404; nothing_provided: 400; permission_required: 403; role_not_found: 404; short_pin: 400; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'PUT', path: '/users/{id}' }),
    /** Logs a user out everywhere; the PIN stays */
    endSessions: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/users/{id}/sessions' }),
    /** Deletes a user and ends its sessions */
    remove: endpoint<{ body: Confirmation | undefined; output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_pin: 403; last_admin: 409; last_user: 409; not_found: 404; permission_required: 403; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/users/{id}' }),
  },
  roles: {
    /** Lists roles */
    list: endpoint<{ output: ListedRole[]; failures: { invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/roles', isList: true }),
    /** Gets a role */
    one: endpoint<{ output: Role; failures: { blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/roles/{id}' }),
    /** Lists the permissions of a role */
    permissions: endpoint<{ output: Permission[]; failures: { blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/roles/{id}/permissions', isList: true }),
    /** Creates a role, with permissions if it names any */
    create: endpoint<{ body: RoleInput; output: { /** Id of the record, a UUID */ id: string; message: "Role added successfully" }; failures: { admin_required: 403; already_exists: 409; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; invalid_pin: 403; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'POST', path: '/roles', isKeyed: true }),
    /** Changes a role, and its permissions if they are sent */
    update: endpoint<{ body: RoleInput; output: { /** Id of the record, a UUID */ id: string; message: "Role updated successfully" }; failures: { admin_required: 403; already_exists: 409; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_pin: 403; last_admin: 409; not_found: 404; permission_required: 403; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'PUT', path: '/roles/{id}' }),
    /** Replaces the permissions of a role */
    assign: endpoint<{ body: RolePermissionsInput; output: { /** Id of the role */ roleId: string; /** How many permissions it has */ assigned: number }; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_pin: 403; not_found: 404; permission_required: 403; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'PUT', path: '/roles/{id}/permissions' }),
    /** Deletes a role */
    remove: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; last_admin: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/roles/{id}' }),
    /** Lists all permissions there are */
    allPermissions: endpoint<{ output: Permission[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/permissions', isList: true }),
  },
  apiKeys: {
    /** Lists the API keys, oldest first */
    list: endpoint<{ output: ApiKey[]; failures: { admin_required: 403; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/api-keys', isList: true }),
    /** Creates an API key; its secret is shown once */
    create: endpoint<{ body: ApiKeyInput; output: CreatedApiKey; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; permission_required: 403; too_many_api_keys: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/api-keys' }),
    /** Revokes an API key, within ten seconds */
    remove: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/api-keys/{id}' }),
  },
  webhooks: {
    /** Lists the webhooks, oldest first */
    list: endpoint<{ output: Webhook[]; failures: { admin_required: 403; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/webhooks', isList: true }),
    /** Creates a webhook; its secret is shown once */
    create: endpoint<{ body: WebhookInput; output: CreatedWebhook; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; permission_required: 403; too_many_webhooks: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/webhooks' }),
    /** Changes a webhook, or gives it a new secret */
    update: endpoint<{ body: WebhookChange; output: ChangedWebhook; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/webhooks/{id}' }),
    /** Deletes a webhook: nothing is sent to it any more */
    remove: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/webhooks/{id}' }),
    /** Sends a webhook an event that says nothing */
    test: endpoint<{ output: AcceptedDelivery; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401; webhook_disabled: 409 } }>()({ method: 'POST', path: '/webhooks/{id}/test', isKeyed: true }),
    /** Lists what was sent to a webhook in the last 30 days, newest first */
    deliveries: endpoint<{ output: WebhookDelivery[]; failures: { admin_required: 403; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/webhooks/{id}/deliveries', isList: true }),
    /** Sends a delivery again */
    repeat: endpoint<{ output: AcceptedDelivery; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401; webhook_disabled: 409 } }>()({ method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/repeat', isKeyed: true }),
  },
  categories: {
    /** Lists the categories of a type */
    list: endpoint<{ query: { /** What it groups */ type: "dish" | "ingredient" | "product" }; output: Category[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_page: 400; malformed_type: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/categories', isList: true }),
    /** Gets a category */
    one: endpoint<{ query: { /** What it groups */ type: "dish" | "ingredient" | "product" }; output: Category; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid: 400; malformed_type: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/categories/{id}' }),
    /** Creates a category */
    create: endpoint<{ body: CategoryInput; output: { /** Id of the record, a UUID */ id: string; message: "Category added successfully" }; failures: { already_exists: 400; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; malformed_type: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/categories', isKeyed: true }),
    /** Renames a category */
    rename: endpoint<{ body: CategoryInput; output: { /** Id of the record, a UUID */ id: string; message: "Category updated successfully" }; failures: { already_exists: 400; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; malformed_type: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/categories/{id}' }),
    /** Deletes a category that nothing uses */
    remove: endpoint<{ query: { /** What it groups */ type: "dish" | "ingredient" | "product" }; output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; invalid: 400; malformed_type: 400; not_found: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/categories/{id}' }),
  },
  products: {
    /** Lists products with their stock */
    list: endpoint<{ output: Product[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/products', isList: true }),
    /** Gets a product; the quantity of a bundle is computed */
    one: endpoint<{ output: Product; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/products/{id}' }),
    /** Gets a product by a SKU or barcode, an article number in any spelling or GS1 code */
    byCode: endpoint<{ output: ProductByCode; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/products/by-code/{code}' }),
    /** Creates a product */
    create: endpoint<{ body: ProductInput; output: { /** Id of the record, a UUID */ id: string; message: "Product added successfully" }; failures: { admin_required: 403; already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; too_many_categories: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/products', isKeyed: true }),
    /** Adjusts stock by signed quantities, all or none */
    adjustStock: endpoint<{ body: StockDelta[]; output: { message: "Stock adjusted successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; checkout_variant_required: 400; conflict: 409; idempotency_key_reused: 422; insufficient_stock: 400; invalid: 400; malformed_idempotency_key: 400; nothing_provided: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/products/stock', isKeyed: true }),
    /** Changes a product */
    update: endpoint<{ body: ProductChange; output: { /** Id of the record, a UUID */ id: string; message: "Product updated successfully" }; failures: { admin_required: 403; already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; product_changed: 409; too_many_categories: 400; too_many_variants: 400; unauthenticated: 401 } }>()({ method: 'PUT', path: '/products/{id}' }),
    /** Deletes a product unless a bundle contains it or a modifier takes its units */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_bundles: 409; in_modifiers: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/products/{id}' }),
    /** Lists the variants of a product, oldest first */
    variants: endpoint<{ output: ProductVariant[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/products/{id}/variants' }),
    /** Creates a variant beside those that a product has */
    createVariant: endpoint<{ body: VariantInput; output: { /** Id of the record, a UUID */ id: string; message: "Variant created successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; too_many_variants: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/products/{id}/variants', isKeyed: true }),
    /** Changes a variant; the default one of a plain product is the product */
    updateVariant: endpoint<{ body: VariantChange; output: { /** Id of the record, a UUID */ id: string; message: "Variant updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; permission_required: 403; too_many_variants: 400; unauthenticated: 401; variant_not_found: 404 } }>()({ method: 'PUT', path: '/products/{id}/variants/{variantId}' }),
    /** Deletes a variant unless it is the last one, or a bundle contains it */
    removeVariant: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_bundles: 409; in_modifiers: 409; invalid: 400; permission_required: 403; unauthenticated: 401; variant_not_found: 404 } }>()({ method: 'DELETE', path: '/products/{id}/variants/{variantId}' }),
    /** Lists the options of a product with their values, by their order */
    options: endpoint<{ output: ProductOption[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/products/{id}/options' }),
    /** Creates an option of a product, such as its size */
    createOption: endpoint<{ body: OptionInput; output: { /** Id of the record, a UUID */ id: string; message: "Option type created successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; too_many_variants: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/products/{id}/options', isKeyed: true }),
    /** Changes an option; values of the same text keep their ids */
    updateOption: endpoint<{ body: OptionInput; output: { /** Id of the record, a UUID */ id: string; message: "Option type updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; option_type_not_found: 404; permission_required: 403; too_many_variants: 400; unauthenticated: 401 } }>()({ method: 'PUT', path: '/products/{id}/options/{optionTypeId}' }),
    /** Deletes an option; variants lose its values */
    removeOption: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; option_type_not_found: 404; permission_required: 403; too_many_variants: 400; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/products/{id}/options/{optionTypeId}' }),
  },
  spaces: {
    /** Lists spaces */
    list: endpoint<{ output: Space[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/spaces', isList: true }),
    /** Gets a space */
    one: endpoint<{ output: Space; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/spaces/{id}' }),
    /** Creates a space */
    create: endpoint<{ body: SpaceInput; output: { /** Id of the record, a UUID */ id: string; message: "Space added successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/spaces', isKeyed: true }),
    /** Renames a space */
    rename: endpoint<{ body: SpaceInput; output: { /** Id of the record, a UUID */ id: string; message: "Space updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/spaces/{id}' }),
    /** Deletes a space without tables */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; not_found: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/spaces/{id}' }),
  },
  tables: {
    /** Lists tables */
    list: endpoint<{ output: Table[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/tables', isList: true }),
    /** Lists the tables of a space */
    bySpace: endpoint<{ output: Table[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/tables/by-space/{id}', isList: true }),
    /** Gets a table */
    one: endpoint<{ output: Table; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/tables/{id}' }),
    /** Creates a table */
    create: endpoint<{ body: TableInput; output: { /** Id of the record, a UUID */ id: string; message: "Table added successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; too_many_tables: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/tables', isKeyed: true }),
    /** Changes a table */
    update: endpoint<{ body: TableInput; output: { /** Id of the record, a UUID */ id: string; message: "Table updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; too_many_tables: 400; unauthenticated: 401 } }>()({ method: 'PUT', path: '/tables/{id}' }),
    /** Deletes a table */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/tables/{id}' }),
  },
  shifts: {
    /** Lists shifts */
    list: endpoint<{ output: Shift[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts', isList: true }),
    /** Gets the open shift */
    open: endpoint<{ query: { /** Shows the shift of this user only */ user_id?: string | undefined }; output: Shift | undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/open' }),
    /** Gets the cash in the drawer while no shift is open */
    drawer: endpoint<{ output: Drawer | undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/drawer' }),
    /** Lists Z reports, newest first */
    zReports: endpoint<{ output: ZReport[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/z-reports', isList: true }),
    /** Gets a shift */
    one: endpoint<{ output: Shift; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/{id}' }),
    /** Opens a shift */
    create: endpoint<{ body: ShiftInput; output: { /** Id of the record, a UUID */ id: string; message: "Shift added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; shift_already_open: 409; unauthenticated: 401; user_not_found: 400 } }>()({ method: 'POST', path: '/shifts', isKeyed: true }),
    /** Changes a shift */
    update: endpoint<{ body: ShiftInput & ClosingAmounts; output: { /** Id of the record, a UUID */ id: string; message: "Shift updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; shift_already_open: 409; unauthenticated: 401; user_not_found: 404 } }>()({ method: 'PUT', path: '/shifts/{id}' }),
    /** Closes the open shift and makes its Z report */
    close: endpoint<{ body: ClosingAmounts | undefined; output: { /** Id of the record, a UUID */ id: string; message: "Shift closed successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/shifts/{id}/close', isKeyed: true }),
    /** Deletes a shift */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/shifts/{id}' }),
    /** Reports shifts and their sums */
    report: endpoint<{ query: { /** `day`, `week`, `month` or `year` until today; days are then ignored */ period?: string | undefined; /** How far the days are ahead of UTC, in minutes; ignored where the shop has a time zone */ utcOffsetMinutes?: string | undefined; /** First day, `YYYY-MM-DD`; with endDate */ startDate?: string | undefined; /** Last day, `YYYY-MM-DD`; with startDate */ endDate?: string | undefined }; output: ShiftReport; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_filter: 400; invalid_period: 400; malformed_day: 400; one_sided_days: 400; permission_required: 403; reversed_days: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/report' }),
    /** Gets the sums of a shift: running ones while it is open, else those of its Z */
    breakdown: endpoint<{ output: ShiftBreakdown; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/{id}/breakdown' }),
    /** Gets the last Z report of a shift */
    zReport: endpoint<{ output: ZReport; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; no_z_report: 404; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/{id}/z-report' }),
    /** Lists the cash movements of a shift */
    cash: endpoint<{ output: CashMovement[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/shifts/{id}/cash', isList: true }),
    /** Puts cash into the drawer of the open shift, or takes it out */
    moveCash: endpoint<{ body: CashMovementInput; output: { /** Id of the record, a UUID */ id: string; message: "Cash movement added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/shifts/{id}/cash', isKeyed: true }),
  },
  dishes: {
    /** Lists the dishes of the menu */
    list: endpoint<{ output: Dish[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/dishes', isList: true }),
    /** Gets a dish */
    one: endpoint<{ output: Dish; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/dishes/{id}' }),
    /** Creates a dish */
    create: endpoint<{ body: DishInput; output: { /** Id of the record, a UUID */ id: string; message: "Dish added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/dishes', isKeyed: true }),
    /** Changes a dish */
    update: endpoint<{ body: DishInput; output: { /** Id of the record, a UUID */ id: string; message: "Dish updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/dishes/{id}' }),
    /** Deletes a dish that no open order names */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/dishes/{id}' }),
  },
  ingredients: {
    /** Lists ingredients with their quantities */
    list: endpoint<{ output: Ingredient[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/ingredients', isList: true }),
    /** Lists ingredients with fewer units than the threshold */
    lowStock: endpoint<{ output: Ingredient[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/ingredients/low_stock/{threshold}', isList: true }),
    /** Gets an ingredient */
    one: endpoint<{ output: Ingredient; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/ingredients/{id}' }),
    /** Creates an ingredient */
    create: endpoint<{ body: IngredientInput; output: { /** Id of the record, a UUID */ id: string; message: "Ingredient added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/ingredients', isKeyed: true }),
    /** Changes an ingredient */
    update: endpoint<{ body: IngredientInput; output: { /** Id of the record, a UUID */ id: string; message: "Ingredient updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/ingredients/{id}' }),
    /** Deletes an ingredient */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/ingredients/{id}' }),
  },
  suppliers: {
    /** Lists suppliers */
    list: endpoint<{ output: Supplier[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/suppliers', isList: true }),
    /** Gets a supplier */
    one: endpoint<{ output: Supplier; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/suppliers/{id}' }),
    /** Creates a supplier */
    create: endpoint<{ body: SupplierInput; output: { /** Id of the record, a UUID */ id: string; message: "Supplier added successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/suppliers', isKeyed: true }),
    /** Changes a supplier */
    update: endpoint<{ body: SupplierInput; output: { /** Id of the record, a UUID */ id: string; message: "Supplier updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/suppliers/{id}' }),
    /** Deletes a supplier */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/suppliers/{id}' }),
  },
  importRuns: {
    /** Begins an import, whose rows follow in parts */
    create: endpoint<{ body: ImportRunInput; output: { /** Id of the run */ id: string }; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/import/runs', isKeyed: true }),
    /** Hands over a part of an import, CSV or NDJSON, to be imported from here on */
    putPart: endpoint<{ body: string; output: ImportPart; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; malformed_part: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/import/runs/{id}/parts/{n}' }),
    /** Says how far an import is, and which rows were refused */
    one: endpoint<{ output: ImportRun; failures: { admin_required: 403; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/import/runs/{id}' }),
  },
  exports: {
    /** Gets a page of all that the shop has; its last line has the cursor of the next page */
    shop: endpoint<{ query: { /** Of the page before; left out at first */ cursor?: string | undefined }; output: string; failures: { admin_required: 403; invalid: 400; invalid_page: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/export/shop' }),
  },
  orders: {
    /** Lists orders, newest first */
    list: endpoint<{ output: RestaurantOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders', isList: true }),
    /** Lists orders of restaurant and store with what was paid */
    withPayments: endpoint<{ query: { /** First day of the shop, `YYYY-MM-DD` */ startDate?: string | undefined; /** Last day of the shop, `YYYY-MM-DD` */ endDate?: string | undefined; /** Only orders with it */ status?: "open" | "closed" | "paid" | "refunded" | undefined; /** Id of the user who took the order */ userId?: string | undefined; /** Name of a method, in any case */ paymentMethod?: string | undefined; /** In major units */ minTotal?: string | undefined; /** In major units */ maxTotal?: string | undefined; /** `date` (default) or `total` */ sortBy?: string | undefined; /** `asc` or `desc` (default) */ sortOrder?: string | undefined }; output: OrderWithPayments[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_filter: 400; invalid_page: 400; malformed_day: 400; permission_required: 403; response_too_large: 413; reversed_days: 400; reversed_totals: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/with-payments', isList: true }),
    /** Lists what was sent to the kitchen, oldest first */
    inKitchen: endpoint<{ output: KitchenOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/kitchen' }),
    /** Lists a user's orders, newest first */
    ofUser: endpoint<{ output: RestaurantOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401; user_not_found: 404 } }>()({ method: 'GET', path: '/orders/user/{userId}', isList: true }),
    /** Lists a table's orders, newest first */
    ofTable: endpoint<{ output: RestaurantOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; table_not_found: 404; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/table/{tableId}', isList: true }),
    /** Lists orders with a status, newest first */
    ofStatus: endpoint<{ output: RestaurantOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; invalid_status: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/status/{status}', isList: true }),
    /** Lists the orders of some days, newest first */
    ofDays: endpoint<{ query: { /** First day of the shop, `YYYY-MM-DD` */ start_date?: string | undefined; /** Last day of the shop, `YYYY-MM-DD` */ end_date?: string | undefined }; output: RestaurantOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_page: 400; malformed_day: 400; nothing_provided: 400; permission_required: 403; response_too_large: 413; reversed_days: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/date-range', isList: true }),
    /** Gets the total sales of a day */
    totalSales: endpoint<{ output: DaySales; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; malformed_day: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/total-sales/{date}' }),
    /** Gets an order without its dishes */
    one: endpoint<{ output: OrderWithTaxes; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/{id}' }),
    /** Gets an order with its dishes */
    complete: endpoint<{ output: CompleteOrder; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/{id}/complete' }),
    /** Creates an order without dishes */
    create: endpoint<{ body: OrderInput; output: { /** Id of the record, a UUID */ id: string; message: "Order created successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; table_not_found: 400; unauthenticated: 401; user_not_found: 400 } }>()({ method: 'POST', path: '/orders', isKeyed: true }),
    /** Creates an order with dishes, which make its total */
    createWithDishes: endpoint<{ body: OrderWithDishes; output: { /** Id of the record, a UUID */ id: string; message: "Order with dishes created successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; checkout_product_not_available: 400; conflict: 409; idempotency_key_reused: 422; invalid: 400; invalid_dishes: 400; invalid_modifiers: 400; malformed_idempotency_key: 400; nothing_provided: 400; permission_required: 403; request_in_progress: 409; table_not_found: 400; too_many_dishes: 400; unauthenticated: 401; user_not_found: 400 } }>()({ method: 'POST', path: '/orders/with-dishes', isKeyed: true }),
    /** Changes an order */
    update: endpoint<{ body: OrderUpdate; output: { /** Id of the record, a UUID */ id: string; message: "Order updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_amounts_differ: 400; conflict: 409; invalid: 400; invalid_status: 400; not_found: 404; order_paid: 409; permission_required: 403; table_not_found: 404; too_many_tables: 400; unauthenticated: 401; user_not_found: 404 } }>()({ method: 'PUT', path: '/orders/{id}' }),
    /** Sets the total to the sum of the dishes */
    calculateTotal: endpoint<{ output: { message: "Order total updated successfully"; /** In major units, at most two decimals, such as 2.5 */ total: number }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/calculate-total' }),
    /** Deletes an order with its dishes */
    remove: endpoint<{ query: { /** Why it is cancelled, such as burnt; the audit trail keeps it */ reason?: string | undefined }; output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; order_has_payments: 409; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/orders/{id}' }),
    /** Gives back a settled order or a part of it, at the till or to an invoice */
    refund: endpoint<{ body: OrderRefundRequest; output: RefundOfBill; failures: { admin_required: 403; already_refunded: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; no_bitcoin_payment: 409; node_unavailable: 503; not_found: 404; order_not_paid: 409; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; refund_exceeds_method: 409; refund_exceeds_paid: 409; refund_in_progress: 409; refund_invoice_amount_mismatch: 409; refund_invoice_expiry: 400; refund_invoice_missing_amount: 409; refund_method_not_used: 400; request_in_progress: 409; till_revoked: 403; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/orders/{id}/refund', isKeyed: true }),
    /** Names the buyer of a sale of either kind, or takes the buyer off it */
    buyer: endpoint<{ body: BuyerChange; output: { /** Id of the record, a UUID */ id: string; message: "Buyer updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; order_not_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/buyer' }),
    /** Withdraws the page that shows an order's receipt, or shows it again */
    receiptPage: endpoint<{ body: ReceiptPageChange; output: { /** Id of the record, a UUID */ id: string; message: "Receipt page updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/receipt-page', isKeyed: true }),
    /** Lists the dishes of an order */
    dishes: endpoint<{ output: OrderDish[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/orders/{id}/dishes', isList: true }),
    /** Adds dishes to an order and its total */
    addDishes: endpoint<{ body: NewLine[]; output: { /** Id of the order */ orderId: string; message: "Dishes added to order successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_product_not_available: 400; conflict: 409; idempotency_key_reused: 422; invalid: 400; invalid_dishes: 400; invalid_modifiers: 400; malformed_idempotency_key: 400; not_found: 404; nothing_provided: 400; order_full: 400; order_paid: 409; permission_required: 403; request_in_progress: 409; too_many_dishes: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/dishes', isKeyed: true }),
    /** Changes a dish of an order, and the total */
    changeDish: endpoint<{ body: LineChange; output: { /** Id of the order */ orderId: string; /** Id of the dish */ dishId: string; message: "Order dish updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_modifiers: 400; not_found: 404; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/dishes/{dishId}' }),
    /** Says how far the kitchen is with dishes that it was sent */
    progress: endpoint<{ body: KitchenProgress; output: { /** Id of the record, a UUID */ id: string; message: "Kitchen progress updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/kitchen' }),
    /** Removes a dish from an order and its total */
    removeDish: endpoint<{ query: { /** Why it is cancelled, such as burnt; the audit trail keeps it */ reason?: string | undefined }; output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/orders/{id}/dishes/{dishId}' }),
    /** Removes all dishes from an order */
    removeDishes: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/orders/{id}/dishes' }),
  },
  bills: {
    /** Settles the bill of an order in one step */
    settle: endpoint<{ body: SettleRequest | BillQuoteSale; output: Settled | PendingPayment; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_empty: 400; checkout_invalid_discount: 400; checkout_invalid_quantity: 400; checkout_invalid_reference: 400; checkout_invalid_tip: 400; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; order_paid: 409; payment_already_sold: 409; payment_belongs_to_a_pay_code: 409; payment_belongs_to_a_quote: 409; payment_of_another_user: 409; payment_too_small: 400; permission_required: 403; prepaid_exceeds_due: 409; prepaid_in_another_currency: 409; quote_differs: 409; request_in_progress: 409; sale_differs: 409; till_revoked: 403; too_many_tables_of_bill: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/settle', isKeyed: true }),
    /** Moves dishes of an order to a new order of the same table */
    split: endpoint<{ body: SplitRequest; output: { /** Id of the record, a UUID */ id: string; message: "Order split successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; order_has_payments: 409; order_paid: 409; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/split', isKeyed: true }),
    /** Moves all dishes of another order to this one, and deletes the other */
    merge: endpoint<{ body: MergeRequest; output: { /** Id of the record, a UUID */ id: string; message: "Orders merged successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; order_full: 400; order_has_payments: 409; order_paid: 409; permission_required: 403; request_in_progress: 409; too_many_tables_of_bill: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/merge', isKeyed: true }),
    /** Books a sale of the running day, of either kind, by other payment methods */
    correct: endpoint<{ body: Correction; output: { /** Id of the record, a UUID */ id: string; message: "Payments corrected successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_invalid_reference: 400; conflict: 409; invalid: 400; not_correctable: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/tenders' }),
    /** Moves an order to another table */
    move: endpoint<{ body: MoveRequest; output: { /** Id of the record, a UUID */ id: string; message: "Order moved successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; order_paid: 409; permission_required: 403; table_not_found: 404; table_occupied: 409; too_many_tables_of_bill: 400; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/table' }),
    /** Gives the bill of an order a discount, or takes it off */
    discount: endpoint<{ body: DiscountRequest; output: { /** Id of the record, a UUID */ id: string; message: "Order discount updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_invalid_discount: 400; conflict: 409; invalid: 400; not_found: 404; order_paid: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/orders/{id}/discount' }),
  },
  storeOrders: {
    /** Lists store orders, newest first */
    list: endpoint<{ query: { /** `open`, `closed` or `refunded` */ status?: string | undefined }; output: StoreOrder[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/store/orders', isList: true }),
    /** Gets a store order */
    one: endpoint<{ output: StoreOrder; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/store/orders/{id}' }),
    /** Sells products in one step */
    checkout: endpoint<{ body: CheckoutRequest; output: SaleIds | PendingPayment; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_empty: 400; checkout_insufficient_stock: 400; checkout_invalid_discount: 400; checkout_invalid_modifiers: 400; checkout_invalid_quantity: 400; checkout_invalid_reference: 400; checkout_invalid_tip: 400; checkout_product_not_available: 400; checkout_product_not_found: 400; checkout_too_many_products: 400; checkout_try_again: 409; checkout_variant_required: 400; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; payment_already_sold: 409; payment_belongs_to_a_pay_code: 409; payment_belongs_to_a_quote: 409; payment_of_another_user: 409; payment_too_small: 400; permission_required: 403; request_in_progress: 409; sale_differs: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/store/orders/checkout', isKeyed: true }),
    /** Sells products once their Lightning payment was received */
    checkoutIfPaid: endpoint<{ body: CheckoutIfPaidRequest | CartQuoteSale; output: CheckoutResult | PendingPayment; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_empty: 400; checkout_insufficient_stock: 400; checkout_invalid_discount: 400; checkout_invalid_modifiers: 400; checkout_invalid_quantity: 400; checkout_invalid_reference: 400; checkout_invalid_tip: 400; checkout_product_not_available: 400; checkout_product_not_found: 400; checkout_too_many_products: 400; checkout_try_again: 409; checkout_variant_required: 400; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; node_unavailable: 503; payment_already_sold: 409; payment_belongs_to_a_pay_code: 409; payment_belongs_to_a_quote: 409; payment_hash_required: 400; payment_of_another_user: 409; payment_too_small: 400; permission_required: 403; quote_differs: 409; request_in_progress: 409; sale_differs: 409; till_revoked: 403; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/store/orders/checkout-if-paid' }),
    /** Reports whether a Lightning payment was received and sold */
    paymentStatus: endpoint<{ output: CheckoutResult | PaidPayment | PendingPayment; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/store/orders/payment-status/{paymentHash}' }),
    /** Gives back a sale or a part of it, at the till or to an invoice */
    refund: endpoint<{ body: StoreRefundRequest; output: Refund; failures: { admin_required: 403; already_refunded: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; no_bitcoin_payment: 409; node_unavailable: 503; not_found: 404; order_not_paid: 409; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; refund_exceeds_method: 409; refund_exceeds_paid: 409; refund_in_progress: 409; refund_invoice_amount_mismatch: 409; refund_invoice_expiry: 400; refund_invoice_missing_amount: 409; refund_method_not_used: 400; request_in_progress: 409; till_revoked: 403; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/store/orders/{id}/refund', isKeyed: true }),
    /** Cancels an open store order and returns its stock */
    cancel: endpoint<{ output: { message: "Order cancelled successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/store/orders/{id}' }),
  },
  quotes: {
    /** Prices a cart or a bill in satoshis, and makes its invoice */
    create: endpoint<{ body: CartQuoteRequest | BillQuoteRequest; output: NewQuote; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_empty: 400; checkout_insufficient_stock: 400; checkout_invalid_discount: 400; checkout_invalid_modifiers: 400; checkout_invalid_quantity: 400; checkout_invalid_reference: 400; checkout_invalid_tip: 400; checkout_product_not_available: 400; checkout_product_not_found: 400; checkout_too_many_products: 400; checkout_try_again: 409; checkout_variant_required: 400; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; node_unavailable: 503; not_found: 404; order_paid: 409; permission_required: 403; prepaid_in_another_currency: 409; quote_nothing_due: 400; quote_too_large: 400; rate_unavailable: 503; rates_differ: 503; request_in_progress: 409; sale_differs: 409; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/quotes', isKeyed: true }),
    /** Gets a quote and what has become of it */
    one: endpoint<{ output: QuoteWithStatus; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/quotes/{id}' }),
    /** Pays back a quote that was paid and not sold */
    refund: endpoint<{ body: PaymentRefundRequest; output: RefundedPayment; failures: { admin_required: 403; already_refunded: 409; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; not_found: 404; payment_already_sold: 409; payment_attached: 409; payment_dismissed: 409; payment_failed: 422; payment_refunded: 409; permission_required: 403; quote_not_paid: 409; recipient_rejected_payment: 422; refund_in_progress: 409; refund_invoice_amount_mismatch: 409; refund_invoice_expiry: 400; refund_invoice_missing_amount: 409; request_in_progress: 409; till_revoked: 403; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/quotes/{id}/refund', isKeyed: true }),
    /** Charges a card that is held to the phone */
    charge: endpoint<{ body: CardChargeRequest; output: CardCharge; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; card_invalid: 422; card_limit: 422; card_refused: 422; charge_in_progress: 409; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; quote_not_open: 409; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/quotes/{id}/charge', isKeyed: true }),
  },
  payCodes: {
    /** Lists the pay codes */
    list: endpoint<{ output: PayCode[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/pay-codes', isList: true }),
    /** Creates a pay code */
    create: endpoint<{ body: OpenPayCode | FixedPayCode | TablePayCode; output: { /** Id of the record, a UUID */ id: string; message: "Pay code added successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; table_not_found: 404; too_many_pay_codes: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/pay-codes', isKeyed: true }),
    /** Changes a pay code, which stays valid as it was printed */
    update: endpoint<{ body: OpenPayCode | FixedPayCode | TablePayCode; output: { /** Id of the record, a UUID */ id: string; message: "Pay code updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; table_not_found: 404; unauthenticated: 401 } }>()({ method: 'PUT', path: '/pay-codes/{id}' }),
    /** Deletes a pay code: it asks for nothing any more */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/pay-codes/{id}' }),
    /** Gets the QR code of a pay code, to be printed and put up */
    qr: endpoint<{ query: { /** `svg` unless it says `png` */ format?: "svg" | "png" | undefined }; output: Blob; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/pay-codes/{id}/qr' }),
  },
  setup: {
    /** Reports how far the setup is */
    state: endpoint<{ output: SetupState; failures: { caller_busy: 429 } }>()({ method: 'GET', path: '/initial-setup' }),
    /** Sets the business up, with its first user */
    setUp: endpoint<{ body: SetupForm; output: SetupResult | { message: "Business type updated" }; failures: { body_too_large: 413; conflict: 409; currency_not_found: 404; idempotency_key_reused: 422; invalid: 400; invalid_business_type: 400; invalid_credentials: 403; invalid_timezone: 400; malformed_idempotency_key: 400; missing_business_data: 400; missing_user_data: 400; request_in_progress: 409; setup_already_completed: 409; too_many_attempts: 429 } }>()({ method: 'POST', path: '/initial-setup', isKeyed: true }),
  },
  config: {
    /** Gets the business of the deployment */
    show: endpoint<{ output: Business | PublicBusiness; failures: { api_key_busy: 429; api_key_with_cookies: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/config' }),
    /** Changes the business of the deployment */
    change: endpoint<{ body: BusinessInput; output: { message: "Config updated successfully" }; failures: { admin_required: 403; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; invalid: 400; invalid_business_type: 400; invalid_cash_rounding: 400; invalid_timezone: 400; invalid_tip_percentages: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/config' }),
  },
  tillData: {
    /** Gets all that a till needs to sell, or what of it has changed */
    all: endpoint<{ query: { /** Answers 304 while it is the current one */ version?: string | undefined; /** The same, else what has changed since: up to 1,000 changes, otherwise everything */ since?: string | undefined }; output: TillData | TillDataChanges | undefined; failures: { invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/till-data' }),
    /** Gets the version of /till-data, the open shift, tables and, if asked, stock */
    now: endpoint<{ query: { /** Whether to add the stock */ stock?: "true" | "false" | undefined }; output: TillDataNow; failures: { invalid: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/till-data/now' }),
  },
  currencies: {
    /** Lists all currencies */
    list: endpoint<{ output: Currency[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/currencies', isList: true }),
    /** Gets the currency in which the shop counts */
    base: endpoint<{ output: BaseCurrency; failures: { api_key_busy: 429; api_key_with_cookies: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/base-currency' }),
    /** Chooses the currency in which the shop counts */
    chooseBase: endpoint<{ body: BaseCurrencyInput; output: Currency; failures: { admin_required: 403; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; currency_in_use: 409; currency_not_found: 404; invalid: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/base-currency' }),
    /** Gets the exchange rate of bitcoin, a minute old at most where sources answer */
    rate: endpoint<{ query: { /** ISO 4217; the base currency if it is left out */ currency?: string | undefined }; output: Rate; failures: { api_key_busy: 429; api_key_with_cookies: 400; currency_not_found: 404; invalid: 400; permission_required: 403; rate_unavailable: 503; rates_differ: 503; unauthenticated: 401 } }>()({ method: 'GET', path: '/rates' }),
  },
  taxes: {
    /** Lists the taxes of the shop */
    list: endpoint<{ output: Tax[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/taxes', isList: true }),
    /** Creates a tax */
    create: endpoint<{ body: TaxInput; output: { /** Id of the record, a UUID */ id: string; message: "Tax added successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; too_many_taxes: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/taxes', isKeyed: true }),
    /** Changes a tax, now or from a day on; what was sold keeps its own */
    update: endpoint<{ body: TaxPatch; output: { /** Id of the record, a UUID */ id: string; message: "Tax updated successfully" }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; rate_begun: 400; unauthenticated: 401 } }>()({ method: 'PUT', path: '/taxes/{id}' }),
    /** Deletes a tax that no product or dish names */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/taxes/{id}' }),
  },
  modifiers: {
    /** Lists the modifier groups of the shop */
    list: endpoint<{ output: ModifierGroup[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/modifiers', isList: true }),
    /** Creates a modifier group */
    create: endpoint<{ body: ModifierGroupInput; output: { /** Id of the record, a UUID */ id: string; message: "Modifier group added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/modifiers', isKeyed: true }),
    /** Changes a modifier group; what was ordered keeps its modifiers */
    update: endpoint<{ body: ModifierGroupPatch; output: { /** Id of the record, a UUID */ id: string; message: "Modifier group updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/modifiers/{id}' }),
    /** Deletes a modifier group that no product or dish names */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/modifiers/{id}' }),
  },
  payments: {
    /** Lists payments */
    list: endpoint<{ output: Payment[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments', isList: true }),
    /** Gets a payment */
    one: endpoint<{ output: Payment; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/{id}' }),
    /** Records a payment */
    create: endpoint<{ body: PaymentInput; output: { /** Id of the record, a UUID */ id: string; message: "Payment added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; currency_not_found: 400; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; payment_method_not_found: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/payments', isKeyed: true }),
    /** Changes a payment */
    update: endpoint<{ body: PaymentInput; output: { /** Id of the record, a UUID */ id: string; message: "Payment updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; currency_not_found: 404; invalid: 400; not_found: 404; payment_method_not_found: 404; payment_of_sale: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/payments/{id}' }),
    /** Deletes a payment that no ticket is linked to */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; in_use: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/payments/{id}' }),
    /** Lists payment methods */
    methods: endpoint<{ output: PaymentMethod[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/methods', isList: true }),
    /** Gets a payment method */
    method: endpoint<{ output: PaymentMethod; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/methods/{id}' }),
    /** Lists currencies */
    currencies: endpoint<{ output: Currency[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/currencies', isList: true }),
    /** Gets a currency */
    currency: endpoint<{ output: Currency; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/currencies/{id}' }),
    /** Lists the payments of a ticket */
    ofTicket: endpoint<{ output: TicketPayment[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/ticket-payments/by-ticket/{ticketId}', isList: true }),
    /** Lists the tickets of a payment */
    ofPayment: endpoint<{ output: TicketPayment[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; invalid_page: 400; not_found: 404; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/ticket-payments/by-payment/{paymentId}', isList: true }),
    /** Links a payment to a ticket */
    link: endpoint<{ body: TicketPaymentInput; output: { /** Id of the payment */ paymentId: string; /** Id of the ticket */ ticketId: string; message: "Ticket payment relationship created successfully" }; failures: { already_exists: 400; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 400; permission_required: 403; request_in_progress: 409; too_many_links: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/payments/ticket-payments', isKeyed: true }),
    /** Removes the link of a payment to a ticket */
    unlink: endpoint<{ query: { /** Id of the payment */ paymentId: string; /** Id of the ticket */ ticketId: string }; output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 400; nothing_provided: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/payments/ticket-payments' }),
    /** Removes all links of a ticket */
    unlinkTicket: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/payments/ticket-payments/by-ticket/{ticketId}' }),
  },
  unmatchedPayments: {
    /** Lists payments that were received and that no sale knows, newest first */
    list: endpoint<{ output: UnmatchedPayment[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/payments/unmatched', isList: true }),
    /** Attaches a payment to a bill, or sells something for it */
    attach: endpoint<{ body: AttachRequest; output: AttachedPayment; failures: { admin_required: 403; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; checkout_amounts_differ: 400; checkout_empty: 400; checkout_insufficient_stock: 400; checkout_invalid_discount: 400; checkout_invalid_modifiers: 400; checkout_invalid_quantity: 400; checkout_invalid_reference: 400; checkout_invalid_tip: 400; checkout_product_not_available: 400; checkout_product_not_found: 400; checkout_too_many_products: 400; checkout_try_again: 409; checkout_variant_required: 400; conflict: 409; currency_differs: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; order_paid: 409; payment_already_sold: 409; payment_attached: 409; payment_belongs_to_a_pay_code: 409; payment_belongs_to_a_quote: 409; payment_dismissed: 409; payment_not_found: 404; payment_of_another_user: 409; payment_refunded: 409; payment_too_small: 400; permission_required: 403; prepaid_exceeds_due: 409; prepaid_in_another_currency: 409; request_in_progress: 409; sale_differs: 409; till_revoked: 403; too_many_tables_of_bill: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/payments/unmatched/{hash}/attach', isKeyed: true }),
    /** Takes a payment back from a bill that is not settled */
    detach: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; payment_already_sold: 409; payment_attached: 409; payment_dismissed: 409; payment_not_attached: 409; payment_not_found: 404; payment_refunded: 409; permission_required: 403; request_in_progress: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/payments/unmatched/{hash}/detach', isKeyed: true }),
    /** Pays back a payment that nothing was sold for */
    refund: endpoint<{ body: PaymentRefundRequest; output: RefundedPayment; failures: { admin_required: 403; already_refunded: 409; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_already_sold: 409; payment_attached: 409; payment_dismissed: 409; payment_failed: 422; payment_not_found: 404; payment_refunded: 409; permission_required: 403; recipient_rejected_payment: 422; refund_in_progress: 409; refund_invoice_amount_mismatch: 409; refund_invoice_expiry: 400; refund_invoice_missing_amount: 409; request_in_progress: 409; till_revoked: 403; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/payments/unmatched/{hash}/refund', isKeyed: true }),
    /** Takes a payment off the list for good: nothing is sold for it */
    dismiss: endpoint<{ body: DismissRequest; output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; payment_already_sold: 409; payment_attached: 409; payment_dismissed: 409; payment_not_found: 404; payment_refunded: 409; permission_required: 403; request_in_progress: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/payments/unmatched/{hash}/dismiss', isKeyed: true }),
  },
  tickets: {
    /** Lists tickets */
    list: endpoint<{ output: Ticket[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/tickets', isList: true }),
    /** Gets a ticket */
    one: endpoint<{ output: Ticket; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/tickets/{id}' }),
    /** Creates a ticket */
    create: endpoint<{ body: TicketInput; output: { /** Id of the record, a UUID */ id: string; message: "Ticket added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/tickets', isKeyed: true }),
    /** Changes a ticket */
    update: endpoint<{ body: TicketInput; output: { /** Id of the record, a UUID */ id: string; message: "Ticket updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; ticket_of_sale: 409; unauthenticated: 401 } }>()({ method: 'PUT', path: '/tickets/{id}' }),
    /** Deletes a ticket and its links to payments */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/tickets/{id}' }),
  },
  tills: {
    /** Lists the tills by their series */
    list: endpoint<{ output: Till[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/tills' }),
    /** Gets the till that asks */
    own: endpoint<{ output: Till; failures: { api_key_busy: 429; api_key_with_cookies: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/tills/me' }),
    /** Registers a device as a till, with the next series */
    create: endpoint<{ body: NewTill; output: { /** Id of the record, a UUID */ id: string; /** The letters before its numbers, such as B of B-42 */ series: string; /** For the header X-Till, where it was asked for */ token?: string | undefined; message: "Till added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; till_exists: 409; too_many_tills: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/tills' }),
    /** Renames a till */
    rename: endpoint<{ body: TillChange; output: { /** Id of the record, a UUID */ id: string; message: "Till updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/tills/{id}' }),
    /** Revokes a till: nothing is sold there any more */
    revoke: endpoint<{ output: RevokedTill; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/tills/{id}' }),
    /** Gives a device that knows its series its token again */
    token: endpoint<{ body: TillTokenRequest | undefined; output: { /** Id of the record, a UUID */ id: string; /** The letters before its numbers, such as B of B-42 */ series: string; /** For the header X-Till, where it was asked for */ token?: string | undefined; message: "Till added successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/tills/{id}/token' }),
    /** Reports the sales that a till has not handed in */
    status: endpoint<{ body: TillStatus; output: { message: "Till status updated successfully" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/tills/me/status' }),
  },
  reports: {
    /** Reports what was sold */
    sales: endpoint<{ query: { /** `day`, `week`, `month` or `year` until today; days are then ignored */ period?: string | undefined; /** How far the days are ahead of UTC, in minutes; ignored where the shop has a time zone */ utcOffsetMinutes?: string | undefined; /** First day of the shop, `YYYY-MM-DD`; with endDate */ startDate?: string | undefined; /** Last day of the shop, `YYYY-MM-DD`; with startDate */ endDate?: string | undefined; /** A part of the name, in any case */ productName?: string | undefined; /** Id of the user who took the order */ userId?: string | undefined; /** Id of the user who took the money */ takenBy?: string | undefined; /** Name of a method, in any case */ paymentMethod?: string | undefined }; output: SalesReport; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid: 400; invalid_filter: 400; invalid_period: 400; malformed_day: 400; one_sided_days: 400; permission_required: 403; reversed_days: 400; sums_too_large: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/reports' }),
    /** Exports sales, taxes, payments, refunds or Z reports as CSV */
    export: endpoint<{ query: { /** `day`, `week`, `month` or `year` until today; days are then ignored */ period?: string | undefined; /** How far the days are ahead of UTC, in minutes; ignored where the shop has a time zone */ utcOffsetMinutes?: string | undefined; /** First day of the shop, `YYYY-MM-DD`; with endDate */ startDate?: string | undefined; /** Last day of the shop, `YYYY-MM-DD`; with startDate */ endDate?: string | undefined; /** `sales` (default), `taxes`, `payments`, `refunds` or `z-reports` */ type?: "sales" | "taxes" | "payments" | "refunds" | "z-reports" | undefined }; output: string; failures: { api_key_busy: 429; api_key_with_cookies: 400; export_too_large: 413; invalid: 400; invalid_filter: 400; invalid_period: 400; malformed_day: 400; one_sided_days: 400; permission_required: 403; reversed_days: 400; sums_too_large: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/reports/export' }),
  },
  audit: {
    /** Lists who changed what in the last 400 days */
    list: endpoint<{ query: { /** First day of the shop, `YYYY-MM-DD` */ startDate?: string | undefined; /** Last day of the shop, `YYYY-MM-DD` */ endDate?: string | undefined; /** Who did it */ userId?: string | undefined; /** What the entries are about */ kind?: AuditKind | undefined }; output: AuditEntry[]; failures: { admin_required: 403; invalid: 400; invalid_page: 400; malformed_day: 400; permission_required: 403; response_too_large: 413; reversed_days: 400; unauthenticated: 401 } }>()({ method: 'GET', path: '/audit', isList: true }),
  },
  notifications: {
    /** Lists the alerts that are open */
    alerts: endpoint<{ output: Alert[]; failures: { admin_required: 403; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/alerts', isList: true }),
    /** Lists the alerts of the last 30 days, newest first */
    list: endpoint<{ query: { /** How many at most, 50 by default, such as 50 */ limit?: string | undefined; /** How many newer ones to leave out, such as 50 */ offset?: string | undefined; /** Whether to leave out those that were read */ unreadOnly?: "true" | "false" | undefined; /** Those of a category, such as wallet */ category?: string | undefined }; output: AdminNotification[]; failures: { admin_required: 403; invalid: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/admin/notifications' }),
    /** Marks all alerts as read, for the caller alone */
    readAll: endpoint<{ output: { /** How many were not read */ updated: number }; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/admin/notifications/read-all', isKeyed: true }),
    /** Deletes all alerts from the caller's list */
    removeAll: endpoint<{ output: { /** How many it had */ deleted: number }; failures: { admin_required: 403; body_too_large: 413; conflict: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/admin/notifications' }),
    /** Marks an alert as read, for the caller alone */
    read: endpoint<{ output: { /** Id of the alert */ id: string; read: true }; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; malformed_notification_id: 400; notification_not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/admin/notifications/{id}/read', isKeyed: true }),
    /** Deletes an alert from the caller's list */
    remove: endpoint<{ output: { /** Id of the alert */ id: string; deleted: true }; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; malformed_notification_id: 400; notification_not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/admin/notifications/{id}' }),
    /** Lists the categories of alerts that the caller chose */
    preferences: endpoint<{ output: NotificationPreference[]; failures: { admin_required: 403; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/admin/notification-preferences' }),
    /** Chooses whether the caller gets the alerts of a category */
    setPreference: endpoint<{ body: NotificationPreferenceInput; output: NotificationPreference; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; notification_category_required: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/admin/notification-preferences' }),
  },
  uploads: {
    /** Uploads pictures; those that no record names within a day are deleted */
    upload: endpoint<{ body: { /** PNG, JPEG, GIF or WebP */ files: File[] }; output: Uploaded; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; caller_busy: 429; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; nothing_provided: 400; permission_required: 403; request_in_progress: 409; too_many_files: 413; too_many_pixels: 400; unauthenticated: 401; uploads_used_up: 413 } }>()({ method: 'POST', path: '/uploads', isKeyed: true, isForm: true }),
    /** Gets an uploaded picture */
    show: endpoint<{ output: Blob; failures: { blank_parameter: 404; not_found: 404 } }>()({ method: 'GET', path: '/uploads/{date}/{file}' }),
  },
  templates: {
    /** Lists ticket templates */
    list: endpoint<{ output: Template[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/templates', isList: true }),
    /** Lists the templates that are part of the product */
    builtIn: endpoint<{ output: Template[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/templates/built-in' }),
    /** Draws what would be printed */
    preview: endpoint<{ body: PreviewRequest; output: Blob; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; caller_busy: 429; conflict: 409; drawing_failed: 503; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; too_many_comments: 400; too_many_items: 400; too_many_lines: 400; too_much_text: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/templates/preview', isKeyed: true }),
    /** Gets a ticket template */
    one: endpoint<{ output: Template; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/templates/{id}' }),
    /** Creates a ticket template */
    create: endpoint<{ body: TemplateInput; output: { /** Id of the record, a UUID */ id: string }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/templates', isKeyed: true }),
    /** Replaces a ticket template */
    update: endpoint<{ body: TemplateInput; output: undefined; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 409; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/templates/{id}' }),
    /** Deletes a ticket template */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/templates/{id}' }),
  },
  wallet: {
    /** Opens a wallet session with the role's password */
    open: endpoint<{ body: WalletPassword; output: WalletOpened; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; invalid_credentials: 401; permission_required: 403; too_many_attempts: 429; unauthenticated: 401 } }>()({ method: 'POST', path: '/wallet/auth' }),
    /** Changes the role's password, with which the wallet opens */
    changePassword: endpoint<{ body: WalletPasswordChange; output: { message: "Password updated successfully" }; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; invalid_credentials: 401; permission_required: 403; too_many_attempts: 429; unauthenticated: 401; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/password' }),
    /** Ends the wallet session */
    close: endpoint<{ output: WalletClosed; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/wallet/logout', isKeyed: true }),
    /** Gets the node and its channels */
    info: endpoint<{ output: NodeInfo; failures: { admin_required: 403; node_unavailable: 503; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/getinfo' }),
    /** Says whether the node can receive payments, as it was a minute ago at most */
    health: endpoint<{ output: NodeHealth; failures: { api_key_busy: 429; api_key_with_cookies: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'GET', path: '/wallet/health' }),
    /** Gets the node's balance */
    balance: endpoint<{ output: Balance; failures: { admin_required: 403; node_unavailable: 503; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/getbalance' }),
    /** Gets the secret that signs the node's notifications */
    webhookSecret: endpoint<{ output: WebhookSecret; failures: { admin_required: 403; permission_required: 403; unauthenticated: 401; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/webhook-secret' }),
    /** Creates a Lightning invoice */
    createInvoice: endpoint<{ body: InvoiceInput; output: CreatedInvoice; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; node_unavailable: 503; permission_required: 403; request_in_progress: 409; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/wallet/createinvoice', isKeyed: true }),
    /** Creates a Lightning invoice */
    invoice: endpoint<{ body: InvoiceInput; output: CreatedInvoice; failures: { body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; node_unavailable: 503; permission_required: 403; request_in_progress: 409; unauthenticated: 401; unknown: 502 } }>()({ method: 'POST', path: '/wallet/invoice', isKeyed: true }),
    /** Reads amount and description of an invoice */
    decodeInvoice: endpoint<{ body: EncodedInvoice; output: DecodedInvoice; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401; undecodable_invoice: 400; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/decodeinvoice', isKeyed: true }),
    /** Pays a Lightning invoice */
    payInvoice: endpoint<{ body: InvoicePaymentInput; output: PaymentResult; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/payinvoice', isKeyed: true }),
    /** Pays a Lightning offer */
    payOffer: endpoint<{ body: OfferPaymentInput; output: PaymentResult; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/payoffer', isKeyed: true }),
    /** Pays to an on-chain address */
    payOnchain: endpoint<{ body: OnchainPaymentInput; output: PaidOnchain; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/payonchain', isKeyed: true }),
    /** Raises the fee rate of unconfirmed transactions */
    bumpFee: endpoint<{ body: FeerateInput; output: BumpedFee; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/bumpfee', isKeyed: true }),
    /** Closes a channel to an on-chain address */
    closeChannel: endpoint<{ body: ChannelClosingInput; output: ClosedChannel; failures: { admin_required: 403; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; insufficient_funds: 402; invalid: 400; invalid_address: 400; invalid_invoice: 400; invalid_request: 400; invoice_already_paid: 409; invoice_expired: 410; malformed_idempotency_key: 400; node_unavailable: 503; payment_failed: 422; permission_required: 403; recipient_rejected_payment: 422; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/closechannel', isKeyed: true }),
    /** Lists received payments */
    incoming: endpoint<{ query: { /** Unix ms */ from?: number | undefined; /** Unix ms */ to?: number | undefined; /** Rows; 20 if it is left out */ limit?: number | undefined; /** Rows to pass over */ offset?: number | undefined; /** Also what was not paid, unpaged */ all?: "true" | "false" | undefined; /** The till's own reference, from the invoice */ externalId?: string | undefined }; output: ListedIncoming[]; failures: { admin_required: 403; invalid: 400; node_unavailable: 503; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/payments/incoming' }),
    /** Gets a received payment */
    incomingOne: endpoint<{ output: IncomingPayment; failures: { admin_required: 403; blank_parameter: 400; node_unavailable: 503; not_found: 404; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/payments/incoming/{paymentHash}' }),
    /** Lists sent payments */
    outgoing: endpoint<{ query: { /** Unix ms */ from?: number | undefined; /** Unix ms */ to?: number | undefined; /** Rows; 20 if it is left out */ limit?: number | undefined; /** Rows to pass over */ offset?: number | undefined; /** Also what was not paid, unpaged */ all?: "true" | "false" | undefined }; output: ListedOutgoing[]; failures: { admin_required: 403; invalid: 400; node_unavailable: 503; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/payments/outgoing' }),
    /** Gets a sent payment */
    outgoingOne: endpoint<{ output: DescribedOutgoing; failures: { admin_required: 403; blank_parameter: 400; node_unavailable: 503; not_found: 404; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/payments/outgoing/{paymentId}' }),
    /** Gets a sent payment by its payment hash */
    outgoingByHash: endpoint<{ output: DescribedOutgoing; failures: { admin_required: 403; blank_parameter: 400; node_unavailable: 503; not_found: 404; permission_required: 403; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'GET', path: '/wallet/payments/outgoingbyhash/{paymentHash}' }),
    /** Exports payments as comma-separated values */
    export: endpoint<{ body: Period | undefined; output: string; failures: { admin_required: 403; body_too_large: 413; conflict: 409; export_too_large: 413; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; node_unavailable: 503; permission_required: 403; request_in_progress: 409; unauthenticated: 401; unknown: 502; wallet_required: 403; wallet_session_expired: 401 } }>()({ method: 'POST', path: '/wallet/export', isKeyed: true }),
  },
  printers: {
    /** Lists printers that agents have reported lately */
    available: endpoint<{ output: string[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/printers/available', isList: true }),
    /** Lists what the printer of each configuration does */
    statuses: endpoint<{ output: PrinterStatus[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/printers/status', isList: true }),
    /** Sets the default printer of a type */
    set: endpoint<{ body: PrinterSelection; output: string; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/set', isKeyed: true }),
    /** Prints a ticket, or an order from its records */
    print: endpoint<{ body: PrintRequest; output: string; failures: { api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; caller_busy: 429; checkout_invalid_discount: 400; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; printer_not_available: 503; printer_not_configured: 503; printing_failed: 503; refund_not_found: 404; request_in_progress: 409; template_not_found: 503; till_revoked: 403; too_many_comments: 400; too_many_items: 400; too_many_lines: 400; too_much_text: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/print', isKeyed: true }),
    /** Prints an order's dishes where they are made */
    fire: endpoint<{ body: FireRequest; output: Fired; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; caller_busy: 429; conflict: 409; drawing_failed: 503; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; nothing_to_send: 400; permission_required: 403; printing_failed: 503; request_in_progress: 409; template_not_found: 503; too_many_lines: 400; too_much_text: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/orders/{id}/fire', isKeyed: true }),
    /** Prints the last Z report of a shift, or the open one as X report */
    zReport: endpoint<{ body: ZReportPrintRequest | undefined; output: { /** X of an open shift */ message: "Z report sent to the printer" | "X report sent to the printer" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; caller_busy: 429; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; no_z_report: 404; not_found: 404; permission_required: 403; printer_not_available: 503; printer_not_configured: 503; printing_failed: 503; request_in_progress: 409; sums_too_large: 400; template_not_found: 503; till_revoked: 403; too_many_lines: 400; too_much_text: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/shifts/{id}/z-report/print', isKeyed: true }),
    /** Prints a pay code, to be put up */
    payCode: endpoint<{ body: PayCodePrintRequest | undefined; output: { message: "Pay code sent to the printer" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; caller_busy: 429; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; printer_not_available: 503; printer_not_configured: 503; printing_failed: 503; request_in_progress: 409; template_not_found: 503; till_revoked: 403; too_many_lines: 400; too_much_text: 400; unauthenticated: 401 } }>()({ method: 'POST', path: '/pay-codes/{id}/print', isKeyed: true }),
    /** Lists print jobs of the last 24 hours, newest first */
    jobs: endpoint<{ output: PrintJob[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/printers/jobs', isList: true }),
    /** Prints a job again, marked as a copy */
    reprint: endpoint<{ output: { /** Id of the record, a UUID */ id: string }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; caller_busy: 429; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; printer_not_available: 503; printing_failed: 503; request_in_progress: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/jobs/{id}/reprint', isKeyed: true }),
    /** Cancels a print job that waits */
    cancelJob: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; cannot_cancel: 409; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/printers/jobs/{id}' }),
    /** Asks a configuration's printer to open the cash drawer */
    drawer: endpoint<{ output: { message: "Drawer asked to open" }; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; caller_busy: 429; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; printer_not_available: 503; printing_failed: 503; request_in_progress: 409; till_revoked: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/{id}/drawer', isKeyed: true }),
    /** Lists printer configurations */
    list: endpoint<{ output: Printer[]; failures: { api_key_busy: 429; api_key_with_cookies: 400; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/printers/configs', isList: true }),
    /** Creates a printer configuration */
    create: endpoint<{ body: PrinterInput; output: { /** Id of the record, a UUID */ id: string }; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; invalid: 400; malformed_idempotency_key: 400; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/configs', isKeyed: true }),
    /** Changes a printer configuration */
    update: endpoint<{ body: PrinterPatch; output: undefined; failures: { already_exists: 409; api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; invalid: 400; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'PUT', path: '/printers/configs/{id}' }),
    /** Deletes a printer configuration */
    remove: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/printers/configs/{id}' }),
    /** Makes a configuration the default of its type */
    makeDefault: endpoint<{ output: undefined; failures: { api_key_busy: 429; api_key_with_cookies: 400; blank_parameter: 400; body_too_large: 413; conflict: 409; idempotency_key_reused: 422; malformed_idempotency_key: 400; not_found: 404; permission_required: 403; request_in_progress: 409; unauthenticated: 401 } }>()({ method: 'POST', path: '/printers/configs/{id}/default', isKeyed: true }),
  },
  agents: {
    /** Lists on-site agents with their printers and what waits for them */
    list: endpoint<{ output: Agent[]; failures: { admin_required: 403; invalid_page: 400; permission_required: 403; response_too_large: 413; unauthenticated: 401 } }>()({ method: 'GET', path: '/agents', isList: true }),
    /** Creates an agent and its enrolment token */
    enrol: endpoint<{ body: AgentInput; output: AgentEnrolment; failures: { admin_required: 403; body_too_large: 413; conflict: 409; invalid: 400; permission_required: 403; unauthenticated: 401 } }>()({ method: 'POST', path: '/agents' }),
    /** Revokes an agent and its queue */
    revoke: endpoint<{ output: undefined; failures: { admin_required: 403; blank_parameter: 400; body_too_large: 413; conflict: 409; not_found: 404; permission_required: 403; unauthenticated: 401 } }>()({ method: 'DELETE', path: '/agents/{id}' }),
  },
} as const

/** A payment as the node reported it. */
export type ReceivedPayment = PaymentFrame & { readonly type: 'payment_received' }

/** What changed in the shop. */
export type ShopEvent = EventFrame

/** The delivery that is sent */
export type AcceptedDelivery = { /** The `webhook-id` that it is sent with */ id: string }

/** An alert, as an administrator reads it */
export type AdminNotification = { /** Id of the alert */ id: string; /** What it can be chosen by, such as wallet */ category: string; type: AlertKind; /** In English */ title: string; /** What is wrong and what to do, in English */ body: string; /** Id of the user who did it */ actorUserId?: string | undefined; /** The name of that user then */ actorUserName?: string | undefined; /** The name of the role then */ actorRole?: string | undefined; /** `open` or `cleared`; of a payment that was not sent: `failed`, `unknown` */ status?: string | undefined; /** When it happened */ occurredAt: string; /** When it was raised */ createdAt: string; /** When the caller read it */ readAt?: string | undefined; /** Ids, names and figures, as JSON */ metadataJson?: string | undefined }

/** An on-site agent */
export type Agent = { /** Id of the record, a UUID */ id: string; /** Name for administrators, such as counter */ name: string; /** Whether its enrolment token was exchanged */ enrolled: boolean; /** Version of the program */ version: string | null; /** The deployment's version, to which an agent is best updated */ currentVersion: string; /** Unix ms of the last heartbeat */ lastSeenMs: number | null; /** The printers that the agent has found */ printers: AgentPrinter[]; /** Whether it was enrolled with a node, so that it may open the tunnel */ servesNode: boolean; /** Whether the tunnel to the node is open now */ tunnelConnected: boolean; /** Whether the node refuses the agent's password, as it last reported */ nodeRefusesPassword: boolean; /** Jobs in its queue and its hands, approximately; null if unknown */ queueDepth: number | null; /** The oldest job that is not printed yet */ oldestJob: WaitingJob | null }

/** A new agent; no other response has its token */
export type AgentEnrolment = { /** Id of the record, a UUID */ id: string; /** Shown once; for its first start */ enrolmentToken: string }

export type AgentInput = { /** Name that an administrator gives it */ name: string }

/** A printer of an on-site agent */
export type AgentPrinter = { /** Name on its computer, such as oven */ name: string; kind: PrinterKind; /** Unix ms of the last receipt */ lastPrintedMs: number | null; /** Unix ms; null while it works */ failingSinceMs: number | null; /** Why it fails */ problem: string | null; /** Jobs that wait for it, or that it prints now */ waiting: number; /** Whether another agent has a printer of this name, too */ ambiguous: boolean }

/** Something that the owner of the shop must know */
export type Alert = { /** Id of the alert */ id: string; kind: AlertKind; /** What administrators choose by, such as devices */ category: string; /** In English */ title: string; /** What is wrong and what to do, in English */ body: string; /** What it is about: ids, names and figures */ details: Record<string, unknown>; /** When it was raised */ raisedAt: string; /** When it was over */ clearedAt?: string | undefined }

/** It is over; for administrators */
export type AlertCleared = { type: "alert.cleared"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** What it was about, such as stock_low */ kind: string }

/** What an alert is about; docs/alerts.md */
export type AlertKind = "agent_offline" | "node_unreachable" | "printer_failing" | "jobs_waiting" | "inbound_low" | "node_peer_lost" | "node_limited_password" | "node_webhook_silent" | "stock_low" | "payout_not_settled" | "payment_unmatched" | "rate_unavailable" | "webhook_failing" | "till_copied" | "till_token_again" | "pin_guessing" | "wallet.payment.sent" | "wallet.payment.failed" | "wallet.payment.received" | "wallet.channel.closed" | "wallet.fee.bumped"

/** Something is wrong; for administrators */
export type AlertRaised = { type: "alert.raised"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** What it is about, such as stock_low */ kind: string; /** In English */ title: string }

/** Lets a program use the API without a login */
export type ApiKey = { /** Id of the key */ id: string; /** What uses it, such as Web shop */ name: string; /** The part of its secret that may be shown */ prefix: string; /** Names of what it may do */ permissions: string[]; /** When it was created */ createdAt: string; /** When it was last used, to the minute */ lastUsedAt?: string | undefined; /** When it ends */ expiresAt?: string | undefined }

export type ApiKeyInput = { /** What uses it, such as Web shop */ name: string; /** Names of what it may do */ permissions: string[]; /** When it ends; it does not if this is left out */ expiresAt?: string | null | undefined }

/** A request that a colleague approves */
export type ApprovalRequest = { /** Id of the colleague who approves */ userId: string; /** That colleague's */ pin: string; /** What the colleague holds */ permission: "orders_discount" | "orders_refund" | "orders_delete" | "orders_settle"; /** Of the request that is approved */ method: "POST" | "PUT" | "DELETE"; /** Of that request, such as /store/orders/checkout */ path: string; /** SHA-256 of the bytes of that request's body, of none where it has none */ bodySha256: string }

/** What a payment was for */
export type AttachRequest = { /** Id of the order whose bill is paid */ orderId?: string | null | undefined; /** What the payment is worth in the shop's currency; only where no rate was kept with it */ cents?: number | null | undefined; /** Instead of a bill: what is sold for the payment */ sale?: UnpaidSale | null | undefined }

/** What became of a payment */
export type AttachedPayment = { /** Id of the bill, or of the sale */ orderId: string; /** Id of the numbered ticket; absent while the bill keeps it */ ticketId?: string | undefined; /** One for each tender of the sale */ paymentIds?: string[] | undefined; /** The payments that the bill keeps, where it is not settled */ prepaid?: PrepaidPayment[] | undefined; /** What is left of that bill, in cents */ dueCents?: number | undefined }

/** Who changed what, and when */
export type AuditEntry = { /** Id of the record, a UUID */ id: string; kind: AuditKind; /** ISO 8601 in UTC */ at: string; /** Who did it, a user or an API key; null is the operator, or a request without a login */ userId: string | null; /** Name of that user or key */ userName: string | null; /** The user that the request named, where that is not who did it */ statedUserId: string | null; /** The name of that user */ statedUserName: string | null; /** The colleague whose approval it needed; null where it needed none */ approvedBy: string | null; /** Name of that colleague */ approvedByName: string | null; /** The record that it was done to */ subjectId: string | null; /** Its name then */ subjectName: string | null; /** The till where it was done, if any */ tillId?: string | undefined; /** The name of that till then */ tillName?: string | undefined; /** The values that changed; null where there were none */ before: Record<string, unknown> | null; /** The values that changed; null where there were none */ after: Record<string, unknown> | null }

/** `discount` a sale or a bill with one, at another price than a product has, or for another sum than its lines; `refund` money or goods given back; `cancellation` a dish cancelled, taken back from that or deleted, an order deleted, a ticket cancelled or deleted; `price` of a product, a dish on the menu or a dish in an order; dishes ordered at another price than on the menu; `stock` of a new product, corrected by hand, or deleted with its product; `role` created, changed or deleted; `user` created, deleted, renamed, given another role or logged out everywhere; `pin` changed; `z-report` made by the close of a shift; `approval` of one request, given by a colleague with a PIN; `config` settings of the shop, those that changed; `printer` a printer configuration created, changed or deleted; `template` of tickets, created, changed or deleted; `till` registered, renamed, revoked or ended; given its token again, its numbers confirmed, its cash counted; `drawer` opened by a print that no sale or refund asked for; `print` a ticket that a client wrote itself, a further original of a bill that has changed, a first receipt later than an hour after its sale, the page of a receipt withdrawn or shown again; `bundle` other components; `catalog` another name, text, picture, code, category, threshold, option or group of a product, a variant or a dish, or whether it is sold; a category, supplier or ingredient created, changed or deleted; `tax` created, changed, deleted, or another one of a product or dish; `modifier` a modifier group created, changed or deleted; `pay-code` created, changed or deleted; `api-key` created or revoked; `webhook` created, changed or deleted; disabled because its receiver failed; `order` another total, status, user or table of an order by hand, a table that is freed, deleted or given another order while it had an open one, dishes that moved to another order, an order dated to another time than its own, a dish that is pending again, a sale in the name of another user, another buyer of a sale; `ticket` created without a sale, or changed; `payment` changed, deleted, linked or unlinked; by Lightning also attached, detached, dismissed or sold by hand, a sale of it that was refused, or one without a rate to check it by; `shift` begun with its float, the last count and the cash since; changed or deleted; `cash` put into the drawer or taken out; `wallet` money sent, a fee raised or a channel closed; entered before the node is asked; `agent` enrolled or revoked; `export` of the books or of the wallet; `restore` of the table to an earlier moment: a record mended, or one that a person must look at; `import` begun, or a part of it sent; the records that it changes have their own */
export type AuditKind = "discount" | "refund" | "cancellation" | "price" | "stock" | "role" | "user" | "pin" | "z-report" | "approval" | "config" | "printer" | "template" | "till" | "drawer" | "print" | "bundle" | "catalog" | "tax" | "modifier" | "pay-code" | "api-key" | "webhook" | "order" | "ticket" | "payment" | "shift" | "cash" | "wallet" | "agent" | "export" | "restore" | "import"

/** The node's balance */
export type Balance = { /** In satoshis */ balanceSat: number; /** In satoshis */ feeCreditSat: number }

/** The currency in which the shop counts */
export type BaseCurrency = { /** Id of the record, a UUID */ id: string; /** ISO 4217 or BTC, such as USD */ acronym: string; /** Name in English, such as US Dollar */ name: string; /** Sign before or after an amount, such as $ */ symbol: string; /** In English; null if no one country issues it */ countryName: string | null; /** ISO 3166-1 alpha-2 */ countryCode: string | null; /** Digits after the point that amounts show; 2 also where ISO 4217 has 3 */ fractionDigits: 0 | 2; /** The same as `id` */ currencyId: string }

export type BaseCurrencyInput = { /** ISO 4217 or BTC, such as USD */ acronym: string }

/** The discount of a bill until it is settled */
export type BillDiscount = { /** Of what the dishes come to at any time, such as 50; null for a sum */ percent: number | null; /** The sum in cents; null for a percent */ amountCents: number | null; /** Why it was given, such as a long wait */ reason: string | null }

/** A bill that is to be quoted */
export type BillQuoteRequest = { kind: "order"; /** Id of the order whose bill it is */ orderId: string; /** Discount on the whole sale, in cents; a fraction is rounded half down */ discountAmount?: number | null | undefined; /** Part of the amount, in major units */ tipAmount?: number | null | undefined; /** What other tenders pay, in cents */ paidCents?: number | null | undefined }

/** The bill of a quote, once it is paid */
export type BillQuoteSale = { /** Id of the quote, in place of goods and sums */ quoteId: string; /** A UUID that the till made for this sale: sent again it is the same sale, whose response is returned again; it becomes the id of an order of the store */ saleId?: string | null | undefined; /** Id of the user who sells; the caller if it is left out */ userId?: string | null | undefined; /** What other tenders pay */ tenders?: TenderInput[] | null | undefined; /** Who it is for, by name: printed and kept with the sale */ buyer?: BuyerInput | null | undefined }

/** One of several payments of a bill */
export type BillTenderInput = { /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** In cents of the sale's currency, whatever was handed over */ amountCents: number; /** What was handed over; the base currency if it is left out */ currencyId?: string | null | undefined; /** Number of the card transaction, from its terminal */ transactionId?: string | null | undefined; /** Cash that the customer handed over */ givenCents?: number | null | undefined; /** Satoshis that are to be paid */ satoshiAmount?: number | null | undefined; /** Price of a bitcoin; kept as sent */ exchangeRateAtPayment?: number | null | undefined; /** Makes the sale one per payment */ paymentHash?: string | null | undefined; /** Acronym of its currency */ exchangeRateCurrency?: string | null | undefined; /** What the satoshis are worth in `exchangeRateCurrency`; kept as sent */ fiatAmountAtPayment?: number | null | undefined; /** A quote of the bill, in place of its payment's hash */ quoteId?: string | null | undefined }

export type BumpedFee = { /** Id of the on-chain transaction, 64 characters in hex */ txId: string; /** In satoshis per byte, such as 12 */ newFeerateSatByte: number; /** In satoshis; 0 when the node does not tell */ additionalFeesSat: number; /** That it is not confirmed yet, for people */ message: string }

/** A product in a bundle */
export type BundleComponent = { /** Id of a product that is not a bundle */ componentId: string; /** Id of its variant; left out, its only active one */ variantId?: string | undefined; /** Units in one bundle */ quantity: number }

/** A product in a bundle */
export type BundleComponentInput = { /** Id of a product that is not a bundle */ componentId: string; /** Id of its variant; left out, its only active one */ variantId?: string | null | undefined; /** Units in one bundle */ quantity: number }

/** The business of the deployment */
export type Business = { id: 1; businessType: BusinessType; /** Name of the shop, such as Corner Shop */ businessName: string; /** Postal address, as receipts print it */ businessAddress: string | null; /** Telephone number, as receipts print it */ businessPhone: string | null; /** E-mail address, as receipts print it */ businessEmail: string | null; /** Tax number, as receipts print it */ businessTaxId: string | null; /** Address of the logo, like the `url` of an upload */ businessLogoUrl: string | null; /** Whether setup asked for the type */ businessTypeConfirmed: boolean; /** Whether prices include tax; if not, tills add it */ pricesIncludeTax: boolean; /** An IANA name; null is UTC */ timezone: string | null; /** When days of reports begin, such as 04:00 */ dayStartsAt: string; /** For clients to show; tips are taken either way */ tipsEnabled: boolean; /** For clients to offer, comma-separated */ tipPercentages: string | null; /** Step of the prices that clients offer to enter */ priceStep: number; /** What the shop does */ businessProfession: string | null; /** Of every word that the system itself prints */ receiptLanguage: "en" | "es"; /** Whether times on paper bear their time zone */ paperZone: boolean; /** Lines below the shop on receipts and bills; null for none */ receiptHeader: string | null; /** Lines at the end of receipts and bills; null for the built-in words */ receiptFooter: string | null; /** Whether a sale with a paymentHash needs that payment confirmed */ verifyCheckout: boolean; /** Whether a sale must charge what its lines come to */ verifyAmounts: boolean; /** Whether changes of printer configurations need printer_update */ restrictPrinters: boolean; /** Whether tills key in amounts without a product; if not, orders_discount may */ openAmounts: boolean; /** Satoshis a day that refunds whose rate nobody kept pay out without an administrator */ payoutLimitSat: number; /** Used for its currency instead of price sources; null for none */ manualRate: ManualRate | null; /** Satoshis: the owner is warned when the node can receive less than that */ lowInboundSat: number; /** Whether receipts bear a QR code of a page that shows them */ receiptPage: boolean; /** Cash may be paid to the nearest multiple: 0 for off, 5, 10, 20, 50 or 100, and 200 to 10,000 where the base currency has no cents */ cashRoundingCents: number; /** Of its time zone; null is UTC's */ clock: Clock | null }

/** Fields that are left out keep their values. Administrators alone change verifyCheckout, verifyAmounts, restrictPrinters, openAmounts, payoutLimitSat, manualRate, lowInboundSat, receiptPage and cashRoundingCents */
export type BusinessInput = { businessType?: BusinessType | undefined; /** Name of the shop, such as Corner Shop */ businessName: string; /** Postal address, as receipts print it */ businessAddress?: string | null | undefined; /** Telephone number, as receipts print it */ businessPhone?: string | null | undefined; /** E-mail address, as receipts print it */ businessEmail?: string | null | undefined; /** Tax number, as receipts print it */ businessTaxId?: string | null | undefined; /** Address of the logo, like the `url` of an upload */ businessLogoUrl?: string | null | undefined; /** Whether setup asked for the type */ businessTypeConfirmed?: boolean | undefined; /** Whether prices include tax; if not, tills add it */ pricesIncludeTax?: boolean | undefined; /** An IANA name; null is UTC */ timezone?: string | null | undefined; /** When days of reports begin, from 00:00 to 12:00, such as 04:00 */ dayStartsAt?: string | undefined; /** Whether tills ask for a tip */ tipsEnabled?: boolean | undefined; /** Comma-separated; each above 0 and at most 100, and all different */ tipPercentages?: string | null | undefined; /** A decimal above 0 */ priceStep?: number | undefined; /** What the shop does */ businessProfession?: string | null | undefined; /** Of every word that the system itself prints */ receiptLanguage?: "en" | "es" | undefined; /** Whether times on paper bear their time zone */ paperZone?: boolean | undefined; /** At most 500 characters; null for none */ receiptHeader?: string | null | undefined; /** At most 500 characters; null for the built-in words */ receiptFooter?: string | null | undefined; /** Whether a sale with a paymentHash needs that payment confirmed */ verifyCheckout?: boolean | undefined; /** Whether a sale must charge what its lines come to */ verifyAmounts?: boolean | undefined; /** Whether changes of printer configurations need printer_update */ restrictPrinters?: boolean | undefined; /** Whether tills key in amounts without a product; if not, orders_discount may */ openAmounts?: boolean | undefined; /** Satoshis a day that refunds whose rate nobody kept pay out without an administrator */ payoutLimitSat?: number | undefined; /** Used for its currency instead of price sources; null for none */ manualRate?: ManualRate | null | undefined; /** Satoshis: the owner is warned when the node can receive less than that */ lowInboundSat?: number | undefined; /** Whether receipts bear a QR code of a page that shows them */ receiptPage?: boolean | undefined; /** Cash may be paid to the nearest multiple: 0 for off, 5, 10, 20, 50 or 100, and 200 to 10,000 where the base currency has no cents */ cashRoundingCents?: number | undefined }

/** The half of the service that the business uses */
export type BusinessType = "restaurant" | "store"

/** Who a sale is for */
export type Buyer = { /** Of a person or a business, such as Acme SL */ name: string; /** Its tax number */ taxId?: string | undefined; /** Its address */ address?: string | undefined; /** Its e-mail address */ email?: string | undefined }

/** Who a sale is for; null takes the buyer off the sale */
export type BuyerChange = BuyerInput | null

/** Who a sale is for; 200 characters a text */
export type BuyerInput = { /** Of a person or a business, such as Acme SL */ name: string; /** Its tax number */ taxId?: string | null | undefined; /** Its address, which may have several lines */ address?: string | null | undefined; /** Its e-mail address */ email?: string | null | undefined }

/** A card's payment, which may be on its way */
export type CardCharge = { status: "pending" }

/** A card that was held to the phone */
export type CardChargeRequest = { /** What the card says, such as lnurlw://boltcard.example/scan?p=1&c=2 */ lnurl: string }

/** A cart that is to be quoted */
export type CartQuoteRequest = { kind: "store"; /** A line for each product, or amount keyed in */ items: QuoteItem[]; /** Discount on the whole sale, in cents; a fraction is rounded half down */ discountAmount?: number | null | undefined; /** Part of the amount, in major units */ tipAmount?: number | null | undefined; /** What other tenders pay, in cents */ paidCents?: number | null | undefined }

/** The cart of a quote, once it is paid */
export type CartQuoteSale = { /** Id of the quote, in place of goods and sums */ quoteId: string; /** A UUID that the till made for this sale: sent again it is the same sale, whose response is returned again; it becomes the id of an order of the store */ saleId?: string | null | undefined; /** Id of the user who sells; the caller if it is left out */ userId?: string | null | undefined; /** What other tenders pay */ tenders?: TenderInput[] | null | undefined; /** Who it is for, by name: printed and kept with the sale */ buyer?: BuyerInput | null | undefined; /** Free text on the ticket */ ticketNotes?: string | null | undefined }

/** Cash put into the drawer or taken out */
export type CashMovement = { /** Id of the record, a UUID */ id: string; /** Into the drawer, or out of it */ type: "in" | "out"; /** In major units, at most two decimals, such as 2.5 */ amount: number; /** Why it was moved, such as Bread */ reason: string; /** Who moved it */ userId: string; /** ISO 8601 in UTC */ createdAt: string }

export type CashMovementInput = { /** Into the drawer, or out of it */ type: "in" | "out"; /** In major units, such as 2.5 */ amount: number; /** Why it was moved, such as Bread */ reason: string }

/** What tills know has another version */
export type CatalogueChanged = { type: "catalogue.changed"; /** The same as `version` */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Of /till-data. Where it is the one that a client has, the shift has begun or ended */ version: string }

/** A category of products, dishes or ingredients */
export type Category = { /** Id of the record, a UUID */ id: string; /** Unique among those of its type, such as Tea */ name: string }

export type CategoryInput = { /** What it groups */ type: "dish" | "ingredient" | "product"; /** Unique among those of its type, such as Tea */ name: string }

export type ChangedWebhook = { /** Id of the webhook */ id: string; /** `whsec_` and a key in base64, with which deliveries are signed; it is shown this once */ secret?: string | undefined; message: "Webhook updated successfully" }

/** A Lightning channel of the node */
export type Channel = { /** The node's own name of the channel's state */ state: string; /** Id of the channel in hex */ channelId: string | null; /** Satoshis that the shop can send over it */ balanceSat: number | null; /** Satoshis that the shop can receive over it */ inboundLiquiditySat: number | null; /** Satoshis of both sides */ capacitySat: number | null; /** Id of the transaction that opened it */ fundingTxId: string | null; /** The same as inboundLiquiditySat: satoshis that the shop can receive over it */ inboundSat: number | null }

export type ChannelClosingInput = { /** Id of the channel in hex */ channelId: string; /** Bitcoin address, such as bc1q… */ address: string; /** In satoshis per byte, such as 12 */ feerateSatByte: number }

/** A cart and its Lightning payment or tenders */
export type CheckoutIfPaidRequest = CheckoutRequest

/** Units of a product in a cart, or an amount keyed in */
export type CheckoutItem = { /** Id of the product; left out where there is a name */ productId?: string | null | undefined; /** Instead of a product: what the amount that is keyed in is for; ignored beside one */ name?: string | null | undefined; /** An amount's tax; null is the default tax, if there is one; ignored beside a product */ taxId?: string | null | undefined; /** Id of its variant; needed where several are active */ variantId?: string | null | undefined; /** What each unit has of its modifier groups; by default their defaults */ modifiers?: ModifierChoice[] | null | undefined; /** Units, from 1 */ quantity: number; /** Of one unit with its modifiers, in cents */ priceAtOrder: number; /** Discount on this line, in cents */ discountCents?: number | null | undefined }

/** A cart and its payment or tenders */
export type CheckoutRequest = { /** Id of the user who sells */ userId: string; /** A line for each product at a price, or amount keyed in */ items: CheckoutItem[]; /** In major units */ amount: number; /** Discount on the whole sale, in cents; a fraction is rounded half down */ discountAmount?: number | null | undefined; /** Part of the amount, in major units */ tipAmount?: number | null | undefined; /** Free text on the ticket */ ticketNotes?: string | null | undefined; /** Who it is for, by name: printed and kept with the sale */ buyer?: BuyerInput | null | undefined; /** A UUID that the till made for this sale: sent again it is the same sale, whose response is returned again; it becomes the id of an order of the store */ saleId?: string | null | undefined; /** Required without tenders */ paymentMethodId?: string | null | undefined; /** Required without tenders */ currencyId?: string | null | undefined; /** Number of the card transaction, from its terminal */ transactionId?: string | null | undefined; /** Satoshis that are to be paid */ satoshiAmount?: number | null | undefined; /** Price of a bitcoin; kept as sent */ exchangeRateAtPayment?: number | null | undefined; /** Makes the sale one per payment */ paymentHash?: string | null | undefined; /** Acronym of its currency */ exchangeRateCurrency?: string | null | undefined; /** What the satoshis are worth in `exchangeRateCurrency`; kept as sent */ fiatAmountAtPayment?: number | null | undefined; /** Instead of the fields of one payment */ tenders?: TenderInput[] | null | undefined }

/** A finished sale */
export type CheckoutResult = { status: "completed"; /** Id of the order */ orderId: string; /** Id of the ticket */ ticketId: string; /** Of several, that by Lightning, else the first */ paymentId: string; /** With tenders: one of each */ paymentIds?: string[] | undefined; /** With tenders: what goes back in cash */ changeCents?: number | undefined }

/** What the shop's clocks show, whatever a client knows of its time zone */
export type Clock = { /** Release of IANA's time zone database, such as 2026f */ rules: string; /** Oldest first, from two years ago to two years ahead */ changes: { /** Clocks have the offset from then on */ at: string; /** Minutes ahead of UTC; behind is below 0 */ offsetMinutes: number }[] }

export type ClosedChannel = { /** Id of the on-chain transaction, 64 characters in hex */ txId: string; /** That it is not confirmed yet, for people */ message: string }

/** What was counted when a shift ended */
export type ClosingAmounts = { /** Counted cash in major units, such as 345.5 */ finalAmount?: number | null | undefined; /** finalAmount less what was expected, in major units */ difference?: number | null | undefined }

/** An order with its dishes */
export type CompleteOrder = { order: RestaurantBill; /** Its lines, one for each unit of a dish */ dishes: OrderDish[]; /** Ids of dishes whose kitchen ticket was not printed */ failed: string[] }

/** The caller's own PIN, if clients ask for it */
export type Confirmation = { /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined } | null

/** How a sale was really paid */
export type Correction = { /** The payments as they were; those in Bitcoin stay, and may be left out */ tenders: TenderInput[]; /** Why they were booked otherwise, such as Wrong button */ reason: string }

export type CreatedApiKey = { /** Id of the key */ id: string; /** The part of its secret that may be shown */ prefix: string; /** `lpk_<prefix>_<secret>`; it is shown this once */ secret: string; message: "API key added successfully" }

/** A new invoice */
export type CreatedInvoice = { /** In satoshis; null: the payer chooses */ amountSat: number | null; /** Payment hash in hex, 64 characters */ paymentHash: string; /** BOLT11 invoice, as a QR code shows it */ serialized: string; /** Why nobody can pay it at the moment; absent while all is well */ warning?: InvoiceWarning | undefined }

export type CreatedWebhook = { /** Id of the webhook */ id: string; /** `whsec_` and a key in base64, with which deliveries are signed; it is shown this once */ secret: string; message: "Webhook added successfully" }

export type Credentials = { /** Name of the user, such as ana */ name: string; /** At least 4 characters, such as 4321 */ pin: string }

/** A currency */
export type Currency = { /** Id of the record, a UUID */ id: string; /** ISO 4217 or BTC, such as USD */ acronym: string; /** Name in English, such as US Dollar */ name: string; /** Sign before or after an amount, such as $ */ symbol: string; /** In English; null if no one country issues it */ countryName: string | null; /** ISO 3166-1 alpha-2 */ countryCode: string | null; /** Digits after the point that amounts show; 2 also where ISO 4217 has 3 */ fractionDigits: 0 | 2 }

/** The total sales of a day */
export type DaySales = { /** YYYY-MM-DD */ date: string; /** In major units, as text */ total_sales: string }

/** What an invoice says */
export type DecodedInvoice = { /** In satoshis; null when the payer chooses */ amountSat: number | null; /** The invoice's own text; null without one */ description: string | null }

/** A sent payment */
export type DescribedOutgoing = { /** The node's own kind of payment, such as outgoing_payment */ type: string; /** The node's own subtype; null if it has none */ subType: string | null; /** The node's id; null for on-chain payments */ paymentId: string | null; /** In hex; null for on-chain payments */ paymentHash: string | null; /** In hex; null until it is paid */ preimage: string | null; /** Id of the on-chain transaction in hex */ txId: string | null; /** BOLT11 invoice; null for other payments */ invoice: string | null; /** Whether the payment is complete */ isPaid: boolean; /** In satoshis */ sent: number; /** In millisatoshis */ fees: number | null; /** Unix ms */ completedAt: number | null; /** Unix ms */ createdAt: number; /** The invoice's own text; null without one */ description: string | null }

/** A discount on a bill; without percent and amountCents it ends */
export type DiscountRequest = { /** Above 0 to 100, at most three decimals: of what the dishes come to at any time */ percent?: number | null | undefined; /** Instead of a percent, a sum in cents */ amountCents?: number | null | undefined; /** Why it is given, such as a long wait */ reason?: string | null | undefined }

/** A dish of the menu */
export type Dish = { /** Id of the record, a UUID */ id: string; /** Name as tills show it, such as Soup */ name: string; /** In major units, at most two decimals, such as 2.5 */ price: number; /** Id of a category */ categoryId: string; /** Null is the default tax */ taxId: string | null; /** Whether it can be ordered now */ isAvailable: boolean; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds: string[]; /** In which it is sent to the kitchen */ course: string | null }

export type DishInput = { /** Name as tills show it, such as Soup */ name: string; /** In major units, such as 2.5 */ price: number; /** Id of a category */ categoryId: string; /** Null is the default tax, if there is one */ taxId?: string | null | undefined; /** Whether it can be ordered now; true for a new dish */ isAvailable?: boolean | undefined; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds?: string[] | undefined; /** At most 40 characters, such as Starters; null for none */ course?: string | null | undefined }

/** Why a payment is taken off the list */
export type DismissRequest = { /** Why nothing is sold for it, such as a test of the node */ reason: string }

/** The cash in the drawer while no shift is open */
export type Drawer = { /** The amount counted at the last close, such as 78.75; null where none was */ counted: number | null; /** What came in by cash since the last Z less what went out, such as 12.5; it counts in the next Z, so initialAmount is what the drawer holds less this. Without shifts_report_read null from the deletion of an open shift to the next Z */ cashSince: number | null }

/** How an element is printed */
export type ElementStyle = { /** Whether letters are bold */ bold: boolean; /** Its position on the line */ justification: "LEFT" | "CENTER" | "RIGHT"; /** LARGE letters are twice as wide, EXTRA_LARGE three times */ fontSize: "NORMAL" | "LARGE" | "EXTRA_LARGE"; /** How many times as wide and as high as normal letters are; wins over fontSize */ size?: number | undefined }

/** How an element is printed */
export type ElementStyleInput = { /** Whether letters are bold */ bold?: boolean | undefined; /** Its position on the line */ justification?: "LEFT" | "CENTER" | "RIGHT" | undefined; /** LARGE letters are twice as wide, EXTRA_LARGE three times */ fontSize?: "NORMAL" | "LARGE" | "EXTRA_LARGE" | undefined; /** How many times as wide and as high as normal letters are; wins over fontSize */ size?: number | undefined }

export type EncodedInvoice = { /** Text of a scanned code */ invoice: string }

export type ErasedUser = { /** Id of the record, a UUID */ id: string; /** The pseudonym that replaces the name from now on */ name: string; /** When the user was erased */ erasedAt: string }

export type EventFrame = OrderChanged | LineChanged | TableChanged | ProductChanged | CatalogueChanged | StockChanged | PrinterChanged | AlertRaised | AlertCleared

/** Wrong PINs of this name since its last login, from anywhere */
export type FailedSince = { /** How many */ count: number; /** When the latest was; null for none */ lastAt: string | null }

/** In satoshis per byte, such as 12 */
export type FeerateInput = number

/** Which lines of the order to print */
export type FireRequest = { /** Every pending line that the kitchen has to make, if left out */ dishIds?: string[] | undefined; /** Of the pending lines those of this course alone */ course?: string | undefined; /** Sends lines that no printer takes, too: the kitchen has a screen */ onScreen?: boolean | undefined }

/** What was sent to the kitchen */
export type Fired = { /** Ids of the lines that are printed */ sent: string[]; /** Names of the printers */ printers: string[] }

/** A code that is paid an amount of the shop */
export type FixedPayCode = { kind: "fixed"; /** Unique; `name@host` is its Lightning address */ name: string; /** What is paid, in cents */ amountCents: number; /** Whether it can be paid */ isEnabled?: boolean | undefined }

/** A colleague's approval of one request */
export type GivenApproval = { /** For the header Approval of that request, once */ approval: string; /** ISO 8601 in UTC */ expiresAt: string }

/** A part of an import run */
export type ImportPart = { /** Number of the part, 1 to 1000 */ part: number; /** Whether its rows are still imported; `failed` where not all of them were */ status: "running" | "done" | "failed"; /** Why the rest of a part that has failed is not imported, in English */ failure?: string | undefined; /** Rows that it has */ rows: number; /** Rows that are behind it */ rowsDone: number; /** Records that were added, or would be */ added: number; /** Records that were changed, or would be */ changed: number; /** How many rows were refused */ refusedCount: number }

/** An import in parts, and what became of it */
export type ImportRun = { /** Id of the record, a UUID */ id: string; /** What the rows are */ kind: "products" | "dishes" | "suppliers" | "users"; /** Whether nothing changes */ dryRun: boolean; /** ISO 8601 in UTC */ createdAt: string; /** `waiting` for a part, `running` while a part is imported, `failed` where one has */ status: "waiting" | "running" | "done" | "failed"; /** Records that were added, or would be */ added: number; /** Records that were changed, or would be */ changed: number; /** The first 100 refused rows of each part, 1000 at most */ refused: RefusedRow[]; /** How many rows were refused */ refusedCount: number; /** What the rows of a dry run would do: the first of each part, 500 at most */ planned: PlannedRow[]; /** Parts that have arrived, by number */ parts: ImportPart[] }

export type ImportRunInput = { /** What the rows are */ kind: "products" | "dishes" | "suppliers" | "users"; /** Whether rows are only checked, and nothing changes */ dryRun?: boolean | undefined; /** What stands before the fraction of numbers; without it 1.250 is refused, which reads in two ways */ decimal?: "," | "." | undefined; /** Whether rows may raise people's rights */ confirmRights?: boolean | undefined }

/** A payment as the receiving node knows it */
export type IncomingPayment = { /** The node's own kind of payment, incoming_payment */ type: string; /** The node's own subtype; null if it has none */ subType: string | null; /** Payment hash in hex, 64 characters */ paymentHash: string; /** In hex; null until it is paid */ preimage: string | null; /** The till's own reference, from the invoice */ externalId: string | null; /** The invoice's own text; null without one */ description: string | null; /** BOLT11 invoice, as a QR code shows it */ invoice: string | null; /** Whether the payment is complete */ isPaid: boolean; /** Whether it can no longer be paid */ isExpired: boolean; /** Satoshis of the invoice; null for any */ requestedSat: number | null; /** In satoshis */ receivedSat: number; /** In millisatoshis */ fees: number | null; /** Note of the payer; null without one */ payerNote: string | null; /** The payer's public key in hex; null if unknown */ payerKey: string | null; /** Unix ms */ expiresAt: number | null; /** Unix ms */ completedAt: number | null; /** Unix ms */ createdAt: number }

/** Whether it was paid, can no longer be paid, or is awaited */
export type IncomingStatus = "RECEIVED" | "EXPIRED" | "PENDING"

/** An ingredient in the kitchen's stock */
export type Ingredient = { /** Id of the record, a UUID */ id: string; /** Name as the kitchen knows it, such as Flour */ name: string; /** Id of a category */ categoryId: string; /** In units */ quantity: number; /** What its quantities count, such as kg */ unit: string; /** In units */ lowStockThreshold: number; /** In major units */ costPerUnit: number }

export type IngredientInput = { /** Name as the kitchen knows it, such as Flour */ name: string; /** Id of a category */ categoryId: string; /** In units */ quantity: number; /** What its quantities count, such as kg */ unit: string; /** In units */ lowStockThreshold: number; /** In major units */ costPerUnit: number }

export type InvoiceInput = { /** Cut to 128 characters, such as Green tea */ description: string; /** In satoshis; without it the payer chooses */ amountSat?: number | null | undefined; /** The till's own reference for the payment */ externalId?: string | null | undefined; /** In seconds, at most ten years; an hour if it is left out */ expirySeconds?: number | null | undefined; /** Price of a bitcoin; kept as sent */ exchangeRate?: number | null | undefined; /** Acronym of its currency */ exchangeRateCurrency?: string | null | undefined; /** What the satoshis are worth in `exchangeRateCurrency`; kept as sent */ fiatAmount?: number | null | undefined }

export type InvoicePaymentInput = { /** BOLT11 invoice, as a QR code shows it */ invoice: string; /** In satoshis; the invoice's own if it is left out */ amountSat?: number | null | undefined; /** Price of a bitcoin; kept as sent */ exchangeRate?: number | null | undefined; /** Acronym of its currency */ exchangeRateCurrency?: string | null | undefined }

/** Why nobody can pay an invoice at the moment: the node has lost its peer */
export type InvoiceWarning = "node_peer_lost"

/** A unit of a dish that the kitchen was sent */
export type KitchenLine = { /** Id of the record, a UUID */ id: string; /** Id of the dish */ dishId: string; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Wishes for the kitchen; null without any */ notes: string | null; /** Progress in the kitchen, such as done */ status: "pending" | "sent" | "in_progress" | "done" | "cancelled"; /** In which it is sent to the kitchen */ course: string | null; /** The dish's name when it was ordered */ name: string; /** Null for a deleted dish */ categoryId: string | null; /** Null for lines sent before release 0.3 */ firedAt: string | null }

/** What the kitchen was sent of an order */
export type KitchenOrder = { /** Id of the table; null for an order without one */ tableId: string | null; /** ISO 8601 in UTC */ createdAt: string; /** Id of the record, a UUID */ id: string; /** Blank for an order without a table */ tableName: string; /** The space of the table */ roomName: string; /** Who took the order */ userName: string; /** What was sent, cancelled ones too */ lines: KitchenLine[] }

/** How far the kitchen is with some lines */
export type KitchenProgress = { /** Ids of the order's lines */ dishIds: string[]; /** `done` bumps them, the others recall */ status: "sent" | "in_progress" | "done" }

/** Fields that are left out keep their values */
export type LineChange = { /** In major units, such as 2.5 */ priceAtOrder?: number | undefined; /** All modifiers of the unit; left out, it keeps them */ modifiers?: ModifierChoice[] | null | undefined; /** Wishes for the kitchen, such as no salt */ notes?: string | null | undefined; /** Progress in the kitchen, such as done */ status?: "pending" | "sent" | "in_progress" | "done" | "cancelled" | undefined; /** Whether the kitchen has to make it */ shouldPrepare?: boolean | undefined; /** Instead of the course of its dish */ course?: string | null | undefined; /** Why it is cancelled, such as burnt; the audit trail keeps it */ reason?: string | undefined }

/** A unit of a dish was sent to the kitchen, changed there, or is gone */
export type LineChanged = { type: "line.changed"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Id of its order */ orderId: string; /** Id of the table; null for an order without one */ tableId: string | null; /** Blank for an order without a table */ tableName: string; /** The space of the table */ roomName: string; /** Who took the order */ userName: string; /** Id of the dish */ dishId: string; /** The dish's name when it was ordered */ name: string; /** Null for a deleted dish */ categoryId: string | null; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Wishes for the kitchen; null without any */ notes: string | null; /** Progress in the kitchen, such as done */ status: "pending" | "sent" | "in_progress" | "done" | "cancelled"; /** Null for lines sent before release 0.3 */ firedAt: string | null; /** It is gone; no field but `id` counts */ deleted?: true | undefined }

/** A received or expected payment, and what it was worth */
export type ListedIncoming = { /** The node's own kind of payment, incoming_payment */ type: string; /** The node's own subtype; null if it has none */ subType: string | null; /** Payment hash in hex, 64 characters */ paymentHash: string; /** In hex; null until it is paid */ preimage: string | null; /** The till's own reference, from the invoice */ externalId: string | null; /** The invoice's own text; null without one */ description: string | null; /** BOLT11 invoice, as a QR code shows it */ invoice: string | null; /** Whether the payment is complete */ isPaid: boolean; /** Whether it can no longer be paid */ isExpired: boolean; /** Satoshis of the invoice; null for any */ requestedSat: number | null; /** In satoshis */ receivedSat: number; /** In millisatoshis */ fees: number | null; /** Note of the payer; null without one */ payerNote: string | null; /** The payer's public key in hex; null if unknown */ payerKey: string | null; /** Unix ms */ expiresAt: number | null; /** Unix ms */ completedAt: number | null; /** Unix ms */ createdAt: number; /** What was asked for, or else received; in satoshis */ amountSat: number; status: IncomingStatus; /** As the till sent it */ exchangeRateAtPayment: number | null; /** Its currency; null without a rate */ exchangeRateCurrency: string | null; /** As the till sent it */ fiatAmountAtPayment: number | null; /** Its sale was refunded, whole */ refunded?: true | undefined }

/** A sent payment, and what it was worth */
export type ListedOutgoing = { /** The node's own kind of payment, such as outgoing_payment */ type: string; /** The node's own subtype; null if it has none */ subType: string | null; /** The node's id; null for on-chain payments */ paymentId: string | null; /** In hex; null for on-chain payments */ paymentHash: string | null; /** In hex; null until it is paid */ preimage: string | null; /** Id of the on-chain transaction in hex */ txId: string | null; /** BOLT11 invoice; null for other payments */ invoice: string | null; /** Whether the payment is complete */ isPaid: boolean; /** In satoshis */ sent: number; /** In millisatoshis */ fees: number | null; /** Unix ms */ completedAt: number | null; /** Unix ms */ createdAt: number; /** The invoice's own text; null without one */ description: string | null; /** As the till sent it */ exchangeRateAtPayment: number | null; /** Its currency; null without a rate */ exchangeRateCurrency: string | null; /** As the till sent it */ fiatAmountAtPayment: number | null; /** Its sale was refunded, whole */ refunded?: true | undefined }

/** A role with a mask in place of its password */
export type ListedRole = { /** Id of the record, a UUID */ id: string; /** Unique name, such as Waiter */ role: string; /** Whether the role may do everything */ isAdmin: boolean; password: "********" }

export type LoggedIn = { message: "Login successful"; user: UserInfo; /** What the role permits */ perms: Permission[]; failedSince: FailedSince }

/** An exchange rate that the shop gives by hand */
export type ManualRate = { /** ISO 4217, such as EUR */ currency: string; /** Units of the currency for one bitcoin */ rate: number }

export type Me = { user: UserInfo; /** What the role permits */ perms: Permission[] }

/** What is paid together */
export type MergeRequest = { /** Id of the open order whose dishes move here */ orderId: string }

/** What was paid by a method of payment */
export type MethodTotal = { /** Name of the method, such as Cash */ name: string; /** What was paid by it, with tips, without change */ total: number; /** The tips in total, in proportion to the tenders */ tips: number; /** What went back by it */ refunds: number; /** total - refunds */ net: number }

/** A modifier that a customer chose */
export type ModifierChoice = { /** Id of a modifier group of the product or dish */ groupId: string; /** Id of one of its options */ optionId: string; /** How many of it each unit has, 1 to 20 */ quantity?: number | null | undefined }

/** What customers choose of for a unit */
export type ModifierGroup = { /** Id of the record, a UUID */ id: string; /** Name as tills show it, such as Milk */ name: string; /** How many options a unit has at least, 0 to 20 */ min: number; /** How many options a unit has at most, 0 to 20 */ max: number; /** In the order in which tills show them */ options: ModifierOption[] }

/** A new modifier group */
export type ModifierGroupInput = { /** Name as tills show it, such as Milk */ name: string; /** How many options a unit has at least, 0 to 20 */ min: number; /** How many options a unit has at most, 0 to 20 */ max: number; /** All of them; the defaults alone satisfy min and max */ options: ModifierOptionInput[] }

/** Fields that are left out keep their values */
export type ModifierGroupPatch = { /** Name as tills show it, such as Milk */ name?: string | undefined; /** How many options a unit has at least, 0 to 20 */ min?: number | undefined; /** How many options a unit has at most, 0 to 20 */ max?: number | undefined; /** All of them; the defaults alone satisfy min and max */ options?: ModifierOptionInput[] | undefined }

/** One choice in a modifier group */
export type ModifierOption = { /** Id of the record, a UUID */ id: string; /** Name as tickets show it, such as Oat milk */ name: string; /** In cents, on top of a unit's price; may be negative */ priceCents: number; /** Whether a unit has it when the till sends no modifiers */ isDefault: boolean; /** Whether it is sold now */ isAvailable: boolean; /** Id of the product of which each takes units from stock; left out for none */ productId?: string | undefined; /** Units of that product; with productId */ quantity?: number | undefined }

/** A choice, new or changed */
export type ModifierOptionInput = { /** Id of the option of this group that is changed; a new one has none */ id?: string | undefined; /** Name as tickets show it, such as Oat milk */ name: string; /** In cents, on top of a unit's price; may be negative */ priceCents?: number | undefined; /** Whether a unit has it when the till sends no modifiers */ isDefault?: boolean | undefined; /** Whether it is sold now */ isAvailable?: boolean | undefined; /** Id of the product of which each takes units from stock; no dish can name its group */ productId?: string | null | undefined; /** Units of that product */ quantity?: number | undefined }

/** Where an order moves */
export type MoveRequest = { /** Id of the table where the guests sit now */ tableId: string }

/** A user by name and role */
export type NamedUser = { /** Id of the record, a UUID */ id: string; /** Name to log in with, such as ana */ name: string; /** Its name, such as Administrator; null for none */ role: string | null }

/** A dish to add to an order */
export type NewLine = { /** Id of the dish */ dishId: string; /** In major units, such as 2.5 */ priceAtOrder: number; /** What each unit has of its modifier groups; by default their defaults */ modifiers?: ModifierChoice[] | null | undefined; /** Wishes for the kitchen, such as no salt */ notes?: string | null | undefined; /** Instead of the course of its dish */ course?: string | null | undefined }

/** A quote that was just made */
export type NewQuote = { /** Id of the quote */ quoteId: string; /** What is sold costs, with its tip; in cents */ totalCents: number; /** What the invoice pays of it, in cents */ dueCents: number; /** The invoice's amount, rounded up; in satoshis */ amountSat: number; /** Units of the currency for one bitcoin */ rate: number; /** ISO 4217, such as EUR */ currency: string; /** Who said the rate, such as kraken */ rateSource: string; /** When they said it */ asOf: string; /** BOLT11 invoice, for a QR code */ invoice: string; /** The invoice's payment hash, 64 characters in hex */ paymentHash: string; /** When the invoice can no longer be paid */ expiresAt: string; /** Why nobody can pay it at the moment; absent while all is well */ warning?: InvoiceWarning | undefined }

export type NewTill = { /** The client's, such as 0199f2a4-5c1e-4d3a-9b8f-38a007151abe: the same within ten minutes is the same till again */ id?: string | undefined; /** 1 to 200 characters, such as Bar */ name: string; /** Whether the answer has the token, too */ token?: boolean | undefined }

/** Whether the node can receive payments */
export type NodeHealth = { /** Satoshis that all channels can receive; null while nobody knows */ inboundSat: number | null; /** The setting of the shop: below it, that is low */ lowInboundSat: number; /** When the node answered last; null if it never did, such as 2026-11-24T09:30:00Z */ asOf: string | null; /** When it was first missed; null while it answers, such as 2026-11-24T09:30:00Z */ awaySince: string | null; /** Since when it has no line to its peer, so that nobody can pay; null while it has one, such as 2026-11-24T09:30:00Z */ peerLostSince: string | null; /** Satoshis of small payments that will pay for a channel, and cannot be spent; null while nobody knows */ feeCreditSat: number | null; /** About what the first channel costs, in satoshis, taken from the payment that opens it; null for a node that has one */ channelCostSat: number | null; /** What the owner must know */ warnings: NodeWarning[] }

/** The node and its channels */
export type NodeInfo = { /** The node's public key in hex */ nodeId: string; /** Its Lightning channels */ channels: Channel[]; /** Network of the node, such as mainnet or testnet */ chain: string; /** Height of the last block it has seen */ blockHeight: number | null; /** Version of the program */ version: string }

/** What the owner must know about the node */
export type NodeWarning = "inbound_low" | "node_unreachable" | "node_peer_lost" | "node_limited_password" | "node_webhook_silent" | "no_channel" | "fee_credit"

/** Whether an administrator gets the alerts of a category */
export type NotificationPreference = { /** Id of the administrator */ adminUserId: string; /** Such as wallet */ category: string; /** Whether lists show the category */ inAppEnabled: boolean; /** Kept as sent; push is not offered */ pushEnabled: boolean; /** ISO 8601 in UTC */ createdAt: string; /** ISO 8601 in UTC */ updatedAt: string }

export type NotificationPreferenceInput = { /** Such as wallet */ category: string; /** Whether lists show the category */ inAppEnabled?: boolean | null | undefined; /** Kept as sent; push is not offered */ pushEnabled?: boolean | null | undefined }

/** Numbers from one to another, such as 7 to 9 */
export type NumberRange = { /** The first */ from: number; /** The last */ to: number }

export type OfferPaymentInput = { /** BOLT12 offer, such as lno1… */ offer: string; /** In satoshis */ amountSat?: number | null | undefined; /** Note to the recipient */ message?: string | null | undefined }

export type OnchainPaymentInput = { /** In satoshis */ amountSat: number; /** Bitcoin address, such as bc1q… */ address: string; /** In satoshis per byte, such as 12 */ feerateSatByte: number }

/** A code that is paid what the payer chooses */
export type OpenPayCode = { kind: "open"; /** Unique; `name@host` is its Lightning address */ name: string; /** The least that a payer may choose */ minSat?: number | null | undefined; /** The most that a payer may choose */ maxSat?: number | null | undefined; /** Whether it can be paid */ isEnabled?: boolean | undefined }

/** An option with its values */
export type OptionInput = { /** Such as Size */ name: string; /** Place among the others, lowest first */ displayOrder?: number | null | undefined; /** Each text once */ values: ({ /** Such as M */ value: string; /** Place among the others, lowest first */ displayOrder?: number | null | undefined })[] }

/** An order is new, other or gone */
export type OrderChanged = { type: "order.changed"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Where it was sold */ kind: "store" | "restaurant"; /** Id of the table; null for an order without one */ tableId: string | null; /** `closed` is finished, but not paid */ status: "open" | "closed" | "paid"; /** In major units, at most two decimals, such as 2.5 */ total: number; /** Of a settled order; not in lists by user, table or status */ number?: number | undefined; /** What GET /orders/with-payments has of it besides; frames of releases up to 0.3.1 lack it */ listed?: { /** As that list has it, which may be another one */ status: string; /** ISO 8601 in UTC */ createdAt: string; /** When it was paid, by which days count; null for an order without a sale */ soldAt: string | null; /** Name of the user at that time */ userName: string; /** Names, joined by commas; blank for none */ paymentMethod: string; /** The payments of the sale, change excluded */ tenders: { /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** Name of the method when it was paid */ paymentMethod: string; /** In cents */ amountCents: number }[]; /** How many refunds it has */ refundCount: number } | undefined; /** It is gone; no field but `id` counts */ deleted?: true | undefined }

/** One unit of a dish in an order */
export type OrderDish = { /** Id of the record, a UUID */ id: string; /** Id of the order */ orderId: string; /** Id of the dish */ dishId: string; /** In major units, at most two decimals, such as 2.5 */ priceAtOrder: number; /** Name that the dish had when it was ordered; of a settled order */ dishName?: string | undefined; /** What was paid for it, tax included, in cents; of a settled order */ paidCents?: number | undefined; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Wishes for the kitchen; null without any */ notes: string | null; /** Progress in the kitchen, such as done */ status: "pending" | "sent" | "in_progress" | "done" | "cancelled"; /** Whether the kitchen has to make it */ shouldPrepare: boolean; /** In which it is sent to the kitchen */ course: string | null }

export type OrderInput = { /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId?: string | null | undefined; /** Any of the three; new orders are open */ status: "open" | "closed" | "paid"; /** In major units, such as 2.5 */ total: number; /** ISO 8601 or Unix ms; now if it is left out */ createdAt?: string | number | null | undefined }

/** Which part of a settled order to give back */
export type OrderRefundRequest = { /** A BOLT11 invoice to pay out to; without it, or blank, the till gives the money back */ invoice?: string | null | undefined; /** Which payment the invoice gives back; by default the one with most left */ paymentHash?: string | null | undefined; /** For administrators: the invoice may also name what goes beyond its amount, an overpayment or the fee of an invoice without one */ excess?: boolean | null | undefined; /** How the till gives it back; by default as most of it was paid */ paymentMethodId?: string | null | undefined; /** A sum instead of items, in cents */ amountCents?: number | null | undefined; /** Why the money is given back, such as cold soup */ reason?: string | null | undefined; /** All that is left by default */ items?: { /** Id of a dish of the order */ orderDishId: string }[] | null | undefined }

/** Fields that are left out keep their values */
export type OrderUpdate = { /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId?: string | null | undefined; /** `open`, `closed` or `paid` */ status: string; /** In major units, such as 2.5 */ total: number }

/** An order and its first dishes */
export type OrderWithDishes = { /** The order without its lines */ order: { /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId?: string | null | undefined; /** Any of the three; new orders are open */ status: "open" | "closed" | "paid"; /** In major units, such as 2.5 */ total?: number | null | undefined; /** ISO 8601 or Unix ms; now if it is left out */ createdAt?: string | number | null | undefined }; /** Its first lines, 200 at most */ dishes?: NewLine[] | null | undefined }

/** An order of restaurant or store with what was paid for it */
export type OrderWithPayments = { /** Id of the record, a UUID */ id: string; /** Id of the user who took the order */ userId: string; /** Name of the user at that time */ userName: string; /** Id of the table; null for an order without one */ tableId: string | null; /** `open`, `closed`, `paid`, or `refunded` for a sale of the store */ status: string; /** In major units, at most two decimals, such as 2.5 */ total: number; /** ISO 8601 in UTC */ createdAt: string; /** Names, joined by commas; blank for none */ paymentMethod: string; /** Ids of the methods it was paid with */ paymentMethodIds: string[]; /** The payments of the sale, change excluded */ tenders: { /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** Name of the method when it was paid */ paymentMethod: string; /** In cents */ amountCents: number }[]; /** In satoshis; null unless Lightning */ satoshiAmount: number | null; /** Satoshis that the customer sent; absent where nobody said it */ sentSat?: number | undefined; /** Satoshis that the node received, less its fee; absent where nobody said it */ receivedSat?: number | undefined; /** Satoshis that the node kept for a channel; absent for none */ nodeFeeSat?: number | undefined; /** As the till sent it */ exchangeRateAtPayment: number | null; /** Its currency; null without a rate */ exchangeRateCurrency: string | null; /** As the till sent it */ fiatAmountAtPayment: number | null; /** Payment hash in hex, 64 characters */ paymentHash: string | null; /** Of the card payment, as sent */ transactionId: string | null; /** The ticket's number */ number: number | null; /** When it was paid, by which days count; null for an order without a sale */ soldAt: string | null; /** Id of the user who took the money; null for an order without a sale */ takenBy: string | null; /** Its ticket was deleted; it stays revenue */ voided?: true | undefined; /** All discounts together, in cents */ discountAmount: number; /** In major units, at most two decimals, such as 2.5 */ tipAmount: number; /** What cash paid beyond the total, or less, in cents: it was rounded */ roundingCents: number; /** The last one; null for none */ refund: RefundOfSale | null; /** Oldest first */ refunds: RefundOfSale[]; /** None for orders of the restaurant */ items: ({ /** Id of the variant */ variantId?: string | undefined; /** Name that the product had when it was sold */ productName: string; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Units */ quantity: number; /** In cents */ priceAtOrder: number })[] }

/** An order of either kind with its taxes and refunds */
export type OrderWithTaxes = { /** Id of the record, a UUID */ id: string; /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId: string | null; /** `closed` is finished, but not paid */ status: "open" | "closed" | "paid"; /** In major units, at most two decimals, such as 2.5 */ total: number; /** ISO 8601 in UTC */ createdAt: string; /** The ticket's number */ number: number | null; /** When it was paid, by which days count; null for an order without a sale */ soldAt: string | null; /** Id of the user who took the money; null for an order without a sale */ takenBy: string | null; /** Its ticket was deleted; it stays revenue */ voided?: true | undefined; /** All discounts together, in cents; of an open bill what its own is now */ discountAmount: number; /** In major units, at most two decimals, such as 2.5 */ tipAmount: number; /** What cash paid beyond the total, or less, in cents: it was rounded */ roundingCents: number; /** The last one; null for none */ refund: RefundOfOrder | null; /** Oldest first */ refunds: RefundOfOrder[]; /** Lightning payments that are attached to the bill */ prepaid?: PrepaidPayment[] | undefined; discount?: BillDiscount | undefined; /** By name and rate; empty if nothing was taxed */ taxes: TaxOfSale[]; buyer?: Buyer | undefined }

/** A payment to an on-chain address */
export type PaidOnchain = { /** Id of the on-chain transaction, 64 characters in hex */ txId: string; /** In satoshis */ amountSat: number; /** In satoshis; 0 when the node does not tell */ feesSat: number; /** That it is not confirmed yet, for people */ message: string }

/** A payment that was received and has no sale yet */
export type PaidPayment = { status: "paid" }

/** A static code that can be paid */
export type PayCode = { /** Id of the pay code; whoever knows it can ask for its invoices */ id: string; /** Such as tips */ name: string; /** Who says what is paid */ kind: "open" | "fixed" | "table"; /** Id of the table of a `table` code */ tableId?: string | undefined; /** Of a `fixed` code, in cents */ amountCents?: number | undefined; /** Of an `open` code, in satoshis */ minSat?: number | null | undefined; /** Of an `open` code, in satoshis */ maxSat?: number | null | undefined; /** Whether it can be paid */ isEnabled: boolean }

/** Where to print a pay code */
export type PayCodePrintRequest = { printerType?: PrinterType | undefined; /** One configuration, whatever its type */ printerId?: string | null | undefined; /** Instead of the built-in `Pay code` */ templateName?: string | null | undefined }

/** A payment */
export type Payment = { /** Id of the payment, a UUID */ id: string; /** Id of a payment method, as GET /payments/methods lists them */ methodId: string; /** Id of a currency, as GET /currencies lists them */ currencyId: string; /** Of the card payment; may be blank */ transactionId: string; /** In major units, at most two decimals, such as 2.5 */ amount: number }

export type PaymentFrame = { /** What happened, such as `payment_received` */ type: string; /** Unix ms */ timestamp?: number | undefined; /** In satoshis */ amountSat?: number | undefined; /** Payment hash in hex, 64 characters */ paymentHash?: string | undefined; /** The till's own reference, from the invoice */ externalId?: string | undefined; /** Note of the payer; null without one */ payerNote?: string | undefined; /** The payer's public key in hex; null if unknown */ payerKey?: string | undefined }

/** An update keeps a transactionId that is left out */
export type PaymentInput = { /** Id of a payment method, as GET /payments/methods lists them */ methodId: string; /** Id of a currency, as GET /currencies lists them */ currencyId: string; /** Number of the card transaction, from its terminal */ transactionId?: string | null | undefined; /** In major units, such as 2.5 */ amount: number }

/** A payment method; clients tell them apart by name */
export type PaymentMethod = { /** Id of the method, the same in every deployment */ id: string; /** Name of the method, such as Cash or BTC */ name: string }

/** Where a payment goes back to */
export type PaymentRefundRequest = { /** BOLT11 invoice of exactly the satoshis that were sent; it pays them back */ invoice: string; /** For administrators: the invoice may also name what goes beyond its amount, an overpayment or the fee of an invoice without one */ excess?: boolean | null | undefined }

/** A Lightning payment that was sent */
export type PaymentResult = { /** In satoshis */ recipientAmountSat: number; /** In satoshis */ routingFeeSat: number; /** The node's id of the payment */ paymentId: string; /** Payment hash in hex, 64 characters */ paymentHash: string; /** Proof of the payment in hex, 64 characters */ paymentPreimage: string }

/** A payment that is not confirmed */
export type PendingPayment = { status: "pending"; /** When the node could not be asked */ nodeReachable?: false | undefined }

/** A period; a day without a time counts whole */
export type Period = { /** Unix ms or ISO 8601, such as 2026-11-01 */ from?: string | number | null | undefined; /** Unix ms or ISO 8601, such as 2026-11-30 */ to?: string | number | null | undefined }

/** A permission of the catalogue */
export type Permission = { /** Id of the record, a UUID */ id: string; /** Name, such as products_read */ name: string; /** In English, such as Read products */ description: string; /** Always true */ enabled: boolean; /** Always false: any role may have it */ adminOnly: boolean }

export type PersonalData = { /** Id of the record, a UUID */ id: string; /** A pseudonym once the user was erased */ name: string; /** E-mail address */ email: string | null; /** Telephone number */ phone: string | null; /** The name of the role; null for none */ role: string | null; /** Whether the account was deleted */ isDeleted: boolean; /** When the user was erased */ erasedAt?: string | undefined; /** What the user did in the last 400 days, as the audit trail has it */ audit: AuditEntry[]; /** What the books keep under the id or the name, and how it is found */ alsoKept: string[] }

/** What a row of a dry run would do */
export type PlannedRow = { /** Number of the part, 1 to 1000 */ part: number; /** Line of the table in its part; the header of a CSV is 1 */ row: number; /** Whether it adds a record or changes one */ outcome: "added" | "changed"; /** What differs; none for a new record */ changes: { /** The column, such as price */ column: string; /** What the shop has, as a cell; blank for nothing */ from: string; /** What the row says */ to: string }[] }

/** A payment that a bill keeps */
export type PrepaidPayment = { /** Payment hash in hex, 64 characters */ paymentHash: string; /** What it pays of the bill, in cents */ cents: number }

/** A template, and the data to draw it with */
export type PreviewRequest = { /** Its elements in print order */ elements: TemplateElement[]; /** A ticket to print */ ticketData?: TicketData | undefined; /** Instead of ticketData; needs orders_read */ orderId?: string | undefined; /** Characters of a line: 48 or 42 on paper of 80 mm, 32 on 58 mm */ columns?: 32 | 42 | 48 | undefined }

/** A print job of the last 24 hours */
export type PrintJob = { /** Id of the record, a UUID */ id: string; /** As its agent reports it, such as oven */ printerName: string; /** Id of the agent, a UUID */ agentId: string; /** Name that the agent had when the job was made */ agentName: string; /** Of the configuration; null if it has none */ type: PrinterType | null; /** Name of the template */ templateName: string; /** Number of the ticket, as it is printed */ ticketId: string; /** Whether it is marked as a copy */ copy: boolean; /** `sent` to an agent that does not say when it begins; `reprinted` as a marked copy, after an interruption; `skipped` as its printer has no template, so that nothing is printed; `unknown` when no outcome was reported, or nothing shows that the printer read it */ state: "waiting" | "sent" | "printing" | "printed" | "reprinted" | "failed" | "expired" | "cancelled" | "skipped" | "unknown"; /** Times that the agent has tried to print it */ attempts: number; /** Why it was not printed, not yet, or is not confirmed */ lastError: string | null; /** ISO 8601 in UTC */ createdAt: string; /** ISO 8601 in UTC */ printedAt: string | null }

/** A ticket, and where to print it */
export type PrintRequest = { /** A ticket to print */ ticketData?: TicketData | undefined; /** Instead of ticketData; needs orders_read */ orderId?: string | undefined; /** Of the order: prints its slip instead */ refundId?: string | undefined; /** In cents: what a bill that is not settled is to be settled with, instead of its own discount */ discountAmount?: number | null | undefined; printerType: PrinterType; /** For printers without a template of their own */ templateName?: string | null | undefined; /** One configuration, whatever its type */ printerId?: string | null | undefined; /** On every enabled printer of the type */ broadcast?: boolean | undefined; /** `templateName` before the one of the configuration */ forceTemplateName?: boolean | undefined }

/** A printer configuration, unique by type and name */
export type Printer = { /** Id of the record, a UUID */ id: string; printerType: PrinterType; /** As its agent reports it, such as oven */ printerName: string; /** Name of its template; null for the one in the request */ templateName: string | null; /** Whether it is the default of its type */ isDefault: boolean; /** Whether it prints at all */ enabled: boolean; /** Of dishes; empty is all categories */ categoryIds: string[]; /** Characters of a line: 48 or 42 on paper of 80 mm, 32 on 58 mm */ columns: 32 | 42 | 48; /** The commands that the printer understands */ language: "escpos" | "starprnt"; /** The printer's table of letters, with the maker where it numbers them otherwise than Epson */ codePage: "cp437" | "cp850" | "cp852" | "cp858" | "cp866" | "wpc1252" | "star-cp858" | "citizen-cp858" | "citizen-cp852" | "citizen-cp866" | "hp-cp850" | "hp-cp858" | "hp-cp852" | "hp-cp866" | "hp-wpc1252"; /** Printable dots of a line, which win over columns; null where they are not known */ dots: 384 | 420 | 512 | 576 | 640 | null; /** Lines fed before the cut */ feed: number; /** How the paper is cut after a ticket */ cut: "full" | "partial" | "none"; /** When a ticket opens the cash drawer; `cash` if it shows cash */ openDrawer: "always" | "cash" | "never"; /** Whether a ticket sounds the buzzer */ buzzer: boolean; /** How often a ticket is printed */ copies: number; /** Wait for a network printer that confirms nothing; null as the agent's file says */ goodbyeSeconds: number | null; /** ISO 8601 in UTC */ createdAt: string }

/** A printer is new, other or gone */
export type PrinterChanged = { type: "printer.changed"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** As its agent reports it, such as oven */ printerName: string; printerType: PrinterType; /** Whether it prints at all */ enabled: boolean; /** It is gone; no field but `id` counts */ deleted?: true | undefined }

export type PrinterInput = { printerType: PrinterType; /** As its agent reports it, such as oven */ printerName: string; /** Name of its template; null for the one in the request */ templateName?: string | null | undefined; /** Whether it is the default of its type */ isDefault?: boolean | undefined; /** Whether it prints at all */ enabled?: boolean | undefined; /** Of dishes; empty is all categories */ categoryIds?: string[] | undefined; /** Characters of a line: 48 or 42 on paper of 80 mm, 32 on 58 mm */ columns?: 32 | 42 | 48 | undefined; /** The commands that the printer understands */ language?: "escpos" | "starprnt" | undefined; /** The printer's table of letters, with the maker where it numbers them otherwise than Epson */ codePage?: "cp437" | "cp850" | "cp852" | "cp858" | "cp866" | "wpc1252" | "star-cp858" | "citizen-cp858" | "citizen-cp852" | "citizen-cp866" | "hp-cp850" | "hp-cp858" | "hp-cp852" | "hp-cp866" | "hp-wpc1252" | undefined; /** Printable dots of a line, which win over columns; null where they are not known */ dots?: 384 | 420 | 512 | 576 | 640 | null | undefined; /** Lines fed before the cut */ feed?: number | undefined; /** How the paper is cut after a ticket */ cut?: "full" | "partial" | "none" | undefined; /** When a ticket opens the cash drawer; `cash` if it shows cash */ openDrawer?: "always" | "cash" | "never" | undefined; /** Whether a ticket sounds the buzzer */ buzzer?: boolean | undefined; /** How often a ticket is printed */ copies?: number | undefined; /** Wait for a network printer that confirms nothing; null as the agent's file says */ goodbyeSeconds?: number | null | undefined }

/** How an agent reaches a printer */
export type PrinterKind = "system" | "network" | "device" | "virtual"

/** Fields that are left out keep their values */
export type PrinterPatch = { printerType?: PrinterType | undefined; /** As its agent reports it, such as oven */ printerName?: string | undefined; /** Name of its template; null for the one in the request */ templateName?: string | null | undefined; /** Whether it is the default of its type */ isDefault?: boolean | undefined; /** Whether it prints at all */ enabled?: boolean | undefined; /** Of dishes; empty is all categories */ categoryIds?: string[] | undefined; /** Characters of a line: 48 or 42 on paper of 80 mm, 32 on 58 mm */ columns?: 32 | 42 | 48 | undefined; /** The commands that the printer understands */ language?: "escpos" | "starprnt" | undefined; /** The printer's table of letters, with the maker where it numbers them otherwise than Epson */ codePage?: "cp437" | "cp850" | "cp852" | "cp858" | "cp866" | "wpc1252" | "star-cp858" | "citizen-cp858" | "citizen-cp852" | "citizen-cp866" | "hp-cp850" | "hp-cp858" | "hp-cp852" | "hp-cp866" | "hp-wpc1252" | undefined; /** Printable dots of a line, which win over columns; null where they are not known */ dots?: 384 | 420 | 512 | 576 | 640 | null | undefined; /** Lines fed before the cut */ feed?: number | undefined; /** How the paper is cut after a ticket */ cut?: "full" | "partial" | "none" | undefined; /** When a ticket opens the cash drawer; `cash` if it shows cash */ openDrawer?: "always" | "cash" | "never" | undefined; /** Whether a ticket sounds the buzzer */ buzzer?: boolean | undefined; /** How often a ticket is printed */ copies?: number | undefined; /** Wait for a network printer that confirms nothing; null as the agent's file says */ goodbyeSeconds?: number | null | undefined }

export type PrinterSelection = { printerType: PrinterType; /** As its agent reports it, such as oven */ printerName: string }

/** A printer configuration, and what its printer does */
export type PrinterStatus = { /** Id of the record, a UUID */ id: string; /** As its agent reports it, such as oven */ printerName: string; printerType: PrinterType; /** Whether tickets of its type go there */ enabled: boolean; /** null while no agent reaches it */ agentName: string | null; /** Unix ms of the last receipt */ lastPrintedMs: number | null; /** Unix ms; null while it works */ failingSinceMs: number | null; /** Why it fails */ problem: string | null; /** Jobs that wait for it, or that it prints now */ waiting: number; /** Unix ms of a ticket of the last hour that printed nothing: no template */ lastSkippedMs: number | null }

/** What a printer is for */
export type PrinterType = "KITCHEN" | "CUSTOMER" | "BAR"

/** A product of the store */
export type Product = { /** Id of the record, a UUID */ id: string; /** Stock-keeping unit, unique, such as TEA-1 */ SKU: string | null; /** Name as tills show it, such as Green tea */ name: string; /** Free text for people */ description: string | null; /** Address of a picture, like the `url` of an upload */ imageUrl: string | null; /** In cents */ costCents: number; /** Ids of its categories, 40 at most */ categoryIds: string[]; /** Units in stock, of all active variants; of a bundle, what its components allow */ quantity: number; /** With fewer units the product is low on stock */ minStockThreshold: number; /** 0 means no maximum */ maxStockThreshold: number; /** In cents; the lowest of its active variants */ priceCents: number; /** In cents; the highest of its active variants */ maxPriceCents: number; /** Null is the default tax */ taxId: string | null; /** Whether it is sold as several other products */ isBundle: boolean; /** Empty unless it is a bundle */ bundleComponents: BundleComponent[]; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds: string[]; /** In cents: its components' costs; 0 without any */ bundleCostCents: number; /** Whether its units are counted; if not, sales do not depend on them */ trackStock: boolean; /** exact: sold only while there are units. afterwards: always for sale; units are taken moments after the sale and may go below 0. Of a bundle, what its components allow */ stockPolicy: "exact" | "afterwards"; /** Whether it is sold now */ isAvailable: boolean; /** Codes to scan, unique over all SKUs and barcodes; the default variant's */ barcodes: string[]; /** Whether it has options, more than one variant, or was created for them */ hasVariants: boolean; /** By their order; empty unless hasVariants */ options: ProductOption[]; /** Oldest first; in lists empty unless hasVariants */ variants: ProductVariant[]; /** Counts its changes; those of its stock do not count */ version: number }

/** A product, and which variant has a code */
export type ProductByCode = { /** Id of the record, a UUID */ id: string; /** Stock-keeping unit, unique, such as TEA-1 */ SKU: string | null; /** Name as tills show it, such as Green tea */ name: string; /** Free text for people */ description: string | null; /** Address of a picture, like the `url` of an upload */ imageUrl: string | null; /** In cents */ costCents: number; /** Ids of its categories, 40 at most */ categoryIds: string[]; /** Units in stock or, if the code says it, how many the package has */ quantity: number; /** With fewer units the product is low on stock */ minStockThreshold: number; /** 0 means no maximum */ maxStockThreshold: number; /** As in Product or, if the code says it, what the package costs */ priceCents: number; /** In cents; the highest of its active variants */ maxPriceCents: number; /** Null is the default tax */ taxId: string | null; /** Whether it is sold as several other products */ isBundle: boolean; /** Empty unless it is a bundle */ bundleComponents: BundleComponent[]; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds: string[]; /** In cents: its components' costs; 0 without any */ bundleCostCents: number; /** Whether its units are counted; if not, sales do not depend on them */ trackStock: boolean; /** exact: sold only while there are units. afterwards: always for sale; units are taken moments after the sale and may go below 0. Of a bundle, what its components allow */ stockPolicy: "exact" | "afterwards"; /** Whether it is sold now */ isAvailable: boolean; /** Codes to scan, unique over all SKUs and barcodes; the default variant's */ barcodes: string[]; /** Whether it has options, more than one variant, or was created for them */ hasVariants: boolean; /** By their order; empty unless hasVariants */ options: ProductOption[]; /** Oldest first; in lists empty unless hasVariants */ variants: ProductVariant[]; /** Counts its changes; those of its stock do not count */ version: number; /** Id of the variant that has the code; the default variant's is its product's */ variantId: string; /** If the code says it */ batch?: string | undefined; /** YYYY-MM-DD, if the code says it */ expiresOn?: string | undefined; /** What else has the article number: ask which one is meant */ others?: { /** Id of a product */ productId: string; /** Id of its variant */ variantId: string }[] | undefined }

/** Fields that are left out keep their values. Only a bundle, a product with variants or a change with `keepStock` may leave the quantity out; the price and quantity of variants are their own, so that both may be left out */
export type ProductChange = { /** Unique, such as TEA-1; blank is none */ SKU?: string | null | undefined; /** Codes to scan, unique over all SKUs and barcodes. Null is as if left out */ barcodes?: string[] | null | undefined; /** Name as tills show it, such as Green tea */ name: string; /** Free text for people */ description?: string | null | undefined; /** Address of a picture, like the `url` of an upload */ imageUrl?: string | null | undefined; /** In cents */ costCents?: number | undefined; /** Ids of its categories, 40 at most */ categoryIds?: string[] | undefined; /** Units in stock, from 0, or any if they are taken afterwards or were below 0; ignored for a bundle and for variants */ quantity?: number | undefined; /** Ignored for a bundle */ minStockThreshold?: number | undefined; /** 0 means no maximum; ignored for a bundle */ maxStockThreshold?: number | undefined; /** In cents; may be left out for a product with variants */ priceCents?: number | undefined; /** Null is the default tax, if there is one */ taxId?: string | null | undefined; /** False makes an ordinary product of it */ isBundle?: boolean | null | undefined; /** 1 to 20 ordinary products, each once; ignored unless it is a bundle */ bundleComponents?: BundleComponentInput[] | null | undefined; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds?: string[] | undefined; /** Whether its units are counted; if not, sales do not depend on them */ trackStock?: boolean | null | undefined; /** exact: sold only while there are units. afterwards: always for sale; units are taken moments after the sale and may go below 0. Changed by administrators; ignored for a bundle */ stockPolicy?: "exact" | "afterwards" | null | undefined; /** Whether it is sold now */ isAvailable?: boolean | null | undefined; /** Whether the units stay what sales make of them; `quantity` is ignored */ keepStock?: boolean | null | undefined; /** The version that was read: the change is refused if it has another one */ ifVersion?: number | undefined }

/** A product is new, other or gone */
export type ProductChanged = { type: "product.changed"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Name as tills show it, such as Green tea */ name: string; /** Whether it is sold now */ isAvailable: boolean; /** Active ones, oldest first; a plain product is its only one */ variants: ({ /** Id of the variant */ id: string; /** In cents */ priceCents: number; /** In stock; null where none are counted */ quantity: number | null })[]; /** It is gone; no field but `id` counts */ deleted?: true | undefined }

/** A new product */
export type ProductInput = { /** Unique, such as TEA-1; blank is none */ SKU?: string | null | undefined; /** Codes to scan, unique over all SKUs and barcodes. Null is as if left out */ barcodes?: string[] | null | undefined; /** Name as tills show it, such as Green tea */ name: string; /** Free text for people */ description?: string | null | undefined; /** Address of a picture, like the `url` of an upload */ imageUrl?: string | null | undefined; /** In cents */ costCents?: number | undefined; /** Ids of its categories, 40 at most */ categoryIds?: string[] | undefined; /** Units in stock; ignored for a bundle */ quantity: number; /** With fewer units the product is low on stock */ minStockThreshold?: number | undefined; /** 0 means no maximum */ maxStockThreshold?: number | undefined; /** In cents */ priceCents?: number | undefined; /** Null is the default tax, if there is one */ taxId?: string | null | undefined; /** False makes an ordinary product of it */ isBundle?: boolean | null | undefined; /** 1 to 20 ordinary products, each once; ignored unless it is a bundle */ bundleComponents?: BundleComponentInput[] | null | undefined; /** Ids of its modifier groups, 10 at most, in the order in which tills ask */ modifierGroupIds?: string[] | undefined; /** Whether its units are counted; if not, sales do not depend on them */ trackStock?: boolean | null | undefined; /** exact: sold only while there are units. afterwards: always for sale; units are taken moments after the sale and may go below 0. Changed by administrators; ignored for a bundle */ stockPolicy?: "exact" | "afterwards" | null | undefined; /** Whether it is sold now */ isAvailable?: boolean | null | undefined; /** Whether variants follow; price and quantity may then be left out */ hasVariants?: boolean | null | undefined }

/** A way in which variants of a product differ */
export type ProductOption = { /** Id of the option */ id: string; /** Id of its product */ productId: string; /** Such as Size */ name: string; /** Place among the others, lowest first */ displayOrder: number; /** By their order */ values: ProductOptionValue[] }

/** What an option may be */
export type ProductOptionValue = { /** Id of the value */ id: string; /** Id of its option */ optionTypeId: string; /** Such as M */ value: string; /** Place among the others, lowest first */ displayOrder: number }

/** A version of a product that is sold separately, such as a size */
export type ProductVariant = { /** Id of the variant; the default variant's is its product's */ id: string; /** Id of its product */ productId: string; /** Stock-keeping unit, unique, such as TEA-1 */ SKU: string | null; /** Codes to scan, unique over all SKUs and barcodes */ barcodes: string[]; /** In cents */ priceCents: number; /** In cents */ costCents: number; /** Units in stock */ quantity: number; /** Whether it is sold */ isActive: boolean; /** Address of a picture, like the `url` of an upload */ imageUrl: string | null; /** At most one value of each option */ optionValueIds: string[] }

/** The business of the deployment, as callers without a token see it */
export type PublicBusiness = { id: 1; businessType: BusinessType; /** Name of the shop, such as Corner Shop */ businessName: string; /** Postal address, as receipts print it */ businessAddress: string | null; /** Telephone number, as receipts print it */ businessPhone: string | null; /** E-mail address, as receipts print it */ businessEmail: string | null; /** Tax number, as receipts print it */ businessTaxId: string | null; /** Address of the logo, like the `url` of an upload */ businessLogoUrl: string | null; /** Whether setup asked for the type */ businessTypeConfirmed: boolean }

/** Units of a product to be quoted, or an amount keyed in */
export type QuoteItem = { /** Id of the product; left out where there is a name */ productId?: string | null | undefined; /** Instead of a product: what the amount that is keyed in is for; ignored beside one */ name?: string | null | undefined; /** An amount's tax; null is the default tax, if there is one; ignored beside a product */ taxId?: string | null | undefined; /** Id of its variant; needed where several are active */ variantId?: string | null | undefined; /** What each unit has of its modifier groups; by default their defaults */ modifiers?: ModifierChoice[] | null | undefined; /** Units, from 1 */ quantity: number; /** Of one unit with its modifiers, in cents; what the catalogue says if it is left out */ priceAtOrder?: number | null | undefined; /** Discount on this line, in cents */ discountCents?: number | null | undefined }

/** What has become of the payment of a quote */
export type QuoteStatus = "open" | "paid" | "sold" | "expired" | "refunded"

/** A quote and what has become of it */
export type QuoteWithStatus = { /** Id of the quote */ quoteId: string; /** What is sold costs, with its tip; in cents */ totalCents: number; /** What the invoice pays of it, in cents */ dueCents: number; /** The invoice's amount, rounded up; in satoshis */ amountSat: number; /** Units of the currency for one bitcoin */ rate: number; /** ISO 4217, such as EUR */ currency: string; /** Who said the rate, such as kraken */ rateSource: string; /** When they said it */ asOf: string; /** BOLT11 invoice, for a QR code */ invoice: string; /** The invoice's payment hash, 64 characters in hex */ paymentHash: string; /** When the invoice can no longer be paid */ expiresAt: string; status: QuoteStatus; /** Id of the order that it bought */ orderId?: string | undefined }

/** The exchange rate of bitcoin in a currency */
export type Rate = { /** ISO 4217, such as EUR */ currency: string; /** Units of the currency for one bitcoin */ rate: number; /** Who said so; a single one was not compared with another */ sources: string[]; /** ISO 8601 in UTC */ asOf: string; /** Whether it is older than 5 minutes */ stale: boolean }

/** Whether a receipt has a page */
export type ReceiptPageChange = { /** Whether nobody may read it any more */ revoked: boolean }

export type Refreshed = { message: "Access token refreshed successfully"; /** The same JWT as in the cookie */ accessToken: string }

/** What was given back of an order */
export type Refund = { /** Id of the record, a UUID */ id: string; /** Its number, such as R-7; null for a refund from before there were numbers */ receiptNumber: string | null; /** Id of the order */ orderId: string; /** Blank when the till gave it back */ refundInvoice: string; /** What was paid out; 0 when the till gave it back */ satoshiAmount: number; /** ISO 8601 in UTC */ refundedAt: string; /** In cents */ amountCents: number; /** amountCents less what was handed over in cash, which is rounded */ roundingCents: number; /** None for a sum */ items: RefundedItem[]; /** `refunded` when neither units nor cents are left */ status: "refunded" | "partially_refunded" }

/** Units of a product to give back */
export type RefundItem = { /** Id of the product; left out for an amount keyed in, which has its line */ productId?: string | null | undefined; /** Its variant, where the product was sold in several */ variantId?: string | null | undefined; /** Units */ quantity: number; /** In cents; needed where the product was sold at several prices */ priceAtOrder?: number | null | undefined; /** Its place in the sale, from 0, where product and price leave it open */ line?: number | null | undefined }

/** What was given back of a settled bill */
export type RefundOfBill = Refund

/** A refund of an order of either kind */
export type RefundOfOrder = { /** Id of the record, a UUID */ id: string; /** Its number, such as R-7; null for a refund from before there were numbers */ receiptNumber: string | null; /** Null when the till gave it back */ refundInvoice: string | null; /** What was paid out; 0 when the till gave it back */ satoshiAmount: number; /** ISO 8601 in UTC */ refundedAt: string; /** In cents */ amountCents: number; /** amountCents less what was handed over in cash, which is rounded */ roundingCents: number; /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** Name of the method that it went back in */ paymentMethod: string; /** Id of the user who refunded */ userId: string; /** Name of the user at that time */ userName: string; /** Why the money was given back */ reason: string | null; /** None for a sum */ items: RefundedItem[] }

/** A refund of a sale */
export type RefundOfSale = { /** Id of the record, a UUID */ id: string; /** Its number, such as R-7; null for a refund from before there were numbers */ receiptNumber: string | null; /** Null when the till gave it back */ refundInvoice: string | null; /** What was paid out; 0 when the till gave it back */ satoshiAmount: number; /** ISO 8601 in UTC */ refundedAt: string; /** In cents */ amountCents: number; /** amountCents less what was handed over in cash, which is rounded */ roundingCents: number; /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** Name of the method that it went back in */ paymentMethod: string; /** Id of the user who refunded */ userId: string; /** Name of the user at that time */ userName: string; /** Why the money was given back */ reason: string | null; /** Units of products; none for a sum and for orders of the restaurant */ items: RefundedUnits[] }

/** What was given back of a line */
export type RefundedItem = { /** Of an order of the store */ productId?: string | undefined; /** Of an order of the store */ variantId?: string | undefined; /** Its place in the sale, from 0; of the store */ line?: number | undefined; /** Of an order of the store, in cents */ priceAtOrder?: number | undefined; /** Of an order of the restaurant */ orderDishId?: string | undefined; /** Units */ quantity: number; /** In cents */ amountCents: number }

/** A payment that went back */
export type RefundedPayment = { /** Id of the refund */ id: string; /** Of the payment that went back */ paymentHash: string; /** In satoshis */ satoshiAmount: number }

/** Units of a product that were given back */
export type RefundedUnits = { /** Id of the product */ productId: string; /** Id of its variant */ variantId?: string | undefined; /** The place of the line in the sale, from 0 */ line: number; /** Units */ quantity: number; /** In cents */ priceAtOrder: number; /** In cents */ amountCents: number }

/** A row that was not imported, and why */
export type RefusedRow = { /** Number of the part, 1 to 1000 */ part: number; /** Line of the table in its part; the header of a CSV is 1 */ row: number; /** The column that is to blame, if it is one */ column: string | null; /** What is wrong, in English */ reason: string; /** The same as a code; absent in runs of earlier releases */ why?: "invalid" | "repeated" | "taken" | "two_readings" | "decimals" | "digits_lost" | "unknown_column" | "unknown_name" | "several_have_name" | "has_variants" | "more_rights" | "not_allowed" | "changed_meanwhile" | undefined }

/** What was sold at one price in one sale */
export type ReportedSale = { /** Id of the order */ orderId: string; /** Id of the variant */ variantId?: string | undefined; /** Name that the product had when it was sold */ productName: string; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Units that were sold */ quantity: number; /** In cents */ priceAtOrder: number; /** In cents: its own and its share of the order's */ discountCents: number; /** In cents: the same as `discountCents` */ discountAmount: number; /** In cents, with tax; without the tip */ paidCents: number; /** Units that were given back */ refundedQuantity: number; /** Whether nothing is left to give back */ refunded: boolean; /** Name of the user at that time */ userName: string; /** Name of the method that it was paid with */ paymentMethod: string; /** ISO 8601 in UTC */ saleDate: string; /** Of its amounts, ISO 4217, such as EUR */ currency: string; /** In satoshis; null unless Lightning */ satoshiAmount: number | null; /** Satoshis that the customer sent; absent where nobody said it */ sentSat?: number | undefined; /** Satoshis that the node received, less its fee; absent where nobody said it */ receivedSat?: number | undefined; /** Satoshis that the node kept for a channel; absent for none */ nodeFeeSat?: number | undefined; /** As the till sent it */ exchangeRateAtPayment: number | null; /** Its currency; null without a rate */ exchangeRateCurrency: string | null; /** As the till sent it */ fiatAmountAtPayment: number | null; /** Id of the payment */ paymentId: string | null; /** Of the card payment, as sent */ transactionId: string | null; /** Its ticket was deleted; it stays revenue */ voided?: true | undefined }

/** A shift in a report; `difference` is finalAmount less what was expected, or what the client sent for a shift that was closed before Zs were made */
export type ReportedShift = { /** Id of the record, a UUID */ id: string; /** Id of the user whose shift it is */ userId: string; /** As it was sent */ shiftDate: string; /** As it was sent */ startTime: string; /** Unix ms as text, or as it was sent */ endTime: string | null; /** In major units, at most two decimals, such as 2.5 */ initialAmount: number; /** Counted at the end, in major units */ finalAmount: number | null; /** In major units; negative when money is missing */ difference: number | null; /** Name of the user at that time */ userName: string | null; /** Of its amounts, ISO 4217, such as EUR */ currency: string }

/** An order with the payments and the discount that its bill keeps */
export type RestaurantBill = { /** Id of the record, a UUID */ id: string; /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId: string | null; /** `closed` is finished, but not paid */ status: "open" | "closed" | "paid"; /** In major units, at most two decimals, such as 2.5 */ total: number; /** ISO 8601 in UTC */ createdAt: string; /** Of a settled order; not in lists by user, table or status */ number?: number | undefined; /** Lightning payments that are attached to the bill */ prepaid?: PrepaidPayment[] | undefined; discount?: BillDiscount | undefined; /** What the discount of an open bill is now, in cents; absent for none */ discountAmount?: number | undefined }

/** An order of the restaurant */
export type RestaurantOrder = { /** Id of the record, a UUID */ id: string; /** Id of the user who took the order */ userId: string; /** Id of the table; null for an order without one */ tableId: string | null; /** `closed` is finished, but not paid */ status: "open" | "closed" | "paid"; /** In major units, at most two decimals, such as 2.5 */ total: number; /** ISO 8601 in UTC */ createdAt: string; /** Of a settled order; not in lists by user, table or status */ number?: number | undefined }

/** Who knew a PIN at a till that was revoked */
export type RevokedTill = { /** Who could sell at it without the cloud */ people: TillPerson[] }

/** A role; `role` is its name */
export type Role = { /** Id of the record, a UUID */ id: string; /** Unique name, such as Waiter */ role: string; /** Whether the role may do everything */ isAdmin: boolean; /** Always null: a password is never shown */ password: null }

export type RoleInput = { /** Unique name, such as Waiter */ role: string; /** Only administrators can set it */ isAdmin?: boolean | undefined; /** Opens the wallet; null removes it, blank keeps it */ password?: string | null | undefined; /** Names; all that the role has from now on */ permissions?: string[] | undefined; /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined }

export type RolePermissionsInput = { /** Names; all that the role has from now on */ permissions: string[]; /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined }

/** The records of a sale */
export type SaleIds = { /** Id of the order */ orderId: string; /** Id of the ticket */ ticketId: string; /** Of several, that by Lightning, else the first */ paymentId: string; /** With tenders: one of each */ paymentIds?: string[] | undefined; /** With tenders: what goes back in cash */ changeCents?: number | undefined }

/** What was sold, and its sums */
export type SalesReport = { /** The base currency, such as EUR: that of the sums */ currency: string; /** In cents: price × quantity, before discounts, added tax, adjustments and refunds */ totalRevenueCents: number; /** Units of all products */ totalItemsSold: number; /** In satoshis, each payment once */ totalBtcSatoshis: number; /** In cents: of the lines and of whole sales */ totalDiscountCents: number; /** In cents: what was charged beyond what the lines came to, or below 0 */ totalAdjustmentCents: number; /** In cents: what was paid in cash beyond what was due, less the same of refunds; in none of the other sums */ totalRoundingCents: number; /** In cents; in none of the other sums but refunds */ totalTipCents: number; /** In cents, tips included */ totalRefundedCents: number; /** In cents: the tips in totalRefundedCents */ totalRefundedTipCents: number; /** In satoshis */ totalRefundedSatoshis: number; /** Number of refunds */ refundCount: number; /** In cents: paid without tips, less refunded goods */ totalNetCents: number; /** By name and rate, less what was refunded of these sales, whenever that was */ taxes: TaxOfSale[]; /** By name and rate; no later refund changes them */ taxesSold: TaxOfSale[]; /** Refunds that were made in the period, of whatever sales; by the refund's own method */ refundedInPeriod: { /** Number of refunds */ count: number; /** In cents, with tips */ cents: number; /** In cents: the tips in it */ tipCents: number; /** In cents: less this is what was handed over */ roundingCents: number; /** In satoshis */ satoshis: number; /** By name and rate */ taxes: TaxOfSale[] }; /** By name, before refunds */ modifiers: { /** Name when it was sold, such as Oat milk */ name: string; /** How often it was sold */ quantity: number; /** In cents, contained in totalRevenueCents; may be negative */ totalCents: number }[]; /** The sums of what was sold while the shop counted in others */ otherCurrencies: { /** ISO 4217, such as EUR */ currency: string; /** In cents: price × quantity, before discounts, added tax, adjustments and refunds */ totalRevenueCents: number; /** Units of all products */ totalItemsSold: number; /** In satoshis, each payment once */ totalBtcSatoshis: number; /** In cents: of the lines and of whole sales */ totalDiscountCents: number; /** In cents: what was charged beyond what the lines came to, or below 0 */ totalAdjustmentCents: number; /** In cents: what was paid in cash beyond what was due, less the same of refunds; in none of the other sums */ totalRoundingCents: number; /** In cents; in none of the other sums but refunds */ totalTipCents: number; /** In cents, tips included */ totalRefundedCents: number; /** In cents: the tips in totalRefundedCents */ totalRefundedTipCents: number; /** In satoshis */ totalRefundedSatoshis: number; /** Number of refunds */ refundCount: number; /** In cents: paid without tips, less refunded goods */ totalNetCents: number; /** By name and rate, less what was refunded of these sales, whenever that was */ taxes: TaxOfSale[]; /** By name and rate; no later refund changes them */ taxesSold: TaxOfSale[]; /** Refunds that were made in the period, of whatever sales; by the refund's own method */ refundedInPeriod: { /** Number of refunds */ count: number; /** In cents, with tips */ cents: number; /** In cents: the tips in it */ tipCents: number; /** In cents: less this is what was handed over */ roundingCents: number; /** In satoshis */ satoshis: number; /** By name and rate */ taxes: TaxOfSale[] } }[]; /** A row for each product of each order */ sales: ReportedSale[] }

/** How the guests pay a bill */
export type SettleRequest = { /** Payments that add up to what is due */ tenders: BillTenderInput[]; /** Id of the user who settles the bill */ userId: string; /** A UUID that the till made for this sale: sent again it is the same sale, whose response is returned again; it becomes the id of an order of the store */ saleId?: string | null | undefined; /** Instead of the bill's own discount, in cents; a fraction is rounded half down */ discountAmount?: number | null | undefined; /** Part of the amount, in major units */ tipAmount?: number | null | undefined; /** Who it is for, by name: printed and kept with the sale */ buyer?: BuyerInput | null | undefined }

/** A paid bill and its records */
export type Settled = { /** Id of the order */ orderId: string; /** Id of the numbered ticket */ ticketId: string; /** One for each tender */ paymentIds: string[]; /** What goes back in cash, in cents */ changeCents: number }

/** The first setup also needs userName, userPassword, userPin, businessName and businessCurrency. businessRFC is another name of businessTaxId, businessLogo of businessLogoUrl */
export type SetupForm = { businessType: BusinessType; /** First user, an administrator, such as ana */ userName?: string | undefined; /** Opens the wallet, such as open sesame */ userPassword?: string | undefined; /** PIN of the first user, such as 4321 */ userPin?: string | undefined; /** Name of the shop, such as Corner Shop */ businessName?: string | undefined; /** Acronym, such as USD */ businessCurrency?: string | undefined; /** Postal address, as receipts print it */ businessAddress?: string | null | undefined; /** Telephone number, as receipts print it */ businessPhone?: string | null | undefined; /** E-mail address, as receipts print it */ businessEmail?: string | null | undefined; /** Tax number, as receipts print it */ businessTaxId?: string | null | undefined; /** Address of the logo, like the `url` of an upload */ businessLogoUrl?: string | null | undefined; /** Another name of businessTaxId */ businessRFC?: string | null | undefined; /** Another name of businessLogoUrl */ businessLogo?: string | null | undefined; /** What the shop does */ businessProfession?: string | null | undefined; /** An IANA name; null is UTC */ timezone?: string | null | undefined; /** The `receiptLanguage` to begin with */ language?: "en" | "es" | undefined; /** Not stored: the answer then has `nwcSaved` */ nwcUri?: string | null | undefined; /** Starts with verifyCheckout, verifyAmounts and restrictPrinters on, openAmounts off */ safeguards?: boolean | undefined; /** The code of the deployment, if it has one; for the first setup */ setupCode?: string | undefined }

export type SetupResult = { message: "Initial setup completed"; /** Id of the first user */ userId: string; /** Id of the administrators' role */ roleId: string; /** Where the request had a `nwcUri` */ nwcSaved?: false | undefined }

/** How far the setup is */
export type SetupState = { /** Whether the business exists */ initialized: boolean; /** Whether setup still has to ask for the type */ needsBusinessType: boolean }

/** A shift, open while `endTime` is null */
export type Shift = { /** Id of the record, a UUID */ id: string; /** Id of the user whose shift it is */ userId: string; /** As it was sent */ shiftDate: string; /** As it was sent */ startTime: string; /** Unix ms as text, or as it was sent */ endTime: string | null; /** Free text for people; may be blank */ notes: string; /** In major units, at most two decimals, such as 2.5 */ initialAmount: number; /** Counted at the end, in major units */ finalAmount: number | null; /** In major units; negative when money is missing */ difference: number | null }

/** The sums since the last Z for an open shift, those of its last Z for a closed one, null for one that was closed before Zs were made */
export type ShiftBreakdown = { /** Id of the shift */ shiftId: string; /** Of all amounts, ISO 4217, such as EUR; absent in older Z reports */ currency?: string | undefined; /** In major units, at most two decimals, such as 2.5 */ initialAmount: number; /** The cash that was counted */ finalAmount: number | null; /** finalAmount - expectedTotal; negative when missing */ difference: number | null; /** The difference that the client sent */ statedDifference: number | null; /** What was due for goods, with tax, without tips; refunds are not deducted */ totalSales: number | null; /** Refunded tips are not deducted */ totalTips: number | null; /** What was paid in cash beyond what was due, or less: sales and tips and this are what was paid */ totalRounding: number | null; /** What went back, tips included, as it was handed over */ totalRefunds: number | null; /** The tips in totalRefunds */ totalRefundedTips: number | null; /** What refunds owed less what they handed over in cash */ refundRounding: number | null; /** Paid in cash, with tips, without change */ cashSales: number | null; /** In major units, at most two decimals, such as 2.5 */ cashRefunds: number | null; /** In major units, at most two decimals, such as 2.5 */ cashIn: number | null; /** In major units, at most two decimals, such as 2.5 */ cashOut: number | null; /** initialAmount + cashSales + cashIn - cashOut - cashRefunds */ expectedTotal: number | null; /** Number of sales since the last Z report */ totalTickets: number | null; /** Sums of each method, with tips */ byPaymentMethod: MethodTotal[] | null; /** By name and rate, in cents; refunds are deducted. What was sold without tax is the row `Untaxed`. All rows together are totalSales less refunded goods */ taxes: TaxOfShift[] | null; /** Payments that were linked to tickets, and that no sale was made with */ outsideTheBooks: { /** Payments */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Lines without a product, whose amounts were keyed in; in totalSales */ openLines: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Dishes that were sent to the kitchen or printed on a bill and that nobody pays: cancelled or set to 0 on a settled bill, deleted, on a bill that was deleted or closed without a payment. At their prices; in no other sum */ cancelledLines: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Those of cancelledLines that were on a printed bill before */ cancelledAfterPrint: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Open bills that were printed, or of which dishes were sent to the kitchen: at that moment, before discounts; in no other sum */ openBills: { /** Bills */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Tenders in Bitcoin that were sold without a payment on record; in totalSales. One whose payment is told before the Z leaves it */ bitcoinWithoutPayment: { /** Tenders */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Sales whose payments were booked by another method afterwards, and what moved */ corrections: { /** Corrections */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Satoshis of sales beyond what was asked for, of those that are above 105 % of it */ overpaid: number | null; /** Satoshis that the node kept of payments, for channels that it opened or grew: a cost, in no other sum */ nodeFees: number | null; /** By refunds to invoices */ satoshisPaidOut: number | null; /** Lightning payments that no till has sold by itself, in satoshis */ unsoldPayments: UnsoldPayments | null; /** Products with units below 0 at that moment; left out for none */ productsBelowZero?: number | undefined }

/** In an update, amounts and endTime that are left out keep their values */
export type ShiftInput = { /** Id of the user whose shift it is */ userId: string; /** Unix ms as text, such as 1795248000000; kept as sent */ shiftDate: string; /** Unix ms as text, such as 1795248000000; kept as sent */ startTime: string; /** Unix ms as text, such as 1795248000000; kept as sent */ endTime?: string | null | undefined; /** Free text for people; may be blank */ notes: string; /** In major units, such as 2.5 */ initialAmount?: number | undefined }

/** Shifts by their date, or by their creation if that is not a date. Sums are of all Zs of the shifts, and, while one is open, of what was sold since the last Z */
export type ShiftReport = { /** The base currency, such as EUR: that of the sums */ currency: string; /** The shifts, oldest first */ shifts: ReportedShift[]; /** In major units, at most two decimals, such as 2.5 */ totalInitialAmount: number; /** In major units, at most two decimals, such as 2.5 */ totalFinalAmount: number; /** Without shifts that were closed before Zs were made */ totalExpectedAmount: number; /** In major units, at most two decimals, such as 2.5 */ totalDifference: number; /** Paid by each method, with tips */ byPaymentMethod: MethodTotal[]; /** The sums of shifts that counted in others */ otherCurrencies: { /** ISO 4217, such as EUR */ currency: string; /** In major units, at most two decimals, such as 2.5 */ totalInitialAmount: number; /** In major units, at most two decimals, such as 2.5 */ totalFinalAmount: number; /** Without shifts that were closed before Zs were made */ totalExpectedAmount: number; /** In major units, at most two decimals, such as 2.5 */ totalDifference: number; /** Paid by each method, with tips */ byPaymentMethod: MethodTotal[] }[] }

/** A modifier of each unit of a line */
export type SoldModifier = { /** Name that it had when it was sold */ name: string; /** Of one, in cents; may be negative */ priceCents: number; /** How many of it each unit has */ quantity: number }

/** A space of a restaurant, such as a hall or a terrace */
export type Space = { /** Id of the record, a UUID */ id: string; /** Name of the space, unique, such as Terrace */ name: string }

export type SpaceInput = { /** Name of the space, unique, such as Terrace */ name: string }

/** What others pay */
export type SplitRequest = { /** Ids of the order's dishes that move: some, not all */ dishIds: string[] }

/** All units that changed, every 5 s at most */
export type StockChanged = { type: "stock.changed"; /** Blank: it is about many */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Units in stock by the ids of variants, as they are now */ units: Record<string, number> }

/** A signed change of stock */
export type StockDelta = { /** Id of the product */ productId: string; /** Id of the variant; left out, its only active one */ variantId?: string | null | undefined; /** Units; negative takes from stock */ quantity: number; /** Why, as the audit trail has it, such as Broken */ reason?: string | null | undefined }

/** An order of the store */
export type StoreOrder = { /** Id of the record, a UUID */ id: string; /** Id of the user who took the order */ userId: string; /** Name of the user at that time */ userName: string | null; /** `open`, `closed`, or `refunded` when nothing is left */ status: string; /** In cents */ total: number; /** ISO 8601 in UTC */ createdAt: string; /** The ticket's number */ number: number | null; /** When it was paid, by which days count; null for an order without a sale */ soldAt: string | null; /** Id of the user who took the money; null for an order without a sale */ takenBy: string | null; /** Its ticket was deleted; it stays revenue */ voided?: true | undefined; /** All discounts together, in cents */ discountAmount: number; /** In major units, at most two decimals, such as 2.5 */ tipAmount: number; /** What cash paid beyond the total, or less, in cents: it was rounded */ roundingCents: number; /** The last one; null for none */ refund: RefundOfSale | null; /** Oldest first */ refunds: RefundOfSale[]; /** By name and rate; empty if nothing was taxed */ taxes: TaxOfSale[]; /** What is sold, a line for each product at a price */ items: StoreOrderItem[] }

/** Units of a product at one price */
export type StoreOrderItem = { /** Id of the product */ productId: string; /** Id of its variant */ variantId?: string | undefined; /** Name that the product had when it was sold */ productName: string; /** Contained in the price; left out for none */ modifiers?: SoldModifier[] | undefined; /** Units that were sold */ quantity: number; /** In cents */ priceAtOrder: number; /** In cents: its own and its share of the order's */ discountCents: number; /** In cents, with tax; null for an open order */ paidCents: number | null }

/** Which part of a sale to give back */
export type StoreRefundRequest = { /** A BOLT11 invoice to pay out to; without it, or blank, the till gives the money back */ invoice?: string | null | undefined; /** Which payment the invoice gives back; by default the one with most left */ paymentHash?: string | null | undefined; /** For administrators: the invoice may also name what goes beyond its amount, an overpayment or the fee of an invoice without one */ excess?: boolean | null | undefined; /** How the till gives it back; by default as most of it was paid */ paymentMethodId?: string | null | undefined; /** A sum instead of items, in cents */ amountCents?: number | null | undefined; /** Why the money is given back, such as cold soup */ reason?: string | null | undefined; /** All that is left by default */ items?: RefundItem[] | null | undefined; /** Whether the units return to stock */ restock?: boolean | null | undefined }

/** An element of a template, with its place */
export type StoredElement = { /** Id of the record, a UUID */ id: string; /** Id of the template */ templateId: string; /** Place in the print order */ order: number; /** What is printed here */ type: "HEADER" | "TEXT" | "LINE_BREAK" | "SEPARATOR" | "TABLE_HEADER" | "TABLE_ROW" | "TOTAL_ROW" | "FOOTER" | "QRCODE" | "LOGO" | "DISCOUNT_ROWS" | "TAX_ROWS" | "TENDER_ROWS" | "TIP_ROW" | "REFUND_ROWS" | "SUMMARY_ROWS" | "ITEM_ROWS" | "KITCHEN_ROWS" | "TIP_SUGGESTION_ROWS"; /** Text with placeholders, such as `{{config.businessName}}` */ value: string; style: ElementStyle }

/** A supplier of a restaurant */
export type Supplier = { /** Id of the record, a UUID */ id: string; /** Unique among suppliers, such as Mill */ name: string; /** Person to ask for, such as Bea; may be blank */ contact: string; /** Telephone number; may be blank */ phone: string; /** E-mail address; may be blank */ email: string; /** Postal address, such as 1 Mill Road; may be blank */ address: string }

export type SupplierInput = { /** Unique among suppliers, such as Mill */ name: string; /** Person to ask for, such as Bea; may be blank */ contact: string; /** Telephone number; may be blank */ phone: string; /** E-mail address; may be blank */ email: string; /** Postal address, such as 1 Mill Road; may be blank */ address: string }

/** A table of a restaurant */
export type Table = { /** Id of the record, a UUID */ id: string; /** Unique within its space, such as Window */ name: string; /** Whether guests can be seated */ status: "available" | "occupied" | "reserved"; /** Id of the space that the table is in */ spaceId: string; /** Id of the order at the table; null without one */ orderId: string | null }

/** A table is new, other or gone */
export type TableChanged = { type: "table.changed"; /** Id of what changed */ id: string; /** When it was sent, Unix ms: the `since` of a replay */ at: number; /** The same when a frame comes again */ eventId: string; /** Unique within its space, such as Window */ name: string; /** Whether guests can be seated */ status: "available" | "occupied" | "reserved"; /** Id of the space that the table is in */ spaceId: string; /** Id of the order at the table; null without one */ orderId: string | null; /** It is gone; no field but `id` counts */ deleted?: true | undefined }

/** In an update, fields that are left out keep their values */
export type TableInput = { /** Unique within its space, such as Window */ name: string; /** Whether guests can be seated; new tables are available */ status?: "available" | "occupied" | "reserved" | undefined; /** Id of the space that the table is in */ spaceId: string; /** Id of the order at the table; null clears it */ orderId?: string | null | undefined }

/** A code that pays the bill of a table */
export type TablePayCode = { kind: "table"; /** Unique; `name@host` is its Lightning address */ name: string; /** Id of the table whose bill it pays */ tableId: string; /** Whether it can be paid */ isEnabled?: boolean | undefined }

/** A tax of the shop */
export type Tax = { /** Id of the record, a UUID */ id: string; /** Name of the tax, such as VAT */ name: string; /** 0 to 100, such as 16; at most three decimals */ ratePercent: number; /** Whether it applies to what names no tax */ isDefault: boolean; /** The rate that it changes to by itself, also for clients that keep taxes; absent while none is planned */ nextRate?: { /** 0 to 100, such as 21 */ ratePercent: number; /** First day of the shop, such as 2027-01-01 */ fromDay: string } | undefined }

export type TaxInput = { /** Unique, such as VAT; blanks around it are cut off */ name: string; /** 0 to 100, such as 16; at most three decimals */ ratePercent: number; /** Displaces the default there is */ isDefault?: boolean | undefined }

/** A tax of a sale, by name and rate */
export type TaxOfSale = { /** Name of the tax, such as VAT */ name: string; /** Rate in percent, such as 16 */ ratePercent: number; /** In cents */ netCents: number; /** In cents */ taxCents: number }

/** A tax of a shift, by name and rate */
export type TaxOfShift = { /** Name of the tax, such as VAT */ name: string; /** Rate in percent, such as 16 */ ratePercent: number; /** In cents */ netCents: number; /** In cents */ taxCents: number; /** In cents; deducted from netCents already */ refundedNetCents: number; /** In cents; deducted from taxCents already */ refundedTaxCents: number }

/** Fields that are left out keep their values */
export type TaxPatch = { /** Unique, such as VAT; blanks around it are cut off */ name?: string | undefined; /** 0 to 100, such as 16; at most three decimals */ ratePercent?: number | undefined; /** Displaces the default there is */ isDefault?: boolean | undefined; /** Plans another rate from a day on, in place of the one planned; null for none */ nextRate?: { /** 0 to 100, such as 16; at most three decimals */ ratePercent: number; /** First day of the shop with it, after today: `YYYY-MM-DD` */ fromDay: string } | null | undefined }

/** A ticket template, its elements in print order */
export type Template = { /** Id of the record, a UUID */ id: string; /** Printers and requests name it, such as Bill */ name: string; /** Its elements in print order */ elements: StoredElement[] }

/** A part of a printed ticket */
export type TemplateElement = { /** What is printed here */ type: "HEADER" | "TEXT" | "LINE_BREAK" | "SEPARATOR" | "TABLE_HEADER" | "TABLE_ROW" | "TOTAL_ROW" | "FOOTER" | "QRCODE" | "LOGO" | "DISCOUNT_ROWS" | "TAX_ROWS" | "TENDER_ROWS" | "TIP_ROW" | "REFUND_ROWS" | "SUMMARY_ROWS" | "ITEM_ROWS" | "KITCHEN_ROWS" | "TIP_SUGGESTION_ROWS"; /** Text with placeholders, such as `{{config.businessName}}` */ value?: string | undefined; style?: ElementStyleInput | undefined }

/** The order of the elements is the print order */
export type TemplateInput = { /** Printers and requests name it, such as Bill */ name: string; /** Its elements in print order */ elements: TemplateElement[] }

/** One of several payments of a sale */
export type TenderInput = { /** Id of a payment method, as GET /payments/methods lists them */ paymentMethodId: string; /** In cents of the sale's currency, whatever was handed over */ amountCents: number; /** What was handed over; the base currency if it is left out */ currencyId?: string | null | undefined; /** Number of the card transaction, from its terminal */ transactionId?: string | null | undefined; /** Cash that the customer handed over */ givenCents?: number | null | undefined; /** Satoshis that are to be paid */ satoshiAmount?: number | null | undefined; /** Price of a bitcoin; kept as sent */ exchangeRateAtPayment?: number | null | undefined; /** Makes the sale one per payment */ paymentHash?: string | null | undefined; /** Acronym of its currency */ exchangeRateCurrency?: string | null | undefined; /** What the satoshis are worth in `exchangeRateCurrency`; kept as sent */ fiatAmountAtPayment?: number | null | undefined }

/** A ticket of an order */
export type Ticket = { /** Id of the record, a UUID */ id: string; /** Id of the order */ orderId: string; /** Id of the user who wrote the ticket */ userId: string; /** UTC without zone suffix, or as it was sent */ ticketDate: string; /** 1 pending, 2 paid, 3 cancelled */ status: 1 | 2 | 3; /** In major units, at most two decimals, such as 2.5 */ totalAmount: number; /** Free text for people; may be blank */ notes: string; /** Null for a ticket that no sale made */ number: number | null; /** Part of the total, in major units */ tipAmount: number; /** What cash paid beyond the total, or less, in cents: it was rounded */ roundingCents: number; /** Deleted, but its number stays */ voided?: true | undefined }

/** A ticket to print */
export type TicketData = { /** Printed number, such as T-17 */ ticketId: string; /** Printed name, such as Window */ tableName: string; /** Printed name, such as Hall */ roomName: string; /** Printed as sent, such as 2026-11-21 */ date: string; /** Its items, 500 at most */ items: TicketItem[]; /** In major units */ total: number; /** Printed as a QR code */ invoice?: string | null | undefined }

export type TicketInput = { /** Id of the order */ orderId: string; /** Id of the user who writes the ticket */ userId: string; /** Kept as sent; blank is now */ ticketDate: string; /** 1 pending, 2 paid, 3 cancelled */ status: 1 | 2 | 3; /** In major units, such as 2.5 */ totalAmount: number; /** Free text for people; may be blank */ notes: string }

export type TicketItem = { /** Units */ quantity: number; /** Name of the item, such as Coffee */ name: string; /** In major units */ price: number; /** Printed below; at most 20 */ comments?: string[] | undefined }

/** The link of a payment to a ticket */
export type TicketPayment = { /** Id of the payment */ paymentId: string; /** Id of the ticket */ ticketId: string }

export type TicketPaymentInput = { /** Id of the payment */ paymentId: string; /** Id of the ticket */ ticketId: string }

/** A device with numbers and a drawer of its own */
export type Till = { /** Id of the record, a UUID */ id: string; /** Such as Bar */ name: string; /** The letters before its numbers, such as B of B-42 */ series: string; /** ISO 8601 in UTC */ createdAt: string; /** Its last sale, or when it reported last */ lastSeenAt: string | null; /** Of its sales; 0 before the first */ lastNumber: number; /** Numbers that were passed over; of others for shifts_report_read alone */ missing?: NumberRange[] | undefined; /** That it has not handed in; of others for shifts_report_read alone */ waitingSales?: number | undefined; /** When the oldest of them was sold */ oldestWaitingAt?: string | undefined; /** When its storage was gone */ endedAt?: string | undefined; /** When it was revoked */ revokedAt?: string | undefined }

/** A category of products or dishes */
export type TillCategory = { /** Id of the record, a UUID */ id: string; /** Unique among those of its type, such as Tea */ name: string; /** What it groups */ type: "dish" | "ingredient" | "product" }

export type TillChange = { /** 1 to 200 characters, such as Bar */ name: string }

/** All that a till needs to sell, but for stock, shift and tables */
export type TillData = { /** Names what it holds; compare for equality, and send it as `since` */ version: string; /** Of the store, oldest first */ products: TillProduct[]; /** Of products and dishes */ categories: TillCategory[]; /** The menu, oldest first */ dishes: Dish[]; /** All taxes */ taxes: Tax[]; /** All modifier groups */ modifiers: ModifierGroup[]; currency: BaseCurrency; config: Business; /** All users by name and role */ users: NamedUser[]; /** All printer configurations */ printers: Printer[]; /** All spaces of a restaurant */ spaces: Space[]; /** All methods */ methods: PaymentMethod[] }

/** What has changed since a version */
export type TillDataChanges = { /** Names what it holds; compare for equality, and send it as `since` */ version: string; /** The version that these changes lead on from */ since: string; /** Rows that are new or other; of the short lists and the config, all of it */ changed: { /** Of the store, oldest first */ products?: TillProduct[] | undefined; /** Of products and dishes */ categories?: TillCategory[] | undefined; /** The menu, oldest first */ dishes?: Dish[] | undefined; /** All taxes */ taxes?: Tax[] | undefined; /** All modifier groups */ modifiers?: ModifierGroup[] | undefined; currency?: BaseCurrency | undefined; config?: Business | undefined; /** All users by name and role */ users?: NamedUser[] | undefined; /** All printer configurations */ printers?: Printer[] | undefined; /** All spaces of a restaurant */ spaces?: Space[] | undefined }; /** What is there no more */ gone: { /** Ids of products; left out for none */ products?: string[] | undefined; /** Ids of categories; left out for none */ categories?: string[] | undefined; /** Ids of dishes; left out for none */ dishes?: string[] | undefined } }

/** What changes with every sale */
export type TillDataNow = { /** Names what it holds; compare for equality, and send it as `since` */ version: string; /** The open one */ shift: { /** Id of the record, a UUID */ id: string; /** Id of the user whose shift it is */ userId: string; /** As it was sent */ startTime: string } | null; /** All tables of a restaurant */ tables: Table[]; /** With `stock=true`: units of what is counted, by the ids of variants */ stock?: Record<string, number> | undefined; /** With `stock`: when it was read */ asOf?: string | undefined }

/** Somebody who could sell offline there */
export type TillPerson = { /** Id of a user */ userId: string; /** Such as Ana */ name: string }

/** A product as tills keep it, without stock and costs */
export type TillProduct = { /** Id of the record, a UUID */ id: string; /** Name as tills show it, such as Green tea */ name: string; /** Stock-keeping unit, such as TEA-1; left out for none */ SKU?: string | undefined; /** Free text for people; left out for none */ description?: string | undefined; /** Address of a picture; left out for none */ imageUrl?: string | undefined; /** Ids of its categories; left out for none */ categoryIds?: string[] | undefined; /** Left out for 0 */ minStockThreshold?: number | undefined; /** Left out for 0, no maximum */ maxStockThreshold?: number | undefined; /** In cents; the lowest of its active variants */ priceCents: number; /** Left out where it is priceCents */ maxPriceCents?: number | undefined; /** Id of a tax; left out for none */ taxId?: string | undefined; /** Of a bundle; its stock and trackStock follow from theirs */ bundleComponents?: BundleComponent[] | undefined; /** Ids of its modifier groups, in the order in which tills ask; left out for none */ modifierGroupIds?: string[] | undefined; /** Left out where units are counted */ trackStock?: false | undefined; /** Left out for exact, and for a bundle: it follows from its components */ stockPolicy?: "afterwards" | undefined; /** Left out where it is sold now */ isAvailable?: false | undefined; /** The default variant's codes; left out for none */ barcodes?: string[] | undefined; /** Left out for false */ hasVariants?: true | undefined; /** By their order; empty unless hasVariants */ options?: ProductOption[] | undefined; /** Oldest first; left out unless hasVariants */ variants?: ({ /** Id of the variant; the default variant's is its product's */ id: string; /** Stock-keeping unit; left out for none */ SKU?: string | undefined; /** Codes to scan; left out for none */ barcodes?: string[] | undefined; /** In cents */ priceCents: number; /** Address of a picture; left out for none */ imageUrl?: string | undefined; /** Left out where it is sold */ isActive?: false | undefined; /** At most one value of each option */ optionValueIds: string[] })[] | undefined }

/** What a till reports of itself */
export type TillStatus = { /** How many sales it has not handed in, such as 3 */ waitingSales?: number | undefined; /** When the oldest of them was sold, such as 2026-05-01T09:30:00Z */ oldestWaitingAt?: string | null | undefined; /** Logged out, with nothing to hand in */ resting?: boolean | undefined; /** Its storage is gone, and with it its numbers: the till ends */ storageGone?: boolean | undefined }

/** How a till gets its token again */
export type TillTokenRequest = { /** Whether the answer has the token, too */ token?: boolean | undefined }

/** A payment that no sale knows */
export type UnmatchedPayment = { /** Payment hash in hex, 64 characters */ paymentHash: string; /** Satoshis that the customer sent; null where the node did not say */ amountSat: number | null; /** ISO 8601 in UTC */ receivedAt: string; /** What it is worth in cents of the shop's currency, rounded down, by the rate kept with it */ cents?: number | undefined; /** That rate: what a bitcoin cost */ rate?: number | undefined; /** Id of the pay code that it was paid to */ payCodeId?: string | undefined; /** Id of the quote that it was paid for */ quoteId?: string | undefined; /** What the payer wrote */ comment?: string | undefined }

/** A cart without its payment */
export type UnpaidSale = { /** Id of the user who sells */ userId: string; /** A line for each product at a price, or amount keyed in */ items: CheckoutItem[]; /** In major units */ amount: number; /** Discount on the whole sale, in cents; a fraction is rounded half down */ discountAmount?: number | null | undefined; /** Part of the amount, in major units */ tipAmount?: number | null | undefined; /** Free text on the ticket */ ticketNotes?: string | null | undefined; /** Who it is for, by name: printed and kept with the sale */ buyer?: BuyerInput | null | undefined }

/** Payments without a sale, in satoshis */
export type UnsoldPayments = { /** sold + refunded + dismissed + open */ received: number; /** Sold by hand since the last Z, also by the settlement of their bills */ sold: number; /** Given back since the last Z */ refunded: number; /** Dismissed since the last Z */ dismissed: number; /** Listed as unmatched now, kept by a bill that is not settled, or with a refund that has begun */ open: number }

/** The pictures that were stored */
export type Uploaded = { /** In the order of the form */ uploads: UploadedPicture[] }

/** A picture that was stored */
export type UploadedPicture = { /** Path at this API, such as /uploads/2026-11-21/tea.png */ path: string; /** Address of the picture, at the public URL of the API */ url: string }

/** A staff account; PIN and refresh token are masks */
export type User = { /** Id of the record, a UUID */ id: string; /** Name to log in with, such as ana */ name: string; pin: "****"; refreshToken: "****"; /** Its name, such as Administrator; null for none */ role: string | null; /** Id of the role; null when the user has none */ roleId: string | null; /** E-mail address, as it was written; not checked */ email: string | null; /** Telephone number, as it was written; not checked */ phone: string | null; /** Whether the role may do everything */ isAdmin: boolean }

/** The own account of a caller */
export type UserInfo = { /** Id of the caller */ userId: string; /** Name as tills show it */ name: string; /** E-mail address, as it was written; not checked */ email: string | null; /** Telephone number, as it was written; not checked */ phone: string | null; /** Its name, such as Administrator */ role: string; /** Id of the role */ roleId: string; /** Whether the role may do everything */ isAdmin: boolean }

export type UserInput = { /** Name to log in with, such as ana */ name: string; /** At least 4 characters, such as 1234 */ pin: string; /** Id of the role */ role: string; /** E-mail address, as it was written; not checked */ email?: string | null | undefined; /** Telephone number, as it was written; not checked */ phone?: string | null | undefined; /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined }

/** Fields that are left out keep their values */
export type UserPatch = { /** Name to log in with */ name?: string | undefined; /** At least 4 characters; blank keeps the current one */ pin?: string | undefined; /** Id of the role; blank keeps the current one */ roleId?: string | null | undefined; /** E-mail address, as it was written; not checked */ email?: string | null | undefined; /** Telephone number, as it was written; not checked */ phone?: string | null | undefined; /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined }

/** Fields that are left out keep their values */
export type VariantChange = { /** Unique, such as TEA-1; blank is none */ SKU?: string | null | undefined; /** Codes to scan, unique over all SKUs and barcodes. Null is as if left out */ barcodes?: string[] | null | undefined; /** Address of a picture, like the `url` of an upload */ imageUrl?: string | null | undefined; /** In cents */ priceCents?: number | null | undefined; /** In cents */ costCents?: number | null | undefined; /** Units in stock, from 0, or any if they are taken afterwards or were below 0 */ quantity?: number | null | undefined; /** Whether it is sold */ isActive?: boolean | null | undefined; /** At most one value of each option */ optionValueIds?: string[] | null | undefined }

/** A new variant */
export type VariantInput = { /** Unique, such as TEA-1; blank is none */ SKU?: string | null | undefined; /** Codes to scan, unique over all SKUs and barcodes. Null is as if left out */ barcodes?: string[] | null | undefined; /** Address of a picture, like the `url` of an upload */ imageUrl?: string | null | undefined; /** In cents */ priceCents: number; /** In cents; 0 if left out */ costCents?: number | null | undefined; /** Units in stock; 0 if left out */ quantity?: number | null | undefined; /** Whether it is sold; true if left out */ isActive?: boolean | null | undefined; /** At most one value of each option */ optionValueIds?: string[] | null | undefined }

/** A print job that waits for its printer */
export type WaitingJob = { /** Id of the record, a UUID */ id: string; /** As its agent reports it, such as oven */ printerName: string; /** ISO 8601 in UTC */ createdAt: string }

export type WalletClosed = { status: "ok" }

export type WalletOpened = { message: "Login successful"; /** Unix ms */ walletTokenExpiresAt: number }

export type WalletPassword = { /** The role's password, such as open sesame */ password: string }

export type WalletPasswordChange = { /** The role's password, such as open sesame */ currentPassword: string; /** The role's password from now on */ newPassword: string }

/** An address that events are sent to */
export type Webhook = { /** Id of the webhook */ id: string; /** Where events are sent */ url: string; /** The events that are sent to it */ events: ("sale.completed" | "sale.refunded" | "order.settled" | "order.cancelled" | "payment.received" | "stock.low" | "shift.closed" | "product.changed" | "alert.raised")[]; /** Whether anything is sent to it */ isEnabled: boolean; /** When it was created */ createdAt: string; /** When something was last sent */ lastDeliveryAt?: string | undefined; /** HTTP status of the last attempt; left out without an answer */ lastStatus?: number | undefined; /** Since when every attempt has failed; left out when the last one succeeded */ failingSince?: string | undefined }

/** Fields that are left out keep their values */
export type WebhookChange = { /** An https URL on the public internet, such as https://books.example/sales */ url?: string | undefined; /** The events that are sent to it */ events?: ("sale.completed" | "sale.refunded" | "order.settled" | "order.cancelled" | "payment.received" | "stock.low" | "shift.closed" | "product.changed" | "alert.raised")[] | undefined; /** Whether anything is sent to it */ isEnabled?: boolean | undefined; /** Gives it a new secret; the one before also signs for 24 hours, for the receiver to change */ newSecret?: true | undefined }

/** An event on its way to a webhook */
export type WebhookDelivery = { /** The `webhook-id` that it is sent with */ id: string; /** The event, or `webhook.test` */ type: string; /** `failed` once no attempt follows any more */ status: "pending" | "delivered" | "failed"; /** How often it was sent, or tried to be */ attempts: number; /** When it happened */ createdAt: string; /** When it was last tried */ lastAttemptAt?: string | undefined; /** When it is tried next, if it is pending */ nextAttemptAt?: string | undefined; /** HTTP status of the last attempt; left out without an answer */ responseStatus?: number | undefined; /** Why the last attempt had no answer */ reason?: string | undefined }

/** Where to send events, and which */
export type WebhookInput = { /** An https URL on the public internet, such as https://books.example/sales */ url: string; /** The events that are sent to it */ events: ("sale.completed" | "sale.refunded" | "order.settled" | "order.cancelled" | "payment.received" | "stock.low" | "shift.closed" | "product.changed" | "alert.raised")[] }

export type WebhookSecret = { /** What the node signs its webhooks with; null where none is set */ webhookSecret: string | null }

/** The fields of a new user, in `user` */
export type WrappedUser = { /** The fields of the new user */ user: { /** Name to log in with, such as ana */ name: string; /** At least 4 characters, such as 1234 */ pin: string; /** Id of the role */ role: string; /** E-mail address, as it was written; not checked */ email?: string | null | undefined; /** Telephone number, as it was written; not checked */ phone?: string | null | undefined }; /** The caller's own PIN; checked if it is sent */ currentUserPin?: string | null | undefined }

/** What was sold since the Z before it, as it was when the shift was closed */
export type ZReport = { /** Id of the shift */ shiftId: string; /** Of all amounts, ISO 4217, such as EUR; absent in older Z reports */ currency?: string | undefined; /** In major units, at most two decimals, such as 2.5 */ initialAmount: number; /** The cash that was counted */ finalAmount: number | null; /** finalAmount - expectedTotal; negative when missing */ difference: number | null; /** The difference that the client sent */ statedDifference: number | null; /** What was due for goods, with tax, without tips; refunds are not deducted */ totalSales: number | null; /** Refunded tips are not deducted */ totalTips: number | null; /** What was paid in cash beyond what was due, or less: sales and tips and this are what was paid */ totalRounding: number | null; /** What went back, tips included, as it was handed over */ totalRefunds: number | null; /** The tips in totalRefunds */ totalRefundedTips: number | null; /** What refunds owed less what they handed over in cash */ refundRounding: number | null; /** Paid in cash, with tips, without change */ cashSales: number | null; /** In major units, at most two decimals, such as 2.5 */ cashRefunds: number | null; /** In major units, at most two decimals, such as 2.5 */ cashIn: number | null; /** In major units, at most two decimals, such as 2.5 */ cashOut: number | null; /** initialAmount + cashSales + cashIn - cashOut - cashRefunds */ expectedTotal: number | null; /** Number of sales since the last Z report */ totalTickets: number | null; /** Sums of each method, with tips */ byPaymentMethod: MethodTotal[] | null; /** By name and rate, in cents; refunds are deducted. What was sold without tax is the row `Untaxed`. All rows together are totalSales less refunded goods */ taxes: TaxOfShift[] | null; /** Payments that were linked to tickets, and that no sale was made with */ outsideTheBooks: { /** Payments */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Lines without a product, whose amounts were keyed in; in totalSales */ openLines: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Dishes that were sent to the kitchen or printed on a bill and that nobody pays: cancelled or set to 0 on a settled bill, deleted, on a bill that was deleted or closed without a payment. At their prices; in no other sum */ cancelledLines: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Those of cancelledLines that were on a printed bill before */ cancelledAfterPrint: { /** Lines */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Open bills that were printed, or of which dishes were sent to the kitchen: at that moment, before discounts; in no other sum */ openBills: { /** Bills */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Tenders in Bitcoin that were sold without a payment on record; in totalSales. One whose payment is told before the Z leaves it */ bitcoinWithoutPayment: { /** Tenders */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Sales whose payments were booked by another method afterwards, and what moved */ corrections: { /** Corrections */ count: number; /** In major units, at most two decimals, such as 2.5 */ total: number } | null; /** Satoshis of sales beyond what was asked for, of those that are above 105 % of it */ overpaid: number | null; /** Satoshis that the node kept of payments, for channels that it opened or grew: a cost, in no other sum */ nodeFees: number | null; /** By refunds to invoices */ satoshisPaidOut: number | null; /** Lightning payments that no till has sold by itself, in satoshis */ unsoldPayments: UnsoldPayments | null; /** Products with units below 0 at that moment; left out for none */ productsBelowZero?: number | undefined; /** 1, 2, 3 and so on, without gaps */ number: number; /** ISO 8601 in UTC */ closedAt: string; /** Id of the user who closed the shift */ closedByUserId: string; /** Name that this user had then */ closedByName: string | null; /** The first ticket's number; null without tickets */ firstNumber: number | null; /** The last ticket's number; null without tickets */ lastNumber: number | null; /** The first refund's number, 7 for R-7; null without refunds */ firstRefundNumber?: number | null | undefined; /** The last refund's number; null without refunds */ lastRefundNumber?: number | null | undefined; /** Numbers of receipts that are not given: a restore of the records passed over them */ numbersLeftOut?: { /** The first of them */ from: number; /** The last of them */ to: number } | undefined; /** The same of refunds */ refundNumbersLeftOut?: { /** The first of them */ from: number; /** The last of them */ to: number } | undefined; /** What the lines cost: price × quantity */ totalGross: number; /** In major units, at most two decimals, such as 2.5 */ totalDiscounts: number; /** Tax on top of prices; 0 where they include it */ totalAddedTax: number; /** What tills charged beyond what the lines came to, or below 0. totalGross - totalDiscounts + totalAddedTax + totalAdjustments = totalSales */ totalAdjustments: number }

/** Where to print a Z report */
export type ZReportPrintRequest = { printerType?: PrinterType | undefined; /** For printers without a template of their own */ templateName?: string | null | undefined; /** One configuration, whatever its type */ printerId?: string | null | undefined; /** On every enabled printer of the type */ broadcast?: boolean | undefined; /** `templateName` before the one of the configuration */ forceTemplateName?: boolean | undefined }
