import type { Invoke } from './gateway/invocation.ts'

const minuteMs = 60_000

/** Invokes functions at their intervals, as EventBridge does. Returns a function that stops. */
export function startSchedule(
  rules: readonly { readonly name: string; readonly everyMinutes?: number }[],
  invoke: Invoke,
): () => void {
  const timers = rules.flatMap(({ name, everyMinutes }) =>
    everyMinutes === undefined
      ? []
      : [setInterval(() => void run(name, invoke), everyMinutes * minuteMs)],
  )
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

async function run(name: string, invoke: Invoke): Promise<void> {
  try {
    await invoke(name, {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: new Date().toISOString(),
      detail: {},
    })
  } catch (error) {
    console.error(`${name} scheduled:`, error)
  }
}
