/** A set of test files that prove more the longer they run. */
export type Suite = { readonly name: string; readonly files: readonly string[] }

export const suites: readonly Suite[] = [
  { name: 'generated bad input', files: ['tests/generated/bad-input'] },
  {
    name: 'money',
    files: ['tests/unit/money', 'tests/unit/sales', 'tests/unit/shifts'],
  },
  { name: 'generated callers', files: ['tests/generated/authorization'] },
  { name: 'races', files: ['tests/races'] },
  {
    name: 'the search for a PIN',
    files: ['tests/api/staff/pin-search', 'tests/unit/staff'],
  },
  {
    name: 'long lists',
    files: ['tests/api/http/big-lists', 'tests/generated/list-order'],
  },
  { name: 'crowds of watchers', files: ['tests/sockets'] },
  { name: 'the package of the client', files: ['tests/client/package'] },
  { name: 'a client by another generator', files: ['tests/client/generated'] },
  {
    name: 'kills and lost webhooks',
    files: ['tests/agent/crash', 'tests/agent/kills', 'tests/webhook/reconciliation'],
  },
]
