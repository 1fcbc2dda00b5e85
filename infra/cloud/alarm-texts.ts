/** What an alarm means and what to do about it. */
export type AlarmText = { readonly means: string; readonly todo: string }

/**
 * The alarms' texts: CloudWatch shows them and mails them, and docs/operate.md repeats
 * them. SocketsFail is one alarm for each WebSocket API.
 */
export const alarmTexts = {
  RequestsFail: {
    means:
      'Three requests or more failed within five minutes in a way that is not foreseen: ' +
      'an error in the code, a function that timed out or was throttled, or a table that ' +
      'could not be reached. A node or printer that is offline does not count.',
    todo:
      'Open the log of the function of the failed route (the access log names route and ' +
      'time) and look for "level":"error". If it began with a deployment, roll that back.',
  },
  FunctionsThrottled: {
    means:
      'Lambda refused invocations in three of the last five minutes, because the ' +
      "account's concurrent executions are used up.",
    todo:
      'Ask AWS for more concurrent executions in Service Quotas (a new account has about ' +
      '10). Until then, look for another program in the account that uses them.',
  },
  ReadsThrottled: {
    means:
      'The table refused reads; requests were retried. Throttles of an index alone do not ' +
      'count here: the detailed dashboard shows them.',
    todo:
      'Nothing, if it was a burst: an on-demand table adapts within minutes. If it lasts, ' +
      'look for a client that reads the same list in a loop.',
  },
  WritesThrottled: {
    means:
      'The table refused writes; requests were retried. Throttles of an index alone do not ' +
      'count here: the detailed dashboard shows them.',
    todo:
      'Nothing, if it was a burst: an on-demand table adapts within minutes. If it lasts, ' +
      'look for a client that writes the same record in a loop.',
  },
  PrintJobsDead: {
    means:
      'A print job was received 1,000 times and never handled by its agent. It is in the ' +
      'dead-letter queue and was not printed.',
    todo:
      'Print the ticket again. Compare the version of the agent (GET /agents) with the ' +
      "deployment's, and update the agent. Then purge the queue, which ends the alarm.",
  },
  SocketsFail: {
    means:
      'The function of a WebSocket API failed: the payments feed (watchers) or the ' +
      "agents' connection (tunnel). Sockets may not open.",
    todo:
      "Open the function's log and look for the error. Clients and agents connect again " +
      'by themselves.',
  },
  FramesLost: {
    means:
      'An open socket of the payments feed did not get a frame: a payment, a replay of ' +
      'missed payments, or its welcome. A till may not show a payment.',
    todo:
      'Reload the till: it gets what it missed. If it goes on, the event in the logs of ' +
      'webhook, agents, watchers, replays and fan-out says why.',
  },
  NodeFails: {
    means:
      'Three requests or more failed within five minutes because the Lightning node did ' +
      'not answer: no invoice is made, and no payment is looked up.',
    todo:
      'If AgentSilent is on as well, begin there. Otherwise the agent runs and the node ' +
      "behind it does not answer: look whether the node's program runs. The agent's log " +
      'has a line tunnel-request with the failure of each call.',
  },
  PayoutsUnsettled: {
    means:
      'The end of a refund by Lightning could not be looked up or recorded, or the ' +
      'function refunds that looks it up failed. The satoshis may be out while the order ' +
      'still shows the refund as begun.',
    todo:
      'It is tried again every five minutes. If it goes on, the line payout-not-settled ' +
      "names the order and the error. Compare the order with the node's list of payments " +
      'before you pay anything again.',
  },
  PrintersFail: {
    means:
      'A print job failed at its printer or expired, or its agent has tried three times ' +
      'or more and goes on: a receipt or a kitchen ticket is not on paper.',
    todo:
      'Look at the printer: paper, cover, cable, network. The page /office and GET ' +
      '/printers/jobs say which job waits and why; print it again where it has expired.',
  },
  ManyWrongPins: {
    means:
      'Somebody has tried 200 PINs or passwords of one name within a day, and goes on: ' +
      'more than mistypes.',
    todo:
      'The line many-wrong-pins has the id of the user. Ask whether it is a till with a ' +
      'wrong PIN. Otherwise give the user another name or a longer PIN, and block the ' +
      'senders (docs/runbook.md, A flood of requests).',
  },
  SalesStopped: {
    means:
      'A shift is open, and nothing was sold for longer than salesStopMinutes. Tills may ' +
      'not reach the API.',
    todo:
      'Ask the shop, or sell something. Where nothing is wrong: close a shift that was ' +
      'left open, set openingHours, or choose more minutes, or 0, in salesStopMinutes.',
  },
  AgentSilent: {
    means:
      'No agent has reported for ten minutes. Nothing prints, and the wallet cannot ' +
      'reach the node. It is also on before the first agent is enrolled.',
    todo:
      "Look whether the agent's machine is on and has internet; its log says what it " +
      'tries. A revoked agent ends with 77 and needs a new enrolment.',
  },
} as const satisfies Readonly<Record<string, AlarmText>>

export type AlarmName = keyof typeof alarmTexts
