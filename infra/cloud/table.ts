import { RemovalPolicy } from 'aws-cdk-lib'
import {
  type Attribute,
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import {
  earlierIndexes,
  type IndexSchema,
  tableSchema,
} from '../../shared/platform/dynamodb/schema.ts'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

/** Actions that read. No Scan: no request reads the whole table. */
const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']

const writeActions = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
]

export type ShopTableProps = {
  /** An existing table to use instead of a new one, and the ARN of its stream. */
  readonly adopted?: string | undefined
  readonly adoptedStream?: string | undefined
  /**
   * True if the table has deletion protection, which also blocks the rollback of a first
   * create.
   */
  readonly isProtected: boolean
  /** True if the table keeps the indexes that functions of the release before read. */
  readonly keepsEarlierIndexes: boolean
}

/**
 * The one table. It outlives the stack, with point-in-time recovery of its last 35 days,
 * unless the stack's first create fails.
 */
export class ShopTable extends Construct {
  readonly table: TableV2 | ITableV2
  readonly #indexes: readonly IndexSchema[]

  constructor(
    scope: Construct,
    id: string,
    { adopted, adoptedStream, isProtected, keepsEarlierIndexes }: ShopTableProps,
  ) {
    super(scope, id)
    this.#indexes = [
      ...tableSchema.indexes,
      ...(keepsEarlierIndexes ? earlierIndexes : []),
    ]
    this.table = adopted
      ? TableV2.fromTableAttributes(this, 'Adopted', {
          tableName: adopted,
          ...(adoptedStream && { tableStreamArn: adoptedStream }),
        })
      : this.#create(isProtected)
  }

  /** The ARN of the stream of its changes. */
  get streamArn(): string {
    const { tableStreamArn } = this.table
    if (!tableStreamArn) {
      throw new Error(
        'tableName needs tableStreamArn, the ARN of its stream, which npm run deploy looks up',
      )
    }
    return tableStreamArn
  }

  /** Permission to read the stream, as an event-source mapping does for its function. */
  grantStream(): Grant {
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator']
    return {
      statements: [
        allow(
          actions.map((action) => `dynamodb:${action}`),
          this.streamArn,
        ),
        allow(['dynamodb:ListStreams'], '*'),
      ],
      acknowledged: [
        acknowledgePattern(
          '*',
          'IAM lets nobody limit ListStreams to the streams of one table.',
        ),
      ],
    }
  }

  grantRead(): Grant {
    return this.#grant(readActions)
  }

  grantReadWrite(): Grant {
    return this.#grant([...readActions, ...writeActions])
  }

  /** Permission to write records of partitions, whose keys may end in `*`. */
  grantWrite(partitions: readonly string[]): Grant {
    return { statements: [this.#allowIn(partitions, writeActions)] }
  }

  /** Permission to check conditions on records of partitions, as in grantWrite. */
  grantCheck(partitions: readonly string[]): Grant {
    return { statements: [this.#allowIn(partitions, ['dynamodb:ConditionCheckItem'])] }
  }

  /** Permission to query the indexes, whose partitions are not the table's. */
  grantIndexes(): Grant {
    return { statements: [allow(['dynamodb:Query'], ...this.#indexArns())] }
  }

  /** Permission to read records of partitions, as in grantWrite, and no others. */
  grantReadOf(partitions: readonly string[]): Grant {
    const statements = [this.#allowIn(partitions, readActions)]
    return { environment: { TABLE_NAME: this.table.tableName }, statements }
  }

  /** Permission to put items with no other attributes into partitions, as in grantWrite. */
  grantPut(partitions: readonly string[], attributes: readonly string[]): Grant {
    const statement = this.#allowIn(partitions, ['dynamodb:PutItem'])
    statement.addConditions({
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
      Null: { 'dynamodb:Attributes': 'false' },
    })
    return { statements: [statement] }
  }

  #allowIn(partitions: readonly string[], actions: readonly string[]) {
    const statement = allow(actions, this.table.tableArn)
    // Without the second condition IAM would allow a call that names no partition.
    statement.addConditions({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    })
    return statement
  }

  #create(deletionProtection: boolean): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: text(tableSchema.partitionKey),
      sortKey: text(tableSchema.sortKey),
      timeToLiveAttribute: tableSchema.timeToLive,
      globalSecondaryIndexes: this.#indexes.map(index),
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }

  #indexArns(): string[] {
    return this.#indexes.map(({ name }) => `${this.table.tableArn}/index/${name}`)
  }

  #grant(actions: readonly string[]): Grant {
    const { tableName, tableArn } = this.table
    const indexArns = this.#indexArns()
    return {
      environment: { TABLE_NAME: tableName },
      statements: [
        allow(actions, tableArn),
        ...(indexArns.length === 0 ? [] : [allow(['dynamodb:Query'], ...indexArns)]),
      ],
    }
  }
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING })

const index = ({ name, pk, sk, projects }: IndexSchema) => ({
  indexName: name,
  partitionKey: text(pk),
  sortKey: text(sk),
  ...(projects.length === 0
    ? { projectionType: ProjectionType.KEYS_ONLY }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projects] }),
})
