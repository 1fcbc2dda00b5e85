import { describe, expect, it } from 'vitest'
import { AlertKind, kindOf } from '../../shared/events/alerts/alert-kinds.ts'
import { sources, textOf } from './sources.ts'

/** The sources that name a kind as a text of its own. */
const naming = (kind: AlertKind, ...patterns: string[]) =>
  sources(...patterns).filter((path) => textOf(path).includes(`'${kind}'`))

const rows = textOf('docs/alerts.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))

describe.each(AlertKind.options)('%s', (kind) => {
  it('is raised somewhere, and a test sees it', () => {
    const raising = naming(kind, 'shared/**/*.ts', 'functions/*/handler.ts').filter(
      (path) =>
        !path.startsWith('shared/events/alerts/') && !path.startsWith('shared/client/'),
    )
    expect(raising).not.toEqual([])
    const seeing = ['tests/api/alerts/*.test.ts', 'tests/api/webhooks/*.test.ts']
    const others = naming(kind, ...seeing).filter(
      (path) => !path.endsWith('notifications.test.ts'),
    )
    expect(others).not.toEqual([])
  })

  it('has a row that says when it is over, or that it is about a moment', () => {
    const [row = '', ...more] = rows.filter((line) =>
      line.split('|')[1]?.includes(`\`${kind}\``),
    )
    expect(more).toEqual([])
    const [, , category = '', , cleared = ''] = row.split('|')
    expect(category.trim()).toBe(kindOf(kind).category)
    expect(/moment/.test(cleared)).toBe(kindOf(kind).isMoment === true)
    expect(cleared.trim()).not.toBe('')
  })
})
