import { builtPage } from '../../shared/platform/built-pages/built-page.ts'
import { publicLambda } from '../../shared/platform/http/public-lambda.ts'
import { endpoints } from './endpoints.ts'

const { readPage, readAsset } = builtPage('till')

export const handler = publicLambda(endpoints, {
  page: async (call) => (await readPage())(call),
  asset: ({ params }) => readAsset(params.asset),
})
