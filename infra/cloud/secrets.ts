import { RemovalPolicy, SecretValue } from 'aws-cdk-lib'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { fieldOf, type SecretName } from '../../shared/deployment/secret-fields.ts'
import { secretVariable } from '../../shared/deployment/secrets.ts'
import { allow, type Grant } from './grant.ts'
import type { Options } from './options.ts'

type Entry = Pick<ISecret, 'secretArn'>

/**
 * The deployment's two entries of Secrets Manager, each a JSON object. One holds the front
 * door's secret, which every function reads; the other holds everything else. CloudFormation
 * makes a new version of an entry when `fields` or `generated` changes, which would void
 * every PIN: they stay as they are.
 */
export class ShopSecrets extends Construct {
  readonly #shop: Entry
  readonly #frontDoor: Entry

  /** `adopted` has complete ARNs of existing entries to use instead of new ones. */
  constructor(
    scope: Construct,
    id: string,
    adopted: Pick<Options, 'secretArn' | 'frontDoorSecretArn'>,
  ) {
    super(scope, id)
    this.#shop = this.#adoptOrCreate('Shop', adopted.secretArn, {
      description:
        'Keys of tokens and PINs, and what people enter: the webhook secret that the ' +
        "node has, and the node's password where it is called directly",
      fields: { webhookSecret: '', nodePassword: '' },
      generated: 'masterKey',
    })
    this.#frontDoor = this.#adoptOrCreate('FrontDoor', adopted.frontDoorSecretArn, {
      description: 'Proves to the functions that a request came by the front door',
      fields: {},
      generated: fieldOf('front-door-secret'),
    })
  }

  /** Permission to read the entry that holds a secret. */
  grant(name: SecretName): Grant {
    const { secretArn } = name === 'front-door-secret' ? this.#frontDoor : this.#shop
    return {
      environment: { [secretVariable(name)]: secretArn },
      statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
    }
  }

  /** A reference that CloudFormation resolves at deployment; never the secret's text. */
  get frontDoorSecret(): SecretValue {
    return SecretValue.secretsManager(this.#frontDoor.secretArn, {
      jsonField: fieldOf('front-door-secret'),
    })
  }

  /** The ARNs of both entries, which another stack can adopt. */
  get arns() {
    return {
      secretArn: this.#shop.secretArn,
      frontDoorSecretArn: this.#frontDoor.secretArn,
    }
  }

  /** A new entry has the fields, and 64 random letters and digits in the field `generated`. */
  #adoptOrCreate(
    id: string,
    arn: string | undefined,
    entry: { description: string; fields: object; generated: string },
  ): Entry {
    if (arn !== undefined) return Secret.fromSecretCompleteArn(this, id, arn)
    return new Secret(this, id, {
      description: entry.description,
      generateSecretString: {
        secretStringTemplate: JSON.stringify(entry.fields),
        generateStringKey: entry.generated,
        passwordLength: 64,
        excludePunctuation: true,
      },
      // The table outlives the stack; without its key all its PINs would be void.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }
}
