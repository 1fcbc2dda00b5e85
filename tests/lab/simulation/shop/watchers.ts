import type { Socket } from '../cloud/sockets.ts'
import type { WebSockets } from '../cloud/web-sockets.ts'
import { Random } from '../machine/random.ts'
import type { Findings } from '../proof/records.ts'
import { Client } from './client.ts'
import { payDeposit } from './customers.ts'
import type { World } from './world.ts'

/** A screen that shows payments as they come, in a separate session. */
export class Watcher {
  readonly #sockets: WebSockets
  readonly #cookies: readonly string[]
  #socket: Socket | undefined
  /** Since when it watches, Unix ms. */
  #sinceMs: number | undefined

  constructor({ webSockets }: World, cookies: readonly string[]) {
    this.#sockets = webSockets
    this.#cookies = cookies
  }

  /** One thing that happens to the screen: it connects, asks, closes, or loses its network. */
  async act({ gaps }: World, { random, cloud }: Client): Promise<void> {
    const { scheduler } = cloud
    const socket = this.#socket
    if (socket?.state !== 'open') await this.#connect(cloud.scheduler.nowMs)
    else {
      const what = random.next()
      if (what < 0.25) {
        const since = scheduler.nowMs - random.below(60_000)
        await this.#sockets.send(socket, { action: 'replay', since })
      } else if (what < 0.6) {
        const gap = gaps.begin()
        if (random.chance(0.5)) this.#sockets.drop(socket)
        else this.#sockets.close(socket)
        await scheduler.sleep(random.below(20_000))
        await this.#connect(scheduler.nowMs)
        void gaps.end(gap, this.#socket)
      }
    }
    await scheduler.sleep(random.below(5_000))
  }

  async #connect(nowMs: number): Promise<void> {
    this.#socket = (await this.#sockets.connect(this.#cookies)) ?? this.#socket
    if (this.#socket?.state === 'open') this.#sinceMs ??= nowMs
  }

  /**
   * Loses or closes the screen once faults have ended, lets payments arrive, and opens it
   * again. Resolves when the new socket must have all that the session missed.
   */
  async reopen({ gaps }: World, { random, cloud }: Client, pay: () => Promise<void>) {
    const { scheduler } = cloud
    if (this.#socket?.state !== 'open') await this.#connect(scheduler.nowMs)
    const socket = this.#socket
    if (!socket) return
    const gap = gaps.begin()
    if (random.chance(0.5)) this.#sockets.drop(socket)
    else this.#sockets.close(socket)
    await pay()
    await this.#connect(scheduler.nowMs)
    await gaps.end(gap, this.#socket)
  }

  /**
   * Asks for everything since it began to watch, once faults have ended. Returns that
   * time, and the frames that came then.
   */
  async catchUp({ cloud }: World) {
    const { scheduler } = cloud
    if (this.#sinceMs === undefined) return undefined
    const socket = await this.#sockets.connect(this.#cookies)
    if (!socket) return { sinceMs: this.#sinceMs, frames: undefined }
    const idle = async () => {
      do await scheduler.sleep(15_000)
      while (!cloud.isIdle)
    }
    await idle()
    const earlier = socket.received.length
    await this.#sockets.send(socket, { action: 'replay', since: this.#sinceMs })
    await idle()
    return { sinceMs: this.#sinceMs, frames: socket.received.slice(earlier) }
  }
}

/** Payments come while a screen is away for a moment. */
export async function reopenScreens(world: World, screens: readonly Watcher[]) {
  const { cloud, shop } = world
  cloud.setClocks()
  const client = new Client(cloud, new Random(1, 'reopening'), shop.cookies)
  const pay = async () => {
    await payDeposit(world, client)
    await payDeposit(world, client)
  }
  for (const screen of screens.slice(0, 1)) await screen.reopen(world, client, pay)
}

/** A screen that asks for everything gets everything, in order and once. */
export async function auditScreens(
  world: World,
  screens: readonly Watcher[],
  findings: Findings,
): Promise<void> {
  for (const [at, screen] of screens.entries()) {
    const caught = await screen.catchUp(world)
    if (!caught) continue
    const { frames, sinceMs } = caught
    findings.equal(`what screen ${at + 1} was sent`, frames, world.feed.since(sinceMs))
  }
}
