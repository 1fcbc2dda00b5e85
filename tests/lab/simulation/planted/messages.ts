import type { Mutation } from './mutation.ts'

/** Bugs in what is published, pushed and printed. */
export const messageBugs: readonly Mutation[] = [
  {
    name: 'two reports of a missed payment publish it twice',
    file: 'shared/selling/sales/payment-hashes.ts',
    from: 'insert({ ...notificationKey(paymentHash), ...received } satisfies HashNotification)',
    to: 'put({ ...notificationKey(paymentHash), ...received })',
  },
  {
    name: 'a fan-out leaves out a socket',
    file: 'shared/lightning/payments-feed/fan-out.ts',
    from: 'return all.filter(({ connectionId }) => ids?.has(connectionId) ?? true)',
    to: 'return all.slice(1).filter(({ connectionId }) => ids?.has(connectionId) ?? true)',
  },
  {
    name: 'each frame is sent twice',
    file: 'shared/lightning/payments-feed/fan-out.ts',
    from: `    watchers = successors
`,
    to: `    watchers = tried.size < 9 && !frame.sent ? [...watchers] : successors
    if (frame.paymentHash) Object.defineProperty(frame, 'sent', { value: true })
`,
  },
  {
    name: 'a replay begins after the first frame that was missed',
    file: 'shared/lightning/payments-feed/send-replay.ts',
    from: `    after = sk
    sent += 1`,
    to: `    after = sk
    sent += 1
    if (sent === 3) break`,
  },
  {
    name: 'the sale of a payment hash vanishes after a day',
    file: 'shared/selling/sales/payment-hashes.ts',
    from: 'insert(sale, (current)',
    to: 'insert({ ...sale, expiresAt: Math.ceil(Date.now() / 1000) + 86_400 }, (current)',
  },
  {
    name: 'frames for replay are kept for a year',
    file: 'shared/lightning/payments-feed/payment-events.ts',
    from: 'const eventTtlMs = 30 *',
    to: 'const eventTtlMs = 365 *',
  },
  {
    name: 'a cancelled job is given to the agent',
    file: 'shared/paper/jobs/job-changes.ts',
    from: `AND attribute_not_exists(#wasCancelled)\`,
        values,`,
    to: `OR #state = :cancelled\`,
        values: { ...values, cancelled: 'cancelled' },`,
  },
  {
    name: 'a dead letter is listed as waiting forever',
    file: 'shared/paper/jobs/job-states.ts',
    from: "nowMs > createdAtMs + maxJobAgeMs + reportingMs ? 'failed' : 'waiting'",
    to: "'waiting'",
  },
  {
    name: 'an agent that died prints a ticket again without a mark',
    file: 'print-agent/jobs/run-job.ts',
    from: 'const isCopy = journal.of(job.id).starts > 0',
    to: 'const isCopy = false',
  },
  {
    name: 'a new socket does not get the gap of its session',
    file: 'shared/lightning/payments-feed/connect.ts',
    from: 'else if (sinceMs !== undefined) await',
    to: 'else if (sinceMs === 0) await',
  },
  {
    name: 'a print job is recorded and not sent',
    file: 'shared/paper/printing/job-list.ts',
    from: '    await sendJob(agent.id, job)\n',
    to: '',
  },
  {
    name: 'the agent deletes a message before its job has ended',
    file: 'print-agent/jobs/pull.ts',
    from: '  if (!(await printJob(job, deps, stop))) {',
    to: `  await logFailure(queue.remove(message))
  if (!(await printJob(job, deps, stop))) {`,
  },
]
