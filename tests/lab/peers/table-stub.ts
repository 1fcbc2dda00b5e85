import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { collectionKey } from '../../../shared/platform/dynamodb/keys.ts'
import { productId, userId } from './requests.ts'

const user = { ...collectionKey('USER', userId), id: userId, name: 'Ana' }

const products = Array.from({ length: 100 }, (_, n) => ({
  ...collectionKey('PRODUCT', productId(n)),
  id: productId(n),
  SKU: `SKU-${n}`,
  name: `Product ${n}`,
  description: 'One of a hundred',
  costCents: 100,
  priceCents: 200,
  quantity: 1_000_000,
  minStockThreshold: 0,
  maxStockThreshold: 0,
  categoryIds: [],
  version: 1,
}))

const records = new Map([user, ...products].map((record) => [record.sk, record]))

type Input = {
  readonly KeyConditionExpression?: string
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys: readonly { readonly sk: string }[] }>
  >
}

/** Answers as the table would, at once: the same for all that are compared. */
function answer({ KeyConditionExpression, RequestItems = {} }: Input) {
  if (KeyConditionExpression) return { Items: products }
  return {
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.flatMap(({ sk }) => records.get(sk) ?? []),
      ]),
    ),
  }
}

DynamoDBDocumentClient.prototype.send = async (command: { readonly input: object }) =>
  answer(command.input)
