import { Validator } from '@seriousme/openapi-schema-validator'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { routeKey } from '../../shared/platform/http/endpoint.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()

const functionOf = (name: string) => cloud.functionNamed(name).id

describe('the HTTP API', () => {
  const [api] = cloud
    .ofType('AWS::ApiGatewayV2::Api')
    .filter(([, { Properties }]) => Properties.Body)
  const { Body: document, ...others } = api?.[1].Properties ?? {}
  const integrations = document.components['x-amazon-apigateway-integrations']

  type Operation = { 'x-amazon-apigateway-integration': { $ref: string } }

  /** Every route of the document: its key and the URI of its function, as JSON. */
  const routes = Object.entries(
    document.paths as Record<string, Record<string, Operation>>,
  ).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { $ref } = operation['x-amazon-apigateway-integration']
      const integration = integrations[$ref.split('/').at(-1) ?? '']
      return {
        key: `${method.toUpperCase()} ${path}`,
        uri: JSON.stringify(integration.uri),
      }
    }),
  )

  const endpoints = groups.flatMap(({ name, endpoints }) =>
    Object.values(endpoints).map((endpoint) => ({ name, key: routeKey(endpoint) })),
  )
  const httpFunctions = [...groups.map(({ name }) => name), 'fallback']
  const defaultRoute = 'X-AMAZON-APIGATEWAY-ANY-METHOD /$default'

  test.each(endpoints)("$key has one route, to $name's function", ({ name, key }) => {
    const found = routes.filter((route) => route.key === key)
    expect(found).toHaveLength(1)
    expect(found[0]?.uri).toContain(`{"Fn::GetAtt":["${functionOf(name)}","Arn"]}`)
  })

  test('has no route that is not declared, and at most the 300 of an API', () => {
    const declared = new Set([...endpoints.map(({ key }) => key), defaultRoute])
    expect(routes.filter(({ key }) => !declared.has(key))).toEqual([])
    expect(routes.length).toBeLessThanOrEqual(300)
  })

  test('routes all other requests to the fallback function', () => {
    const [found, ...more] = routes.filter(({ key }) => key === defaultRoute)
    expect(more).toEqual([])
    expect(found?.uri).toContain(functionOf('fallback'))
    const { '/$default': item } = document.paths
    expect(item['x-amazon-apigateway-any-method'].isDefaultRoute).toBe(true)
  })

  test('is one valid OpenAPI 3.0.1 document of paths and integrations', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.0.1')
    expect(Object.keys(document)).toEqual(['openapi', 'info', 'paths', 'components'])
    expect(JSON.stringify(document)).not.toContain('x-amazon-apigateway-cors')
    // Whatever the import does not understand fails the deployment.
    expect(others).toEqual({ FailOnWarnings: true })
  })

  test("declares the parameters of each operation's path", () => {
    type Item = Record<string, { parameters?: { name: string }[] }>
    for (const [path, item] of Object.entries<Item>(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(item)) {
        expect(parameters.map(({ name }) => name)).toEqual(named)
      }
    }
  })

  test('has one name for the variable at each level of its paths', () => {
    const names = new Map<string, Set<string>>()
    for (const path of Object.keys(document.paths)) {
      const segments = path.split('/')
      for (const [at, segment] of segments.entries()) {
        if (!segment.startsWith('{')) continue
        const level = segments
          .slice(0, at)
          .join('/')
          .replaceAll(/\{\w+\}/g, '{}')
        names.set(level, (names.get(level) ?? new Set()).add(segment))
      }
    }
    expect([...names].filter(([, variables]) => variables.size > 1)).toEqual([])
  })

  test('has an integration for each function, in payload format 2.0', () => {
    expect(Object.keys(integrations).sort()).toEqual([...httpFunctions].sort())
    for (const integration of Object.values<{ uri: unknown }>(integrations)) {
      expect(integration).toEqual({
        type: 'aws_proxy',
        httpMethod: 'POST',
        payloadFormatVersion: '2.0',
        uri: expect.anything(),
      })
      expect(JSON.stringify(integration.uri)).toMatch(
        /:apigateway:.*:lambda:path\/2015-03-31\/functions\/.*\/invocations/,
      )
    }
  })

  test('may invoke each of its functions by one permission', () => {
    const permissions = cloud
      .ofType('AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ SourceArn }) => JSON.stringify(SourceArn).includes(`"${api?.[0]}"`))
    const allowed = permissions.map(({ FunctionName }) => FunctionName['Fn::GetAtt'][0])
    expect(allowed).toEqual(httpFunctions.map(functionOf))
    for (const { Action, Principal, SourceArn } of permissions) {
      expect({ Action, Principal }).toEqual({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
      })
      expect(JSON.stringify(SourceArn)).toMatch(/:execute-api:.*\/\*\/\*"\]\]\}$/)
    }
  })

  test('has a rate limit and logs neither path, query nor cookie', () => {
    const [stage] = cloud
      .ofType('AWS::ApiGatewayV2::Stage')
      .filter(([, { Properties }]) => Properties.StageName === '$default')
    expect(stage?.[1].Properties.ApiId).toEqual({ Ref: api?.[0] })
    expect(stage?.[1].Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: expect.any(Number),
      ThrottlingBurstLimit: expect.any(Number),
    })
    const format: string = stage?.[1].Properties.AccessLogSettings.Format
    expect(format).toContain('$context.routeKey')
    expect(format).not.toMatch(/path|query|header|cookie|identity/i)
  })
})

