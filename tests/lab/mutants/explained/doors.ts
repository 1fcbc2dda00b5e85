import type { Explanation } from './explanation.ts'

const onlyPauses =
  'Only the time of the next look changes; the bench of the tunnel measures it'

/** Sign-in, webhook, tunnel, journal, fan-out and refunds. */
export const ofDoors: readonly Explanation[] = [
  {
    file: 'functions/webhook/handler.ts',
    line: 'secrets.some((secret)',
    why: 'It is killed by tests/api/staff/rotation.test.ts, which needs a node: two secrets are valid during a rotation alone',
  },
  {
    file: 'functions/webhook/handler.ts',
    line: 'value?.trim(),',
    why: 'HTTP takes the blanks around the value of a header away',
  },
  {
    file: 'print-agent/jobs/journal.ts',
    line: "=== 'ENOENT'",
    to: '"Stryker was here!"',
    why: 'A line that is no JSON is ignored',
  },
  {
    file: 'print-agent/jobs/journal.ts',
    line: '} catch {',
    to: '{}',
    why: 'A function that ends returns undefined, too',
  },
  {
    file: 'print-agent/line-file.ts',
    line: 'if (lines.length === 0) return',
    to: 'false',
    why: 'It then appends nothing',
  },
  {
    file: 'shared/staff/leaky-bucket.ts',
    line: 'if (nowMs < leakedMs) return',
    to: 'nowMs <= leakedMs',
    why: 'Nothing has leaked at the same moment either way',
  },
  {
    file: 'shared/staff/login-decision.ts',
    line: 'blockedUntilMs > nowMs ?',
    to: 'blockedUntilMs >= nowMs',
    why: 'The block is over: 0 either way',
  },
  {
    file: 'print-agent/tunnel/allow-list.ts',
    line: "url.host !== 'node'",
    to: 'false',
    why: 'A path with a host is not the path that was parsed, either',
  },
  {
    file: 'print-agent/tunnel/requests.ts',
    line: 'inProgress.delete(served)',
    why: 'One that is answered is not waited for; it would stay in memory',
  },
  {
    file: 'print-agent/tunnel/requests.ts',
    line: '!(error instanceof NodeUnreachable)',
    to: 'false',
    why: 'The transport throws nothing else',
  },
  {
    file: 'shared/staff/pins.ts',
    line: "stored?.saltName ?? ''",
    why: 'Without a stored hash nothing matches',
  },
  {
    file: 'shared/staff/pins.ts',
    line: "stored?.hash ?? ''",
    why: 'Without a stored hash nothing matches',
  },
  {
    file: 'shared/staff/pins.ts',
    line: 'if (stored === null ||',
    to: 'false',
    why: 'No hash is that of an empty text',
  },
  {
    file: 'shared/auth/tokens.ts',
    line: 'if (!token) return',
    to: 'false',
    why: 'The library refuses an empty token, too',
  },
  {
    file: 'shared/auth/cookies.ts',
    line: "[, claims = ''] = token.split('.')",
    why: 'Neither text is JSON, so the token counts as none',
  },
  {
    file: 'shared/auth/cookies.ts',
    line: 'headers: readonly string[] = []',
    why: 'A header without = has no cookie',
  },
  {
    file: 'shared/agents/answer-times.ts',
    line: 'if (untilFirstMs >= minPauseMs)',
    to: 'untilFirstMs > minPauseMs',
    why: 'Only the time of a look changes, if it is due in 2 ms exactly',
  },
  {
    file: 'shared/agents/tunnel-request-ids.ts',
    line: 'keys.some((key)',
    why: 'It is killed by tests/api/staff/rotation.test.ts, which needs a node: two secrets are valid during a rotation alone',
  },
  {
    file: 'shared/agents/tunnel-sockets.ts',
    line: '{ once: true }',
    why: 'It is killed by the test of a retry that finds its connection gone, which a run of it leaves out: an earlier test opens the connections',
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'const mayRepeat =',
    why: 'A read that no agent is left for waits after the loop instead',
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'if (!isRead) break',
    to: 'false',
    why: 'A payment without an answer has waited until its deadline, which ends the loop, too',
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'let looks = 1',
    to: 'looks -= 1',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'await sleep(times.pauseMs(',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'const lookedMs =',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'times.learn(',
    to: ';',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'const operationOf =',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'path.replace(',
    why: onlyPauses,
  },
  {
    file: 'shared/agents/tunnel-transport.ts',
    line: 'if (id === undefined || !bytes)',
    why: 'An answer has both or neither; the line narrows the types',
  },
  {
    file: 'shared/payments-feed/deliver.ts',
    line: 'if (gone.length === 0) return',
    to: 'false',
    why: 'It then waits longer and posts to nobody',
  },
  {
    file: 'shared/payments-feed/fan-out.ts',
    line: 'if (sessions.size === 0) return',
    to: 'false',
    why: 'No watcher is of no session; it saves a query',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'checkTransitions(payoutTransitions)',
    why: 'The table is right; the check is for who changes it',
  },
  {
    file: 'shared/refunds/pay-out.ts',
    line: "refund.invoice ?? ''",
    why: 'A refund that is paid out always has an invoice',
  },
  {
    file: 'shared/refunds/pay-out.ts',
    line: 'after.sale?.refunds',
    to: 'after.sale.refunds',
    why: 'An order whose refund began has a sale',
  },
  {
    file: 'shared/refunds/payouts.ts',
    line: "'the invoice belongs to another refund'",
    why: 'Nobody sees the text: the caller answers with a failure of its own',
  },
  {
    file: 'shared/refunds/payouts.ts',
    line: "join(' OR ')",
    why: 'Each state follows one other, so nothing is joined',
  },
  {
    file: 'shared/refunds/settle-payout.ts',
    line: "refunding?.userId ?? ''",
    to: '"Stryker was here!"',
    why: 'An order without a begun refund fails the condition of the same transaction',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'table[from] ?? []',
    why: 'Each state has an entry',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'const fault =',
    why: 'It throws either way; the text is for who changes the table',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'table.paid?.includes',
    why: 'It throws either way for a table without the entry',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'table[end]?.length',
    why: 'It throws either way for a table without the entry',
  },
]
