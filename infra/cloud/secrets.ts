import { RemovalPolicy, type SecretValue, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { type SecretName, secretVariable } from '../../shared/deployment/secrets.ts'
import { allow, type Grant } from './grant.ts'

const descriptions: Record<SecretName, string> = {
  'token-key': 'Signs the tokens of sessions; a new one ends every session',
  'pin-key': 'Peppers the hashes of PINs; a new one voids every PIN',
  'webhook-secret': "Signs the node's webhooks; enter the one that the node has",
  'node-password': 'Opens the node where it is called directly; enter its own',
  'front-door-secret': 'Proves to the functions that a request came by the front door',
}

/** The deployment's secrets, generated at random. Those shared with the node are set by hand. */
export class ShopSecrets extends Construct {
  readonly #secrets: ReadonlyMap<SecretName, Secret>

  constructor(scope: Construct, id: string, names: readonly SecretName[]) {
    super(scope, id)
    this.#secrets = new Map(names.map((name) => [name, this.#create(name)]))
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotation needs a person: a new pin-key voids every PIN, a new token-key ends ' +
        'every session, and the node keeps its own copy of the two it shares.',
    })
  }

  /** Permission to read one secret. */
  grant(name: SecretName): Grant {
    const { secretArn } = this.#secret(name)
    return {
      environment: { [secretVariable(name)]: secretArn },
      statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
    }
  }

  /** A reference that CloudFormation resolves at deployment; never the secret's text. */
  reference(name: SecretName): SecretValue {
    return this.#secret(name).secretValue
  }

  #secret(name: SecretName): Secret {
    const secret = this.#secrets.get(name)
    if (!secret) throw new Error(`this deployment has no ${name}`)
    return secret
  }

  #create(name: SecretName): Secret {
    return new Secret(this, name, {
      description: descriptions[name],
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // The table outlives the stack; without the pin-key all its PINs would be invalid.
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }
}
