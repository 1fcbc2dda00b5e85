import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { createTable } from '../../infra/local/table.ts'
import { removeFolder } from './remove-folder.ts'

/**
 * Makes a table and secrets for tests of what lies beneath the API, which loads no handlers.
 * Returns the function that closes it, for `afterAll`.
 */
export async function openTable(secrets: object = {}): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-test-'))
  const secretsFile = join(folder, 'secrets.json')
  await writeFile(secretsFile, JSON.stringify({ masterKey: '22'.repeat(32), ...secrets }))
  const endpoint = inject('dynamoDbEndpoint')
  const tableName = `table-${randomUUID()}`
  const environment = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: tableName,
    SECRETS_FILE: secretsFile,
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  await createTable(endpoint, tableName)
  return async () => {
    vi.unstubAllEnvs()
    await removeFolder(folder)
  }
}
