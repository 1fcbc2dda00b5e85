import {
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { inject } from 'vitest'

/** The engine looks through every table for expired records again and again. */
export async function deleteTable(TableName: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint: inject('dynamoDbEndpoint') })
  try {
    await client.send(new DeleteTableCommand({ TableName }))
  } catch (error) {
    // The shop had its own engine
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
  client.destroy()
}
