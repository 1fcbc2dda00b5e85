import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { Policy, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { allow, type Grant } from './grant.ts'

type ApiFunctionProps = {
  readonly code: Code
  readonly environment: Readonly<Record<string, string>>
  readonly grants: readonly Grant[]
  readonly memorySize: number
  /** The function's timeout; 29 s by default, just below the HTTP API's. */
  readonly timeout?: Duration | undefined
  /** True if a chain of the function's own invocations may be long. */
  readonly isRecursive?: boolean
}

/** The HTTP API's timeout is 30 s; the function must respond with its own error before. */
const maxResponseTime = Duration.seconds(29)

/** One function with its own role and log group, and no permissions but the granted ones. */
export class ApiFunction extends Construct {
  readonly handler: LambdaFunction
  readonly log: ILogGroup
  readonly #role: Role

  constructor(
    scope: Construct,
    id: string,
    {
      code,
      environment,
      grants,
      memorySize,
      timeout = maxResponseTime,
      isRecursive,
    }: ApiFunctionProps,
  ) {
    super(scope, id)
    this.log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const write = allow(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      this.log.logGroupArn,
    )
    const statements = grants.flatMap((each) => each.statements ?? [])
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Inline: a separate policy would be one more resource per function.
      inlinePolicies: {
        Access: new PolicyDocument({ statements: [write, ...statements] }),
      },
    })
    Validations.of(this.#role).acknowledge(
      ...grants.flatMap((each) => each.acknowledged ?? []),
    )
    this.handler = new LambdaFunction(this, 'Function', {
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize,
      timeout,
      // Lambda stops invocations that look like a loop after 16.
      ...(isRecursive && { recursiveLoop: RecursiveLoop.ALLOW }),
      logGroup: this.log,
      role: this.#role,
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        ...environment,
        ...Object.assign({}, ...grants.map((each) => each.environment)),
      },
    })
  }

  /** Lets the function invoke itself, to continue work in another invocation. */
  allowSelfInvocation(): void {
    // A separate policy: the function refers to its role, which therefore cannot name it.
    new Policy(this, 'SelfInvocation', {
      roles: [this.#role],
      statements: [allow(['lambda:InvokeFunction'], this.handler.functionArn)],
    })
  }

  /** Sets the maximum age of an asynchronous event; a failed one is retried once. */
  configureAsyncEvents(maxEventAge: Duration): void {
    this.handler.configureAsyncInvoke({ maxEventAge, retryAttempts: 1 })
  }

  /** Permission to invoke the function; its name is in the variable <NAME>_FUNCTION. */
  grantInvoke(name: string): Grant {
    const variable = `${name.toUpperCase().replaceAll('-', '_')}_FUNCTION`
    return {
      environment: { [variable]: this.handler.functionName },
      statements: [allow(['lambda:InvokeFunction'], this.handler.functionArn)],
    }
  }
}
