import asyncApi from '../../docs/asyncapi.json' with { type: 'json' }
import openApi from '../../docs/openapi.json' with { type: 'json' }
import { readAsset } from '../../shared/platform/docs-page/assets.ts'
import { page } from '../../shared/platform/docs-page/page.ts'
import { publicLambda } from '../../shared/platform/http/public-lambda.ts'
import { servedUnlessKnown } from '../../shared/platform/http/serve-versioned.ts'
import { endpoints } from './endpoints.ts'

export const handler = publicLambda(endpoints, {
  openApi: servedUnlessKnown(JSON.stringify(openApi)),
  asyncApi: servedUnlessKnown(JSON.stringify(asyncApi)),
  page: servedUnlessKnown(page),
  asset: ({ params }) => readAsset(params.asset),
})
