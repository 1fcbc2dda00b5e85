import { expect, test } from 'vitest'
import { sources, textOf } from './sources.ts'

/**
 * State that modules keep between requests, with the reason why no shop finds another's there:
 * a process serves many shops. New state has the shop in its key, or is listed with its reason.
 */
const kept: Readonly<Record<string, string>> = {
  // By shop
  'shared/catalog/codes.ts remembered': 'its key names the table and the shop',
  'shared/selling/sales/ticket-numbers.ts latest': 'its key names the table and the shop',
  'shared/people/tills/note-till.ts noted': 'its key begins with the shop',
  'shared/platform/http/pipeline/till.ts known': 'its key begins with the shop',
  'shared/paper/printing/shop-logo.ts logos': 'its key names the shop and the path',
  'shared/selling/shop-config/shop-time.ts lastTimes': 'its key is the shop',
  'shared/platform/dynamodb/rate-limit.ts buckets': 'its key begins with the shop',
  'shared/people/api-keys/caller-of-key.ts lastRead':
    'its key names the table and the shop',
  'shared/platform/shops/connections.ts known':
    'the shops of connections, which belong to the deployment',
  'shared/platform/shops/visited-shop.ts known': 'hosts, which belong to the deployment',
  'shared/platform/shops/visited-shop.ts unknown':
    'hosts, which belong to the deployment',
  'shared/selling/till-data/build.ts kept': 'its key is the shop',
  'shared/selling/till-data/build.ts building': 'its key begins with the shop',
  // Of the deployment
  'shared/current-shop.ts ofProcess': 'what a program sets that serves one shop',
  'shared/lightning/payments-feed/watcher-connections.ts opened':
    'a client of API Gateway',
  'shared/agents/tunnel-sockets.ts opened': 'a client of API Gateway',
  'shared/platform/deployment/parameter-store.ts client': 'a client of Systems Manager',
  'shared/platform/deployment/secrets.ts caches':
    "the deployment's secrets, by their source",
  'shared/platform/deployment/secrets.ts manager': 'a client of Secrets Manager',
  'shared/people/auth/tokens.ts keysInUse': 'imported keys, by their text',
  'shared/people/auth/front-door.ts answers': 'by the headers of one request',
  'shared/ids.ts lastMs': 'ids grow within a process',
  // Constants that are loaded or computed at their first use
  'shared/platform/time/clock.ts formats': 'formats of time zones',
  'shared/platform/time/zone.ts lines': 'rules of time zones',
  'shared/platform/time/zone.ts known': 'rules of time zones',
  'shared/paper/layout/unifont.ts font': 'a font',
  'shared/paper/layout/text-rows.ts bidi': 'tables of Unicode',
  'shared/paper/layout/text-rows.ts turns': 'tables of Unicode',
  'shared/paper/layout/foreign-text.ts cache': 'dots of letters',
  'shared/paper/layout/code-pages.ts pages': 'code pages',
  'shared/paper/layout/printable.ts letters': 'tables of Unicode',
  'shared/paper/layout/rasterizer.ts rasterizer': 'the rasterizer',
  'shared/paper/layout/rasterizer.ts wasm': 'the rasterizer',
  'shared/paper/layout/rasterizer.ts fonts': 'fonts',
  'shared/paper/layout/logo.ts decoder': 'the decoder of pictures',
}

const atModuleLevel =
  /^(?:export )?(?:let (\w+)|const (\w+)[^\n]* = new (?:Map|Set|WeakMap)\b[^\n]*\(\)$)/gm

test('modules keep nothing of a shop between requests but by its id', () => {
  const found = sources('{shared,functions}/**/*.ts')
    .filter((file) => !/\/(page|client)\//.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(atModuleLevel)].map(
        ([, variable, collection]) => `${file} ${variable ?? collection}`,
      ),
    )
  expect(found.sort()).toEqual(Object.keys(kept).sort())
})
