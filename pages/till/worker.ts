/**
 * The service worker: keeps the till's own files and the pictures that it has shown, so that a till
 * that was opened once starts without the network. It never answers for the API.
 */
const page = '/till'
const cacheName = 'till'
const picturesName = 'till-pictures'
/** More pictures push out those that were kept first. */
const maxPictures = 1_000
/** Nobody waits for a slow network: the page that was kept starts. In ms. */
const patienceMs = 3_000

/** Parts of its events that the worker uses; the page's types have no service worker. */
type WorkerEvent = Event & {
  readonly request: Request
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly respondWith: (response: Promise<Response>) => void
}

const worker = globalThis as unknown as EventTarget & {
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
}

const on = (name: string, act: (event: WorkerEvent) => void) =>
  worker.addEventListener(name, (event) => act(event as WorkerEvent))

on('install', (event) => event.waitUntil(keepPage().then(() => worker.skipWaiting())))
on('activate', (event) => event.waitUntil(worker.clients.claim()))
on('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname === page && request.mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith(`${page}/`)) event.respondWith(assetOf(request))
  else if (pathname.startsWith('/uploads/')) event.respondWith(pictureOf(event))
})

/** The newest page where the network is quick enough, else the one that was kept. */
async function openPage(event: WorkerEvent): Promise<Response> {
  const newest = keepPage()
  event.waitUntil(newest.catch(() => undefined))
  const cache = await caches.open(cacheName)
  const known = await cache.match(page, { ignoreVary: true })
  if (!known) return newest
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(known), patienceMs)
  })
  return Promise.race([newest.catch(() => known), late])
}

/** Reads the page, and keeps it once all that it loads is kept; then drops older files. */
async function keepPage(): Promise<Response> {
  const response = await fetch(page, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`the page answered ${response.status}`)
  const text = await response.clone().text()
  const [, later = ''] = /data-later="([^"]*)"/.exec(text) ?? []
  const assets = [
    ...[...text.matchAll(/"(\/till\/[^"]+)"/g)].map(([, path = '']) => path),
    // Receipts without the network are shown as codes
    ...later
      .split(' ')
      .filter((file) => file.startsWith('qr-code'))
      .map((file) => `${page}/${file}`),
  ]
  const cache = await caches.open(cacheName)
  const kept = await cache.keys()
  const isKept = (path: string) => kept.some(({ url }) => new URL(url).pathname === path)
  await cache.addAll(assets.filter((path) => !isKept(path)))
  await cache.put(page, response.clone())
  const old = kept.filter(({ url }) => {
    const { pathname } = new URL(url)
    return pathname !== page && !assets.includes(pathname)
  })
  await Promise.all(old.map((request) => cache.delete(request)))
  return response
}

/** By its address alone: answers vary by Origin, which a page sends for modules and a worker does not. */
const assetOf = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

/** A picture never changes under its address. */
async function pictureOf(event: WorkerEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(picturesName)
  const known = await cache.match(request.url, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  const keepIt = async (copy: Response) => {
    await cache.put(request.url, copy)
    const kept = await cache.keys()
    const old = kept.slice(0, Math.max(0, kept.length - maxPictures))
    await Promise.all(old.map((each) => cache.delete(each)))
  }
  // A device without room shows it all the same
  if (response.ok) event.waitUntil(keepIt(response.clone()).catch(() => undefined))
  return response
}
