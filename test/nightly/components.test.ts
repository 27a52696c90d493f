import { expect, test } from 'vitest'
import { weaknessesOf } from './components.ts'

/** The form of npm 10 and 11. */
const reportOf = (...found: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      found.map(([name, severity]) => [
        name,
        {
          name,
          severity,
          isDirect: true,
          via: [{ source: 1, name, title: 'Reads too much', url: 'https://example.org/a', severity }],
          effects: [],
          range: '<2.0.0',
          nodes: [],
          fixAvailable: true,
        },
      ]),
    ),
    metadata: {},
  })

test('components: each weak one is named with the days of SECURITY.md, small weaknesses wait', () => {
  expect(weaknessesOf(reportOf(['a', 'critical'], ['b', 'high'], ['c', 'moderate'], ['d', 'low']))).toEqual([
    'a <2.0.0: critical, to be updated within 7 days (Reads too much, https://example.org/a)',
    'b <2.0.0: high, to be updated within 14 days (Reads too much, https://example.org/a)',
    'c <2.0.0: moderate, to be updated within 30 days (Reads too much, https://example.org/a)',
  ])
  expect(weaknessesOf(reportOf())).toEqual([])
})

test.each(['', '{"message":"405 Method Not Allowed","error":{}}'])(
  'components: an answer without a report is a fault, not a clean result: %j',
  (json) => {
    expect(() => weaknessesOf(json)).toThrow('npm audit gave no report')
  },
)