describe('the WebSocket APIs', () => {
  /** Every route of both: its key and the URI of its function, as JSON. */
  const routes = cloud.ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const target = Properties.Target['Fn::Join'][1][1].Ref as string
    const uri = cloud.all[target]?.Properties.IntegrationUri
    return { key: Properties.RouteKey as string, uri: JSON.stringify(uri) }
  })

  test.each(socketApis)(
    '$name handles connects, messages and disconnects',
    ({ name }) => {
      const keys = routes
        .filter(({ uri }) => uri.includes(functionOf(name)))
        .map(({ key }) => key)
      expect(keys.sort()).toEqual(['$connect', '$default', '$disconnect'])
    },
  )

  test.each(socketApis.filter(({ everyMinutes }) => everyMinutes !== undefined))(
    '$name is called every $everyMinutes minutes',
    ({ name, everyMinutes }) => {
      const rules = cloud
        .ofType('AWS::Events::Rule')
        .filter(([, rule]) => JSON.stringify(rule).includes(functionOf(name)))
      expect(rules.map(([, { Properties }]) => Properties.ScheduleExpression)).toEqual([
        `rate(${everyMinutes} minutes)`,
      ])
    },
  )

  test.each(socketApis)(
    '$name has a longer timeout for work after its response',
    (api) => {
      const { Timeout } = cloud.functionNamed(api.name)
      expect(Timeout).toBe(api.invokesItself ? 300 : 29)
    },
  )
})

describe('the workers', () => {
  const configOf = (name: string) =>
    cloud
      .ofType('AWS::Lambda::EventInvokeConfig')
      .map(([, { Properties }]) => Properties)
      .filter(({ FunctionName }) => FunctionName.Ref === functionOf(name))

  test.each(workers)('$name has a longer timeout and no route', ({ name }) => {
    expect(cloud.functionNamed(name).Timeout).toBe(300)
    const apis = ['Api', 'Route', 'Integration'].flatMap((kind) =>
      cloud.ofType(`AWS::ApiGatewayV2::${kind}`),
    )
    expect(JSON.stringify(apis)).not.toContain(`"${functionOf(name)}"`)
  })

  test.each([
    ['watchers', 60],
    ...workers.map(({ name }) => [name, 300] as const),
  ] as const)("%s's events wait %d s at most and are tried twice", (name, seconds) => {
    expect(configOf(name)).toEqual([
      expect.objectContaining({
        MaximumEventAgeInSeconds: seconds,
        MaximumRetryAttempts: 1,
      }),
    ])
  })
})

describe('the template', () => {
  test('has far less than the 500 resources of a stack', () => {
    expect(Object.keys(cloud.all).length).toBeLessThan(350)
  })

  test('has no cycle of references', () => {
    expect(() => Template.fromJSON({ Resources: cloud.all })).not.toThrow()
  })

  test.each([
    ['Ref', { Properties: { Url: { Ref: 'B' } } }],
    ['Fn::GetAtt', { Properties: { Url: { 'Fn::GetAtt': ['B', 'Arn'] } } }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own syntax
    ['Fn::Sub', { Properties: { Url: { 'Fn::Sub': 'https://${B}/' } } }],
    ['DependsOn', { DependsOn: ['B'] }],
  ])('would be refused for a cycle by %s', (_, back) => {
    const Type = 'AWS::SNS::Topic'
    const cycle = {
      A: { Type, ...back },
      B: { Type, Properties: { Name: { Ref: 'A' } } },
    }
    expect(() => Template.fromJSON({ Resources: cycle })).toThrow('dependency cycle')
  })
})
