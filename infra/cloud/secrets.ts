import { RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import {
  fieldOf,
  parametersPath,
  type SecretName,
} from '../../shared/platform/deployment/secret-fields.ts'
import { secretVariable } from '../../shared/platform/deployment/secrets.ts'
import { allow, type Grant } from './grant.ts'
import type { Options } from './options.ts'

type Entry = Pick<ISecret, 'secretArn'>

/**
 * The deployment's secrets. The front door's is an entry of Secrets Manager, as CloudFront
 * can refer to no other. The others are parameters of Systems Manager, one for each purpose,
 * which `npm run deploy` makes: CloudFormation cannot create encrypted ones. CloudFormation
 * makes a new version of the entry when what it generates changes, which would void the
 * front door: it stays as it is.
 */
export class ShopSecrets extends Construct {
  readonly #frontDoor: Entry
  /** Of the parameters. */
  readonly path: string

  /** `adopted` has the complete ARN of an existing entry to use instead of a new one. */
  constructor(
    scope: Construct,
    id: string,
    adopted: Pick<Options, 'frontDoorSecretArn'>,
  ) {
    super(scope, id)
    this.path = parametersPath(Stack.of(this).stackName)
    this.#frontDoor = this.#adoptOrCreate('FrontDoor', adopted.frontDoorSecretArn)
  }

  /**
   * Permission to read a secret. The key of AWS with which parameters are encrypted, aws/ssm,
   * is open to every role of the account that may read the parameter.
   */
  grant(name: SecretName): Grant {
    if (name === 'front-door-secret') {
      const { secretArn } = this.#frontDoor
      return {
        environment: { [secretVariable(name)]: secretArn },
        statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
      }
    }
    const parameter = `${this.path}/${name}`
    const arn = Stack.of(this).formatArn({
      service: 'ssm',
      resource: `parameter${parameter}`,
    })
    return {
      environment: { [secretVariable(name)]: parameter },
      statements: [allow(['ssm:GetParameters'], arn)],
    }
  }

  /** A reference that CloudFormation resolves at deployment; never the secret's text. */
  get frontDoorSecret(): SecretValue {
    return SecretValue.secretsManager(this.#frontDoor.secretArn, {
      jsonField: fieldOf('front-door-secret'),
    })
  }

  /** The ARN of the front door's entry, which another stack can adopt. */
  get frontDoorSecretArn(): string {
    return this.#frontDoor.secretArn
  }

  /** A new entry has 64 random letters and digits. */
  #adoptOrCreate(id: string, arn: string | undefined): Entry {
    if (arn !== undefined) return Secret.fromSecretCompleteArn(this, id, arn)
    return new Secret(this, id, {
      description: 'Proves to the functions that a request came by the front door',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: fieldOf('front-door-secret'),
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }
}
