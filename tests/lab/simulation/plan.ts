import { type FaultKind, type FaultPlan, faultKinds } from './machine/faults.ts'
import { Random } from './machine/random.ts'

/** The people of a simulation; several of a kind work on the same things. */
export const people = [
  'till 1',
  'till 2',
  'till 3',
  'shift 1',
  'shift 2',
  'waiter 1',
  'waiter 2',
  'office 1',
  'office 2',
  'books 1',
  'books 2',
  'printing',
  'customers',
  'watcher 1',
  'watcher 2',
  'desk 1',
  'desk 2',
  'cashier 1',
  'cashier 2',
  'kitchen 1',
  'kitchen 2',
  'quotes 1',
  'quotes 2',
  'page 1',
  'page 2',
] as const
export type Person = (typeof people)[number]

/** A simulation, which its plan determines. */
export type Plan = {
  readonly seed: number
  /** Number of operations of each person. */
  readonly operations: number
  readonly people: readonly Person[]
  readonly faults: FaultPlan
  /** True if the cloud and the node have outages. */
  readonly hasOutages?: true
}

const groups: readonly (readonly Person[])[] = [
  ['till 1', 'till 2', 'till 3'],
  ['till 1', 'till 2', 'shift 1', 'shift 2'],
  ['till 1', 'books 1', 'books 2'],
  ['waiter 1', 'waiter 2'],
  ['office 1', 'office 2'],
  ['till 1', 'printing'],
  ['customers', 'watcher 1', 'watcher 2'],
  ['desk 1', 'desk 2'],
  ['waiter 1', 'cashier 1', 'cashier 2'],
  ['kitchen 1', 'kitchen 2'],
  ['quotes 1', 'quotes 2'],
  ['office 1', 'shift 1', 'page 1', 'page 2'],
]

/** The plan of a seed: some of the people, and now and then more or fewer faults. */
export function planOf(seed: number): Plan {
  const random = new Random(seed, 'plan')
  const some = new Set([...random.pick(groups), ...random.pick(groups)])
  return {
    seed,
    operations: 4 + random.below(5),
    people: people.filter((person) => some.has(person)),
    faults: {
      oneIn: random.pick([6, 12, 30, 300]),
      kinds: faultKinds,
      most: Number.MAX_SAFE_INTEGER,
    },
  }
}

/** A busy day: everybody works for long, and the cloud and the node have outages. */
export const busyDay = (seed: number, operations: number): Plan => ({
  seed,
  operations,
  people,
  faults: { oneIn: 200, kinds: faultKinds, most: Number.MAX_SAFE_INTEGER },
  hasOutages: true,
})

/** Smaller plans to try when a plan fails: fewer people, operations and faults. */
export function smallerThan(plan: Plan): Plan[] {
  const { faults } = plan
  const without = <T>(list: readonly T[]) =>
    list.map((one) => list.filter((each) => each !== one))
  const most = faults.most === Number.MAX_SAFE_INTEGER ? 64 : faults.most
  const kinds: FaultKind[][] =
    faults.kinds.length > 0 ? [[], ...without(faults.kinds)] : []
  return [
    ...without(plan.people)
      .filter((some) => some.length > 0)
      .map((some) => ({ ...plan, people: some })),
    ...(plan.operations > 1 ? [{ ...plan, operations: plan.operations - 1 }] : []),
    ...(faults.most > 0 && faults.kinds.length > 0
      ? [Math.floor(most / 2), most - 1].map((fewer) => ({
          ...plan,
          faults: { ...faults, most: fewer },
        }))
      : []),
    ...kinds.map((some) => ({ ...plan, faults: { ...faults, kinds: some } })),
  ]
}

/** The smallest plan that still fails, as far as a number of tries finds it. */
export async function shrunk(
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
  tries = 60,
): Promise<Plan> {
  let [smallest, left] = [plan, tries]
  for (;;) {
    let found: Plan | undefined
    for (const smaller of smallerThan(smallest)) {
      if (left === 0) return smallest
      left -= 1
      if (await fails(smaller)) {
        found = smaller
        break
      }
    }
    if (!found) return smallest
    smallest = found
  }
}

/** A plan as an argument of `npm run simulate`. */
export const planText = ({ faults, ...plan }: Plan): string =>
  JSON.stringify({
    ...plan,
    faults:
      faults.most === Number.MAX_SAFE_INTEGER ? { ...faults, most: undefined } : faults,
  })

/** The plan of such a text. */
export function readPlan(text: string): Plan {
  const { faults, ...plan } = JSON.parse(text) as Plan
  return { ...plan, faults: { ...faults, most: faults.most ?? Number.MAX_SAFE_INTEGER } }
}
