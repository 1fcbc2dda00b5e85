import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fullDiff, type ResourceImpact } from '@aws-cdk/cloudformation-diff'
import { synthesized } from './synthesized.ts'

type Properties = Readonly<Record<string, unknown>>
type StatefulResource = { readonly Type: string; readonly Properties: Properties }

/** Stateful resources of a template by their logical ids. */
export type StatefulResources = Readonly<Record<string, StatefulResource>>

/**
 * Types of resources that shops lose for good: records, pictures, PINs, or an address in use.
 */
const statefulTypes = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudFront::Distribution',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
])

const snapshotFile = join(import.meta.dirname, 'stateful-resources.json')

const howToAccept =
  'A deployment would lose what the resource holds or the address it has. If that is ' +
  'intended, write down how shops migrate and run `npm run stateful-snapshot`.'

const losses: Readonly<Partial<Record<ResourceImpact, string>>> = {
  WILL_REPLACE: 'would be replaced',
  MAY_REPLACE: 'may be replaced',
  WILL_DESTROY: 'would be deleted',
  WILL_ORPHAN: 'would leave the stack',
}

/** The stateful resources of an existing deployment with the template of now. */
export const statefulNow = (): StatefulResources =>
  Object.fromEntries(
    Object.entries(synthesized({ keepEarlierIndexes: 'true' }).all).filter(
      ([, { Type }]) => statefulTypes.has(Type),
    ),
  )

/** The stateful resources as they were committed. */
export const committedSnapshot = (): StatefulResources =>
  JSON.parse(readFileSync(snapshotFile, 'utf8'))

/**
 * One line for each stateful resource that CloudFormation would replace or remove, and for
 * each that the snapshot does not know. CloudFormation's own schemas say which properties
 * replace a resource when they change.
 */
export function lostState(before: StatefulResources, after: StatefulResources): string[] {
  const lines: string[] = []
  const { resources } = fullDiff({ Resources: before }, { Resources: after })
  resources.forEachDifference((id, { changeImpact, isAddition, propertyUpdates }) => {
    const loss = losses[changeImpact]
    if (loss) {
      const by = Object.entries(propertyUpdates)
        .filter(([, update]) => update.changeImpact && losses[update.changeImpact])
        .map(([property]) => property)
      lines.push(
        `${id} ${loss}${by.length ? ` by ${by.join(', ')}` : ''}. ${howToAccept}`,
      )
    }
    if (isAddition) lines.push(`${id} is new: run \`npm run stateful-snapshot\`.`)
  })
  return lines
}

type Index = { readonly IndexName: string }

const indexesOf = (resource: StatefulResource | undefined): readonly Index[] =>
  (resource?.Properties.GlobalSecondaryIndexes as Index[] | undefined) ?? []

/**
 * One line for each index that changes in place, which DynamoDB refuses, and one for a
 * table with more than one index added or removed, which CloudFormation refuses.
 */
export function refusedIndexChanges(
  before: StatefulResources,
  after: StatefulResources,
): string[] {
  return Object.entries(before).flatMap(([id, table]) => {
    const [old, now] = [indexesOf(table), indexesOf(after[id])]
    const same = (one: Index) => (other: Index) => one.IndexName === other.IndexName
    const changed = old.filter((index) => {
      const next = now.find(same(index))
      return next && !isDeepStrictEqual(next, index)
    })
    const moved = [
      ...old.filter((index) => !now.some(same(index))),
      ...now.filter((index) => !old.some(same(index))),
    ]
    return [
      ...changed.map(
        ({ IndexName }) =>
          `The index ${IndexName} would change in place: add one of another name instead.`,
      ),
      ...(moved.length > 1
        ? [
            `One index change a deployment: ${moved.map((each) => each.IndexName).join(', ')}. ` +
              'Release one after the other, with `npm run stateful-snapshot` in between.',
          ]
        : []),
    ]
  })
}

/** True if a change of the property replaces the resource. */
const isReplacing = (Type: string, name: string, value: unknown) => {
  const withIt = { Resources: { it: { Type, Properties: { [name]: value } } } }
  const without = { Resources: { it: { Type, Properties: {} } } }
  const impact = fullDiff(withIt, without).resources.get('it').changeImpact
  return losses[impact] !== undefined
}

/**
 * Returns the parts of a resource in the snapshot: the properties that replace it, and
 * its indexes.
 */
const essence = ({ Type, Properties }: StatefulResource): StatefulResource => ({
  Type,
  Properties: Object.fromEntries(
    Object.entries(Properties).filter(
      ([name, value]) =>
        name === 'GlobalSecondaryIndexes' || isReplacing(Type, name, value),
    ),
  ),
})

function main(): void {
  const resources = Object.fromEntries(
    Object.entries(statefulNow()).map(([id, resource]) => [id, essence(resource)]),
  )
  writeFileSync(snapshotFile, `${JSON.stringify(resources, null, 2)}\n`)
}

if (import.meta.main) main()
