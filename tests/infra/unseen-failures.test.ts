import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logUnprintedJob } from '../../shared/paper/jobs/unprinted-jobs.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()

const filtersOf = (metricName: string) =>
  cloud
    .ofType('AWS::Logs::MetricFilter')
    .map(([, { Properties }]) => Properties)
    .filter(
      ({ MetricTransformations }) => MetricTransformations[0].MetricName === metricName,
    )

const alarmNamed = (name: string) =>
  cloud
    .ofType('AWS::CloudWatch::Alarm')
    .find(([id]) => id.startsWith(`Alarms${name}`))?.[1].Properties

describe('what a shop would not see by itself', () => {
  const patternsOf = (metricName: string) =>
    filtersOf(metricName).map(({ FilterPattern, LogGroupName }) => [
      FilterPattern,
      LogGroupName,
    ])
  const logOf = (name: string) => cloud.functionNamed(name).LoggingConfig.LogGroup

  test('payouts that do not end, and their worker', () => {
    const patterns = patternsOf('PayoutsUnsettled')
    for (const name of ['orders', 'refunds']) {
      expect(patterns).toContainEqual(['"payout-not-settled"', logOf(name)])
    }
    expect(patterns).toContainEqual([
      '?"Invoke Error" ?"Task timed out"',
      logOf('refunds'),
    ])
    expect(alarmNamed('PayoutsUnsettled')).toMatchObject({ Threshold: 1 })
  })

  test('a node that does not respond: 503 of a function, not of a printer', () => {
    const [[pattern] = [], ...others] = patternsOf('NodeFails')
    expect(others).toEqual([])
    expect(pattern).toBe(
      '{ ($.status = "503") && ($.error = "-") && ($.route != "*printers*") && ($.route != "*agents*") }',
    )
    expect(alarmNamed('NodeFails')).toMatchObject({ Threshold: 3 })
  })

  test('many wrong PINs of a name, wherever PINs and passwords are asked for', () => {
    const asking = ['auth', 'users', 'roles', 'wallet', 'setup']
    const patterns = patternsOf('ManyWrongPins')
    expect(patterns).toHaveLength(asking.length)
    for (const name of asking) {
      expect(patterns).toContainEqual(['"many-wrong-pins"', logOf(name)])
    }
    expect(alarmNamed('ManyWrongPins')).toMatchObject({ Threshold: 1 })
  })

  test('silent agents of a shop, whichever it is', () => {
    expect(patternsOf('AgentSilent')).toEqual([['"agent-silent"', logOf('refunds')]])
    // The lines come every five minutes, and a period may have none.
    expect(alarmNamed('AgentSilent')).toMatchObject({
      Threshold: 1,
      Period: 300,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 1,
      TreatMissingData: 'notBreaching',
    })
  })

  test('an open shop that sells nothing, after the minutes of the option', () => {
    expect(patternsOf('SalesStopped')).toEqual([['"sales-stopped"', logOf('refunds')]])
    expect(alarmNamed('SalesStopped')).toMatchObject({ Threshold: 1, Period: 300 })
    const minutesOf = (context = {}) => {
      const { SALES_STOP_MINUTES, OPENING_HOURS, TIME_ZONE } =
        synthesized(context).variablesOf('refunds')
      return [SALES_STOP_MINUTES, OPENING_HOURS, TIME_ZONE]
    }
    expect(minutesOf()).toEqual(['120', undefined, undefined])
    const hours = { openingHours: '07:00-23:00', timeZone: 'Europe/Berlin' }
    expect(minutesOf({ salesStopMinutes: '45', ...hours })).toEqual([
      '45',
      '07:00-23:00',
      'Europe/Berlin',
    ])
  })

  test('is not watched for by salesStopMinutes=0', () => {
    const { ofType, variablesOf } = synthesized({ salesStopMinutes: '0' })
    expect(variablesOf('refunds')).not.toHaveProperty('SALES_STOP_MINUTES')
    const parts = [
      ...ofType('AWS::CloudWatch::Alarm'),
      ...ofType('AWS::Logs::MetricFilter'),
    ]
    expect(parts.filter(([id]) => id.includes('SalesStopped'))).toEqual([])
  })

  test('printers that fail, by what agents report', () => {
    const pattern = '?"print-job-failed" ?"print-job-waits"'
    expect(patternsOf('PrintersFail')).toEqual([[pattern, logOf('agents')]])
  })

  test.each([
    [{ state: 'failed', attempts: 1 }, ['print-job-failed']],
    [{ state: 'expired', attempts: 9 }, ['print-job-failed']],
    [{ attempts: 3 }, ['print-job-waits']],
    [{ attempts: 2 }, []],
    [{ state: 'printed', attempts: 5 }, []],
    [{ state: 'reprinted', attempts: 5 }, []],
  ] as const)('a report %j leaves the lines %j', (job, events) => {
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
    onTestFinished(() => log.mockRestore())
    logUnprintedJob('a1', { id: 'j1', ...job })
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(events)
  })
})
