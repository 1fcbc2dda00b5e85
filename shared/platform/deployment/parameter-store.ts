import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { makeBuilder } from '@smithy/core/client'
import { getEndpointPlugin } from '@smithy/core/endpoints'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'

/*
 * Systems Manager's one call that functions make. Its own client would add 175 KB to each
 * of them, and its 141 kinds of errors to each start. Both services speak the same
 * protocol, so the client of Secrets Manager, which functions have anyway, is given this
 * service's names. A test compares the requests with those of the service's own client.
 */

/** An account reads parameters 40 times a second, all functions together. */
const maxAttempts = 6

const namespace = 'com.amazonaws.ssm'

/** Options that the client needs and its type does not name. */
const service = {
  signingName: 'ssm',
  protocolSettings: {
    defaultNamespace: namespace,
    serviceTarget: 'AmazonSSM',
    version: '2014-11-06',
  },
}

/** The address of the service; a partition of AWS has its own domain. */
export const endpointIn = (region: string) =>
  process.env.AWS_ENDPOINT_URL_SSM ||
  `https://ssm.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

type Input = { readonly Names: readonly string[]; readonly WithDecryption: true }
type Output = {
  readonly Parameters?: readonly { readonly Name?: string; readonly Value?: string }[]
  readonly InvalidParameters?: readonly string[]
}

const command = makeBuilder(
  { Region: { type: 'builtInParams', name: 'region' } },
  'AmazonSSM',
  'SSMClient',
  getEndpointPlugin,
)

const texts = 64
const flag = 2
const operation: Parameters<typeof command>[3] = [
  9,
  namespace,
  'GetParameters',
  0,
  [3, namespace, 'GetParametersRequest', 0, ['Names', 'WithDecryption'], [texts, flag]],
  [
    3,
    namespace,
    'GetParametersResult',
    0,
    ['Parameters', 'InvalidParameters'],
    [
      [
        1,
        namespace,
        'ParameterList',
        0,
        [3, namespace, 'Parameter', 0, ['Name', 'Value'], [0, 0]],
      ],
      texts,
    ],
  ],
]

class GetParametersCommand extends command<Input, Output & { $metadata: object }>(
  {},
  () => [],
  'GetParameters',
  operation,
) {}

/** The other service's client, as far as it is used here. */
type Client = {
  send: (command: GetParametersCommand, options: object) => Promise<Output>
}

let client: Client | undefined

/**
 * Reads up to ten parameters by their names. When the account's calls are throttled, the call
 * is repeated with exponential backoff and full jitter until it is aborted after 6 s.
 */
export function getParameters(Names: readonly string[]): Promise<Output> {
  client ??= new SecretsManagerClient({
    requestHandler: awsTimeouts,
    maxAttempts,
    endpointProvider: ({ Region = '' }) => ({ url: new URL(endpointIn(Region)) }),
    ...service,
  }) as unknown as Client
  const call = new GetParametersCommand({ Names, WithDecryption: true })
  return client.send(call, abortOnTimeout())
}
