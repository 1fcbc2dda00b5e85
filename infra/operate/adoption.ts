import { type IndexSchema, tableSchema } from '../../shared/dynamodb/schema.ts'
import { sameIndex } from './index-changes.ts'
import { enableRecovery, enableTimeToLive, type TableSettings } from './table-settings.ts'

/** Why a deployment cannot start on an existing table; none when it can. */
export function adoptionFaults(
  name: string,
  table: Pick<TableSettings, 'pk' | 'sk' | 'indexes'>,
): string[] {
  const { partitionKey, sortKey, indexes } = tableSchema
  if (table.pk !== partitionKey || table.sk !== sortKey) {
    return [
      `The table ${name} has the keys ${table.pk} and ${table.sk}, not ${partitionKey} and ` +
        `${sortKey}: it is no table of this system.`,
    ]
  }
  return indexes.flatMap((wanted) => {
    const found = table.indexes.find((index) => index.name === wanted.name)
    if (!found) return [missingIndex(name, wanted)]
    return sameIndex(found, wanted)
      ? []
      : [
          `The index ${wanted.name} of ${name} has other keys or attributes: deploy the ` +
            'release that the table is from, then this one.',
        ]
  })
}

/** Says how to create an index; DynamoDB creates one at a time. */
function missingIndex(table: string, { name, pk, sk, projects }: IndexSchema): string {
  const types = [pk, sk].map((key) => `AttributeName=${key},AttributeType=S`).join(' ')
  const create = {
    IndexName: name,
    KeySchema: [
      { AttributeName: pk, KeyType: 'HASH' },
      { AttributeName: sk, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: projects },
  }
  return (
    `The table ${table} has no index ${name}. Create it, and wait until it is active:\n` +
    `  aws dynamodb update-table --table-name ${table} --attribute-definitions ${types} ` +
    `--global-secondary-index-updates '${JSON.stringify([{ Create: create }])}'`
  )
}

/** A setting that a restored table lacks, and its remedy. */
export type Mending = { readonly what: string; readonly run: () => Promise<void> }

/** What a restore leaves behind; none for a table that has it all. */
export const mendings = (
  name: string,
  { hasTimeToLive }: Pick<TableSettings, 'hasTimeToLive'>,
  hasRecovery: boolean,
): Mending[] => [
  ...(hasTimeToLive
    ? []
    : [
        {
          what: `the TTL by ${tableSchema.timeToLive}`,
          run: () => enableTimeToLive(name),
        },
      ]),
  ...(hasRecovery
    ? []
    : [{ what: 'recovery to a point in time', run: () => enableRecovery(name) }]),
]
