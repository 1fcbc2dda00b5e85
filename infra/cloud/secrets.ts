import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { fieldOf, type SecretName } from '../../shared/deployment/secret-fields.ts'
import { secretVariable } from '../../shared/deployment/secrets.ts'
import { allow, type Grant } from './grant.ts'

/** Complete ARNs of existing entries to use instead of new ones. */
export type AdoptedSecrets = {
  readonly secretArn?: string | undefined
  readonly frontDoorSecretArn?: string | undefined
}

/**
 * The deployment's two entries of Secrets Manager, each a JSON object. One holds the front
 * door's secret, which every function reads; the other holds everything else. CloudFormation
 * makes a new version of an entry when `fields` or `generated` changes, which would void
 * every PIN: they stay as they are.
 */
export class ShopSecrets extends Construct {
  readonly #shop: Entry
  readonly #frontDoor: Entry

  constructor(
    scope: Construct,
    id: string,
    { secretArn, frontDoorSecretArn }: AdoptedSecrets,
  ) {
    super(scope, id)
    this.#shop = this.#adoptOrCreate('Shop', secretArn, {
      description:
        'Keys of tokens and PINs, and what people enter: the webhook secret that the ' +
        "node has, and the node's password where it is called directly",
      fields: { webhookSecret: '', nodePassword: '' },
      generated: 'masterKey',
    })
    this.#frontDoor = this.#adoptOrCreate('FrontDoor', frontDoorSecretArn, {
      description: 'Proves to the functions that a request came by the front door',
      fields: {},
      generated: fieldOf('front-door-secret'),
    })
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotation needs a person: the node keeps its own copy of what it shares, CloudFront ' +
        "takes up the front door's secret at a deployment, and a rotation of the PIN key is " +
        'over when everybody has logged in.',
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

  #adoptOrCreate(id: string, arn: string | undefined, entry: NewEntry): Entry {
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

type Entry = { readonly secretArn: string }

/** What CloudFormation puts into a new entry. */
type NewEntry = {
  readonly description: string
  readonly fields: Readonly<Record<string, string>>
  /** The field with 64 random letters and digits. */
  readonly generated: string
}
