import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { Policy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { allow, type Grant } from './grant.ts'

export type ApiFunctionProps = {
  readonly code: Code
  readonly environment: Readonly<Record<string, string>>
  readonly grants: readonly Grant[]
  /** How long the function may work; nobody waits for an answer longer than 29 s. */
  readonly timeout?: Duration | undefined
}

/** The HTTP API gives up after 30 s; the function must fail by its own words before. */
const maxResponseTime = Duration.seconds(29)

/** One function with a role and a log of its own, and no right but those granted. */
export class ApiFunction extends Construct {
  readonly handler: LambdaFunction
  readonly log: ILogGroup
  readonly #role: Role

  constructor(
    scope: Construct,
    id: string,
    { code, environment, grants, timeout = maxResponseTime }: ApiFunctionProps,
  ) {
    super(scope, id)
    this.log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    })
    this.log.grantWrite(this.#role)
    for (const { statements = [], acknowledged = [] } of grants) {
      for (const statement of statements) this.#role.addToPolicy(statement)
      Validations.of(this.#role).acknowledge(...acknowledged)
    }
    this.handler = new LambdaFunction(this, 'Function', {
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // CPU grows with memory: at 1,024 MB a PIN is hashed in time for a queue at the till.
      memorySize: 1024,
      timeout,
      logGroup: this.log,
      role: this.#role,
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        ...environment,
        ...Object.assign({}, ...grants.map((each) => each.environment)),
      },
    })
  }

  /** Lets the function invoke itself, for work that goes on in another invocation. */
  allowSelfInvocation(): void {
    // A policy apart from the role's own, which the function itself waits for.
    new Policy(this, 'SelfInvocation', {
      roles: [this.#role],
      statements: [allow(['lambda:InvokeFunction'], this.handler.functionArn)],
    })
  }

  /** Bounds how old an asynchronous event may become and tries a failed one once more. */
  configureAsyncEvents(maxEventAge: Duration): void {
    this.handler.configureAsyncInvoke({ maxEventAge, retryAttempts: 1 })
  }

  /** Invoking the function, which others know as <NAME>_FUNCTION. */
  grantInvoke(name: string): Grant {
    const variable = `${name.toUpperCase().replaceAll('-', '_')}_FUNCTION`
    return {
      environment: { [variable]: this.handler.functionName },
      statements: [allow(['lambda:InvokeFunction'], this.handler.functionArn)],
    }
  }
}
