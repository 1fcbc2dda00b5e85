/** The value of each type of option. */
export type OptionValues = {
  readonly flag: boolean
  /** A duration in whole seconds, 1 or more. */
  readonly seconds: number
  /** A duration in whole minutes; 0 switches off. */
  readonly minutes: number
  readonly count: number
  readonly port: number
  readonly text: string
  /** A DynamoDB engine of `npm start`. */
  readonly tableEngine: 'dynoxide' | 'dynamodb-local'
  /** An http or https address. */
  readonly url: string
  /** Names of price sources. */
  readonly rateSources: readonly string[]
  readonly origins: readonly string[]
  readonly ipAddresses: readonly string[]
  readonly shopIds: readonly string[]
  readonly stackName: string
  readonly domainName: string
  readonly domainNames: readonly string[]
  /** The ARN of a certificate in us-east-1. */
  readonly certificateArn: string
  readonly email: string
  /** From and until, such as 07:00-23:00; until may be after midnight. */
  readonly openingHours: string
  /** A name of the time zone database, such as Europe/Berlin. */
  readonly timeZone: string
  readonly tableName: string
  /** The ARN of a table's stream. */
  readonly streamArn: string
  readonly bucketName: string
  /** The complete ARN of a Secrets Manager entry. */
  readonly secretArn: string
  /** A short text such as a date. */
  readonly label: string
  /** A text that is hard to guess, of 8 characters or more. */
  readonly code: string
}
export type OptionType = keyof OptionValues

export type Option<Type extends OptionType = OptionType> = {
  readonly [T in Type]: {
    readonly type: T
    /** Its value unless it is set. An option without a default may be absent. */
    readonly default?: OptionValues[T]
    /** What the docs say about a default that is found at deployment or start. */
    readonly defaultNote?: string
    /** A sentence for the docs, without a capital or a full stop. */
    readonly description: string
    /** Whether a further shop may have another value. */
    readonly ofShop?: true
  }
}[Type]

/** Options by their names in CDK context. */
export type Options = Readonly<Record<string, Option>>
