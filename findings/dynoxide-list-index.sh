#!/usr/bin/env bash
# dynoxide fills a list with NULLs up to the index that SET names; DynamoDB appends.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @dynoxide/linux-x64@1.2.1 @aws-sdk/client-dynamodb@3.1162.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  An index beyond the end of a list, as in SET courses[5] = :a, appends the value, and several
  are appended in the order of their indexes (Amazon's guide to update expressions).
Behaviour:
  dynoxide 1.2.1 puts the value at that very index and NULL into every place before it, so
  that code which passes on this engine finds other lists in the cloud.
Output:
TEXT

cat >try.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address()
probe.close()
const command = ['serve', '--host', '127.0.0.1', '--port', String(port)]
const engine = spawn('node_modules/@dynoxide/linux-x64/dynoxide', command, { stdio: 'ignore' })
const client = new DynamoDBClient({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  maxAttempts: 10,
})
const TableName = 'Orders'
await client.send(
  new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  }),
)
const id = { S: '7' }
await client.send(new PutItemCommand({ TableName, Item: { id, courses: { L: [{ S: 'tea' }] } } }))
const { Attributes } = await client.send(
  new UpdateItemCommand({
    TableName,
    Key: { id },
    UpdateExpression: 'SET courses[3] = :cake, courses[5] = :nuts',
    ExpressionAttributeValues: { ':cake': { S: 'cake' }, ':nuts': { S: 'nuts' } },
    ReturnValues: 'UPDATED_NEW',
  }),
)
console.log(JSON.stringify(Attributes.courses.L))
engine.kill()
JS

cat >known.txt <<'TEXT'
[{"S":"tea"},{"NULL":true},{"NULL":true},{"S":"cake"},{"NULL":true},{"S":"nuts"}]
TEXT

node --no-warnings try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
