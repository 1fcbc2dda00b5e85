/**
 * Checks the templates in cdk.out with cfn-guard and AWS's Control Tower rules; run
 * `npm run synth` before. Ends with code 1 on a finding that accepted-findings.ts does not
 * explain, and on an exception that matches no finding.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard'
import { App } from 'aws-cdk-lib'
import { zoneRulesVersion } from '../shared/platform/time/zone-rules.ts'
import { type GuardException, guardExceptions } from './cloud/accepted-findings.ts'

/** A resource that breaks a rule. */
export type Finding = {
  readonly rule: string
  readonly logicalId: string
  readonly description: string
}

const covers = ({ rule, part }: GuardException, finding: Finding) =>
  rule === finding.rule && finding.logicalId.startsWith(part)

/** Lines about findings without an exception and exceptions without a finding. */
export function complaints(
  findings: readonly Finding[],
  exceptions: readonly GuardException[],
): string[] {
  return [
    ...findings
      .filter((finding) => !exceptions.some((exception) => covers(exception, finding)))
      .map(
        ({ rule, logicalId, description }) =>
          `${logicalId} breaks ${rule}: ${description}`,
      ),
    ...exceptions
      .filter((exception) => !findings.some((finding) => covers(exception, finding)))
      .map(
        ({ rule, part }) =>
          `no finding any more, delete the exception: ${rule}${part && ` on ${part}`}`,
      ),
  ]
}

function findingsIn(templatePaths: string[]): Finding[] {
  // The report on a full template is larger than the validator's default buffer.
  const validator = new CfnGuardValidator({ maxBuffer: 64 * 1024 * 1024 })
  const { violations } = validator.validate({ templatePaths, appConstruct: new App() })
  return violations.flatMap(({ ruleName, description, violatingResources }) =>
    violatingResources.map(({ resourceLogicalId }) => ({
      rule: ruleName,
      logicalId: resourceLogicalId,
      description,
    })),
  )
}

/**
 * Says that the rules of time zones are old: every year has several releases, which bring what
 * governments decided, so that there is one of the year of four months ago.
 */
export function staleRules(version: string, nowMs: number): string[] {
  const expected = new Date(nowMs - 120 * 86_400_000).getUTCFullYear()
  return Number.parseInt(version, 10) >= expected
    ? []
    : [`time zones: rules of ${version}; update moment-timezone and run npm run generate`]
}

function main(): void {
  const templates = globSync(join(import.meta.dirname, '../cdk.out/*.template.json'))
  if (templates.length === 0) throw new Error('no template: run `npm run synth` before')
  const findings = findingsIn(templates)
  // The rules always find something: without a finding the program did not run.
  if (findings.length === 0) throw new Error('cfn-guard reported nothing at all')
  const lines = complaints(findings, guardExceptions)
  lines.push(...staleRules(zoneRulesVersion, Date.now()))
  for (const line of lines) console.error(line)
  console.log(`cfn-guard: ${findings.length} findings, ${lines.length} unexplained`)
  process.exitCode = lines.length === 0 ? 0 : 1
}

if (import.meta.main) main()
