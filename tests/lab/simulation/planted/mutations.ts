import { accessBugs } from './access.ts'
import { billBugs } from './bills.ts'
import { doorBugs } from './doors.ts'
import { messageBugs } from './messages.ts'
import type { Mutation } from './mutation.ts'
import { pageBugs } from './pages.ts'
import { salesBugs } from './sales.ts'

/** Bugs of the kinds that lose sales: the first 400 seeds find each of them. */
export const mutations: readonly Mutation[] = [
  ...salesBugs,
  ...billBugs,
  ...messageBugs,
  ...accessBugs,
  ...doorBugs,
  ...pageBugs,
]
