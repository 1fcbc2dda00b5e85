import { publicLambda } from '../../shared/http/public-lambda.ts'
import { readAsset, readPage } from '../../shared/office-page/page.ts'
import { endpoints } from './endpoints.ts'

export const handler = publicLambda(endpoints, {
  page: async (call) => (await readPage())(call),
  asset: ({ params }) => readAsset(params.asset),
})
