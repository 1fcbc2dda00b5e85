import {
  CloudFormationClient,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import type { AwsCli } from './account-limits.ts'

type Stage = { readonly RouteSettings?: Readonly<Record<string, unknown>> }

/**
 * Deletes the settings of a deployed shop's stage for routes that are not among `routeKeys`,
 * and returns their keys. API Gateway refuses the update of an API while its stage has
 * settings of a route that the update removes ("Unable to find Route by key"). Until the
 * update is done such a route has the limits of all others. Throws what the AWS CLI throws.
 */
export async function dropSettingsOfRemovedRoutes(
  shop: string,
  routeKeys: readonly string[],
  cli: AwsCli,
): Promise<readonly string[]> {
  const dropped: string[] = []
  for (const api of await apisOf(shop)) {
    const { RouteSettings = {} } = await stageOf(api, cli)
    const removed = Object.keys(RouteSettings).filter((key) => !routeKeys.includes(key))
    for (const key of removed) {
      await cli([
        'apigatewayv2',
        'delete-route-settings',
        ...namesOf(api),
        '--route-key',
        key,
      ])
      dropped.push(key)
    }
  }
  return dropped
}

/** The ids of a stack's HTTP and WebSocket APIs. */
async function apisOf(shop: string): Promise<readonly string[]> {
  const pages = paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName: shop },
  )
  const ids: string[] = []
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::ApiGatewayV2::Api' || !PhysicalResourceId) continue
      ids.push(PhysicalResourceId)
    }
  }
  return ids
}

/** The HTTP API's stage; the WebSocket APIs have none of its name. */
async function stageOf(api: string, cli: AwsCli): Promise<Stage> {
  try {
    return await cli(['apigatewayv2', 'get-stage', ...namesOf(api)])
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string }
    if (stderr.includes('NotFoundException')) return {}
    throw error
  }
}

const namesOf = (api: string) => ['--api-id', api, '--stage-name', '$default']
