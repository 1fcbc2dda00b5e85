import type { Known, tillDataFollower } from '../../../../pages/till/shop/follow.ts'
import type { connect } from '../../../../shared/client/connect.ts'
import type { TillDataStore } from '../../../../shared/client/till-data.ts'
import { environment } from '../cloud/environment.ts'
import type { Socket } from '../cloud/sockets.ts'
import { Instance } from '../machine/instance.ts'
import type { Random } from '../machine/random.ts'
import type { Findings } from '../proof/records.ts'
import { cookiesOf } from './sessions.ts'
import type { World } from './world.ts'

/** The parts of the real page, and its client, that run here. */
type Modules = {
  readonly connect: typeof connect
  readonly tillDataFollower: typeof tillDataFollower
}

/** Clocks of devices are right, or hours wrong. In ms. */
const skewsMs = [0, 0, 3 * 60 * 60_000, -5 * 60 * 60_000]

/** A socket of the page, as its scripts see it. */
type SocketClient = {
  readonly onopen: () => void
  readonly onmessage: (message: { readonly data: string }) => void
  readonly onclose: () => void
}

/**
 * An open till, without what it draws: the real page keeps the shop's data here, by the real
 * client. Its disk outlives it; its network and its clock are the seed's.
 */
export class Page {
  /** The catalogue that it shows; undefined while it opens. */
  known: Known | undefined
  readonly #world: World
  readonly #findings: Findings
  readonly #cookies: Map<string, string>
  readonly #random: Random
  readonly #name: string
  readonly #sockets = new Set<Socket>()
  #stored: string | undefined
  /** True while every frame to it is lost. */
  isDeaf = false
  /** Steps of the newest version that it has shown, and of those that frames have told it. */
  #shown = 0
  #told = 0
  #end = () => {}

