import asyncApi from '../../docs/asyncapi.json' with { type: 'json' }
import openApi from '../../docs/openapi.json' with { type: 'json' }
import { publicLambda } from '../../shared/http/public-lambda.ts'
import { readAsset } from './assets.ts'
import { endpoints } from './endpoints.ts'
import { page } from './page.ts'
import { servedUnlessKnown } from './versions.ts'

export const handler = publicLambda(endpoints, {
  openApi: servedUnlessKnown(JSON.stringify(openApi)),
  asyncApi: servedUnlessKnown(JSON.stringify(asyncApi)),
  page: servedUnlessKnown(page),
  asset: ({ params }) => readAsset(params.asset),
})
