import { planOf } from '../plan.ts'
import { openRuns } from '../runs.ts'
import { MemoryTable } from './table.ts'

const seen = new Map<string, number>()
const note = (s: string) => seen.set(s, (seen.get(s) ?? 0) + 1)
for (const name of ['get', 'batchGet', 'query', 'transactWrite'] as const) {
  const original = (MemoryTable.prototype as any)[name]
  ;(MemoryTable.prototype as any)[name] = function (p: any) {
    if (name === 'transactWrite') {
      note('transact ' + Object.keys(p).sort())
      for (const a of p.TransactItems)
        for (const [k, v] of Object.entries<any>(a)) {
          note(
            k +
              ' ' +
              Object.keys(v)
                .filter((n) => v[n] !== undefined)
                .sort(),
          )
          for (const e of [v.ConditionExpression, v.UpdateExpression])
            if (e)
              note(
                (e === v.UpdateExpression ? 'U ' : 'C ') +
                  e.replace(/#\w+/g, '#').replace(/:\w+/g, ':'),
              )
        }
    } else if (name === 'query') {
      note(
        'query ' +
          Object.keys(p)
            .filter((n) => p[n] !== undefined)
            .sort(),
      )
      note(
        'K ' +
          p.IndexName +
          ' ' +
          p.KeyConditionExpression.replace(/#\w+/g, '#').replace(/:\w+/g, ':'),
      )
    } else
      note(
        name +
          ' ' +
          JSON.stringify(Object.keys(p).sort()) +
          (name === 'batchGet'
            ? JSON.stringify(
                Object.values(p.RequestItems).map((r: any) => Object.keys(r)),
              )
            : ''),
      )
    return original.call(this, p)
  }
}
const t = process.cpuUsage()
const runs = await openRuns()
for (let s = 1; s <= 60; s++) await runs.run(planOf(s))
console.log(process.cpuUsage(t).user / 1e6)
console.log(
  [...seen]
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([s, n]) => n + ' ' + s)
    .join('\n'),
)