  constructor(
    world: World,
    findings: Findings,
    name: string,
    random: Random,
    cookies: readonly string[],
  ) {
    this.#world = world
    this.#findings = findings
    this.#name = name
    this.#random = random
    this.#cookies = new Map(
      cookies.map((cookie) => {
        const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? []
        return [key, value]
      }),
    )
  }

  /** One thing that happens to the page: it opens, starts again, or loses its network. */
  async act(): Promise<void> {
    const { webSockets, cloud } = this.#world
    const what = this.#random.next()
    if (!this.known || what < 0.1) await this.#open()
    else if (what < 0.3) {
      for (const socket of this.#sockets) {
        if (this.#random.chance(0.5)) webSockets.drop(socket)
        else webSockets.close(socket)
      }
    }
    await cloud.scheduler.sleep(this.#random.below(20_000))
  }

  /** Leaves nothing of it running. */
  close(): void {
    this.#end()
    this.#end = () => {}
  }

  /** Opens it where no act of the seed has, or none could; its network is back. */
  async keepOpen(): Promise<void> {
    if (!this.known) await this.#open()
    for (const socket of this.#sockets) {
      if (socket.state === 'open') continue
      this.#world.webSockets.close(socket)
      socket.onEnd()
    }
  }

  /** Checks that it holds what a delivered frame told, though later ones were lost. */
  checkTold(): void {
    if (!this.known) return
    const { version } = this.known.data
    this.#findings.isTrue(
      `${this.#name} was told of version ${this.#told} and holds ${version}`,
      stepsOf(version) >= this.#told,
    )
  }

  async #open(): Promise<void> {
    this.close()
    this.#told = 0
    const { cloud } = this.#world
    const device = this.#device()
    device.skewMs = this.#random.pick(skewsMs)
    const { connect, tillDataFollower } = (await device.handler({}, {})) as Modules
    const pos = connect({
      baseUrl: 'https://shop',
      cookies: this.#cookies,
      retries: 1,
      tillData: this.#store(),
      fetch: this.#fetch as unknown as typeof fetch,
    })
    let endPulse = () => {}
    let end = () => {}
    this.#end = () => {
      device.kill()
      endPulse()
      end()
      for (const socket of this.#sockets) this.#world.webSockets.close(socket)
      this.#sockets.clear()
    }
    try {
      const data = (await pos.tillData.kept()) ?? (await pos.tillData.latest())
      if (!device.isAlive) return
      this.#show({ data, stock: new Map(), isShiftOpen: undefined })
    } catch {
      // It says that the shop does not answer, and somebody opens it again
      return
    }
    if (!this.known) return
    const follower = tillDataFollower(pos, this.known, {
      changed: (known) => device.isAlive && this.#show(known),
      lives: (isLive) => {
        endPulse()
        if (!isLive && device.isAlive) endPulse = follower.pulse(() => true)
      },
      opened: () => {},
      failed: () => {},
    })
    endPulse = follower.pulse(() => true)
    end = follower.follow()
    cloud.log.push(`${this.#name} is open`)
  }

  #show(known: Known): void {
    const steps = stepsOf(known.data.version)
    this.#findings.isTrue(
      `${this.#name} shows version ${steps} after ${this.#shown}`,
      steps >= this.#shown,
    )
    this.#shown = steps
    this.known = known
  }

  #device(): Instance {
    const { cloud, webSockets } = this.#world
    const connect = (url: string, client: SocketClient) => this.#connect(url, client)
    return new Instance('page', {
      scheduler: cloud.scheduler,
      random: this.#random,
      evaluate: cloud.evaluate,
      environment,
      secrets: '',
      substitutes: () => ({}),
      fetch: () => this.#fetch,
      webSocket: class {
        onopen = () => {}
        onmessage = (_message: { readonly data: string }) => {}
        onclose = () => {}
        readonly #opening: Promise<Socket | undefined>

        constructor(url: string) {
          this.#opening = connect(url, this)
        }

        send = (text: string) =>
          void this.#opening.then(
            (socket) => socket && webSockets.send(socket, JSON.parse(text) as object),
          )

        close = () =>
          void this.#opening.then((socket) => socket && webSockets.close(socket))
      },
      log: (line) => cloud.log.push(line),
    })
  }

  async #connect(url: string, client: SocketClient): Promise<Socket | undefined> {
    const { webSockets, cloud } = this.#world
    const topics = new URL(url).searchParams.get('topics') ?? ''
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    await cloud.scheduler.turn(`${this.#name} opens a socket`)
    const socket = await webSockets.connect(cookies, topics)
    if (!socket) {
      client.onclose()
      return undefined
    }
    this.#sockets.add(socket)
    socket.onEnd = () => {
      this.#sockets.delete(socket)
      client.onclose()
    }
    socket.onFrame = (data) => {
      const copies = cloud.faults.draw(['message doubled', 'message lost'])
      if (copies === 'message lost' || this.isDeaf) return
      // Frames change places on their way
      for (let left = copies ? 2 : 1; left > 0; left -= 1) {
        cloud.scheduler.add('a frame comes', () => {
          if (socket.state === 'closed') return
          const { version } = JSON.parse(data) as { readonly version?: string }
          if (version) this.#told = Math.max(this.#told, stepsOf(version))
          client.onmessage({ data })
        })
      }
    }
    client.onopen()
    return socket
  }

  #fetch = async (
    url: string,
    {
      method = 'GET',
      body,
    }: { readonly method?: string; readonly body?: URLSearchParams | string } = {},
  ) => {
    const { cloud } = this.#world
    const fault = cloud.faults.draw(['refused', 'answer lost'])
    if (fault === 'refused') throw new TypeError('fetch failed')
    const {
      status,
      body: answer,
      cookies,
    } = await cloud.request({
      method,
      path: url.replace('https://shop', ''),
      body,
      cookies: [...this.#cookies].map(([name, value]) => `${name}=${value}`),
    })
    if (fault) throw new TypeError('fetch failed')
    return {
      status,
      headers: {
        get: (name: string) => (name === 'content-type' ? 'application/json' : null),
        getSetCookie: () => cookiesOf(cookies),
      },
      text: async () => (answer === null ? '' : JSON.stringify(answer)),
    }
  }

  #store(): TillDataStore {
    const { scheduler } = this.#world.cloud
    return {
      load: async () =>
        this.#stored === undefined ? undefined : JSON.parse(this.#stored),
      save: async (data) => {
        const text = JSON.stringify(data)
        await scheduler.turn(`${this.#name} writes to its disk`)
        this.#stored = text
      },
    }
  }
}

/** Counts the steps to a version. */
const stepsOf = (version: string) => Number(version.split('-')[0])
