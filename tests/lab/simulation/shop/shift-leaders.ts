import type { HttpResponse } from '../cloud/http.ts'
import { nothing } from '../proof/history.ts'
import { type ShiftInput, shiftModel } from '../proof/models.ts'
import type { Client } from './client.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

type Told = { readonly value: string | boolean | null }

/** One thing that a shift leader does. */
export async function atTheShift(world: World, client: Client): Promise<void> {
  const { random } = client
  const { shop, history } = world
  const record = (
    input: ShiftInput,
    send: () => Promise<HttpResponse | undefined>,
    observe: (answer: HttpResponse) => Told | typeof nothing,
  ) =>
    history.record('open shift', shiftModel, input, send, (answer) =>
      answer ? observe(answer) : undefined,
    )
  const read = () =>
    record(
      'read',
      () => client.send('GET', '/shifts/open'),
      ({ status, body }) =>
        status === 200 ? { value: body.id } : status === 204 ? { value: null } : nothing,
    )
  const what = random.next()
  if (what < 0.4) {
    const moment = String(client.cloud.scheduler.nowMs)
    const shift = {
      userId: shop.userId,
      shiftDate: moment,
      startTime: moment,
      notes: '',
      initialAmount: 100,
    }
    const opened = await record(
      { open: true },
      () => client.send('POST', '/shifts', shift, { key: random.uuid() }),
      ({ status, body }) =>
        status === 201 ? { value: body.id } : status === 409 ? { value: null } : nothing,
    )
    noteAudited(world, 'shift', moment, outcomeOf(opened, true))
    return
  }
  const open = await read()
  const id = open?.status === 200 ? String(open.body.id) : undefined
  if (id === undefined) return
  if (what < 0.75) {
    await record(
      { close: id },
      () =>
        client.send(
          'POST',
          `/shifts/${id}/close`,
          { finalAmount: 100 },
          { key: random.uuid() },
        ),
      ({ status }) =>
        status === 200 ? { value: true } : status === 404 ? { value: false } : nothing,
    )
  } else if (what < 0.9) {
    const answer = await client.send(
      'POST',
      `/shifts/${id}/cash`,
      { type: random.pick(['in', 'out']), amount: 1, reason: 'change' },
      { key: random.uuid() },
    )
    noteAudited(world, 'cash', id, outcomeOf(answer, true))
  } else await client.send('GET', `/shifts/${id}/breakdown`)
}
