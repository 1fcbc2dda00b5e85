import type { IndexSchema } from '../../shared/dynamodb/schema.ts'

/**
 * Why a table's indexes cannot become others in one deployment; none when they can.
 * CloudFormation creates or deletes one global secondary index an update, and DynamoDB
 * changes neither keys nor projection of an index that exists.
 */
export function refusedIndexChanges(
  before: readonly IndexSchema[],
  after: readonly IndexSchema[],
): string[] {
  const namesOf = (indexes: readonly IndexSchema[]) => indexes.map(({ name }) => name)
  const created = namesOf(after).filter((name) => !namesOf(before).includes(name))
  const deleted = namesOf(before).filter((name) => !namesOf(after).includes(name))
  const replaced = after.filter((index) =>
    before.some((other) => other.name === index.name && !sameIndex(other, index)),
  )
  const changes = [
    ...created.map((name) => `create ${name}`),
    ...deleted.map((name) => `delete ${name}`),
  ]
  return [
    ...replaced.map(
      ({ name }) =>
        `The index ${name} exists with other keys or attributes, which DynamoDB cannot ` +
        'change: the new one needs a name of its own.',
    ),
    ...(changes.length > 1
      ? [
          `One index change a deployment: ${changes.join(', ')} need ${changes.length} ` +
            'deployments. Deploy the releases in between first.',
        ]
      : []),
  ]
}

/** Whether two indexes have the same keys and attributes, in whatever order. */
export const sameIndex = (one: IndexSchema, other: IndexSchema): boolean =>
  one.pk === other.pk &&
  one.sk === other.sk &&
  [...one.projects].sort().join() === [...other.projects].sort().join()
