import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { routeKey } from '../../shared/http/endpoint.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()

/** Every route of every API: its key and the logical id of its function. */
const routes = cloud.ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
  const target = Properties.Target['Fn::Join'][1][1].Ref as string
  const uri = cloud.all[target]?.Properties.IntegrationUri
  return { key: Properties.RouteKey as string, function: JSON.stringify(uri) }
})

const functionOf = (name: string) => cloud.functionNamed(name).id

describe('the HTTP API', () => {
  const endpoints = groups.flatMap(({ name, endpoints }) =>
    Object.values(endpoints).map((endpoint) => ({ name, key: routeKey(endpoint) })),
  )

  test.each(endpoints)("$key has one route, to $name's function", ({ name, key }) => {
    const found = routes.filter((route) => route.key === key)
    expect(found).toHaveLength(1)
    expect(found[0]?.function).toContain(functionOf(name))
  })

  test('has no route that is not declared', () => {
    const declared = new Set(endpoints.map(({ key }) => key))
    const others = routes.filter(({ key }) => !key.startsWith('$') && !declared.has(key))
    expect(others).toEqual([])
  })

  test('routes all other requests to the fallback function', () => {
    const found = routes.filter(
      ({ key, function: to }) =>
        key === '$default' && to.includes(functionOf('fallback')),
    )
    expect(found).toHaveLength(1)
  })

  test('has a rate limit and logs neither path, query nor cookie', () => {
    const [stage] = cloud
      .ofType('AWS::ApiGatewayV2::Stage')
      .filter(([, { Properties }]) => Properties.StageName === '$default')
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
  test.each(socketApis)(
    '$name handles connects, messages and disconnects',
    ({ name }) => {
      const keys = routes
        .filter((route) => route.function.includes(functionOf(name)))
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
    expect(routes.filter((route) => route.function.includes(functionOf(name)))).toEqual(
      [],
    )
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

test("the stack is well below CloudFormation's limit of 500 resources", () => {
  expect(Object.keys(cloud.all).length).toBeLessThan(450)
})
