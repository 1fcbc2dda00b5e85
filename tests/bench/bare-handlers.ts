import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleEntries } from '../../infra/cloud/bundling.ts'

/** The constructor and a command of each AWS client. */
const uses: Readonly<Record<string, { client: string; command: string }>> = {
  '@aws-sdk/client-apigatewaymanagementapi': {
    client: 'ApiGatewayManagementApiClient',
    command: 'PostToConnectionCommand',
  },
  '@aws-sdk/client-dynamodb': { client: 'DynamoDBClient', command: 'GetItemCommand' },
  '@aws-sdk/client-lambda': { client: 'LambdaClient', command: 'InvokeCommand' },
  '@aws-sdk/client-s3': { client: 'S3Client', command: 'GetObjectCommand' },
  '@aws-sdk/client-secrets-manager': {
    client: 'SecretsManagerClient',
    command: 'GetSecretValueCommand',
  },
  '@aws-sdk/client-sqs': { client: 'SQSClient', command: 'SendMessageCommand' },
  '@aws-sdk/client-sts': { client: 'STSClient', command: 'AssumeRoleCommand' },
}

/**
 * Bundles a minimal handler for each set of AWS clients. Returns the files by the clients'
 * names, joined by commas.
 */
export function bundleBareHandlers(
  sets: readonly (readonly string[])[],
  directory: string,
): Map<string, string> {
  const files = new Map<string, string>()
  const entries = [...new Set(sets.map((clients) => clients.join()))].map((key, at) => {
    const source = join(directory, `bare-${at}.mjs`)
    writeFileSync(source, sourceOf(key.split(',').filter(Boolean)))
    files.set(key, join(directory, `bare-${at}`, 'index.mjs'))
    return { in: source, out: `bare-${at}/index` }
  })
  bundleEntries(entries, directory)
  return files
}

const documents = '@aws-sdk/lib-dynamodb'

function sourceOf(clients: readonly string[]): string {
  const made = clients
    .filter((name) => name !== documents)
    .map((name) => ({ name, ...(uses[name] ?? unknownClient(name)) }))
  const lines = [
    ...made.map(
      ({ name, client, command }) =>
        `import { ${client}, ${command} } from '${name}'\n` +
        `const the${client} = new ${client}({})`,
    ),
    ...(clients.includes(documents)
      ? [
          `import { DynamoDBDocumentClient, GetCommand } from '${documents}'`,
          'const table = DynamoDBDocumentClient.from(theDynamoDBClient)',
        ]
      : []),
    'export const handler = async () => {',
    ...made.map(({ client, command }) => `  await the${client}.send(new ${command}({}))`),
    ...(clients.includes(documents) ? ['  await table.send(new GetCommand({}))'] : []),
    '}',
  ]
  return lines.join('\n')
}

function unknownClient(name: string): never {
  throw new Error(`the bench knows no client of ${name}`)
}
