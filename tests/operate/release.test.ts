import { describe, expect, test } from 'vitest'
import { dated, notesOf } from '../../infra/release.ts'

const changelog = `# Changelog

## [Unreleased]

### Fixed

- A leak.

## [0.1.0] - 2026-11-21

- The first.
`

describe('a release', () => {
  test('dates what is unreleased, and starts a new section', () => {
    const released = dated(changelog, '0.2.0', '2026-12-01')
    expect(released).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Fixed\n',
    )
    expect(notesOf(released, '0.2.0')).toBe('### Fixed\n\n- A leak.')
    expect(notesOf(released, '0.1.0')).toBe('- The first.')
  })

  test('without anything new is refused', () => {
    const released = dated(changelog, '0.2.0', '2026-12-01')
    expect(() => dated(released, '0.3.0', '2026-12-02')).toThrow('nothing new')
  })
})
