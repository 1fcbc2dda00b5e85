import { findJava } from '../../infra/local/engines/dynamodb-local.ts'

/** True if DynamoDB Local can run here. */
export const hasJava = await findJava().then(
  () => true,
  () => false,
)
