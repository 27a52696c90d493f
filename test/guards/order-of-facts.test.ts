/**
 * A request reads its clock before it waits for its locks, so that the later of two can have the earlier time. What was
 * written last is told by a number drawn under the lock (`fact_no`, a human id, a version), or by a day of its own.
 */
import { expect, test } from 'vitest'
import { readMigrations } from '#server/migrate.ts'
import { allFiles, isCode, isTest } from './source.ts'

const by_clock = new RegExp(
  [
    /order\s+by(?:(?!\b(?:select|from|where|set|limit)\b)[^;`])*?\b(?:created|updated)_at\b/,
    /\b(?:max|min)\((?:\w+\.)?(?:created|updated)_at\)/,
    /\.(?:sort|toSorted)\(.*\b(?:created|updated)_at\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Where the moment decides nothing about money, rights or states, by file. */
const reasons: Readonly<Record<string, string>> = {
  'src/server/auth/auth-session.server.ts': 'which of a person’s own businesses opens first',
  'src/server/auth/auth-demo.server.ts': 'the order of the demo’s people',
  'src/server/security/security-write.server.ts': 'which business a failed sign-in is listed under',
  'src/server/job-pick.server.ts': 'the order of jobs of one business, of which any may come first',
  'src/server/health/measure-metrics.server.ts': 'how long work has waited',
  'src/server/health/outbox-age.ts': 'how long work has waited',
  'src/business/report-mailing/report-send.job.ts': 'the order in which schedules are looked at, all of them',
  'src/business/bank/preview-statement.server.ts':
    'a hint about a gap between two statements of one last day',
  'src/business/ledger/start-ledger-check.server.ts': 'the one check under way: a lock lets no second begin',
  'src/business/ledger/ledger-check.http.ts': 'the one check of a code',
  'src/business/imports/import-stage.job.ts': 'a first mapping of columns, for its user to look at',
  'src/business/inbox/own-tasks.server.ts': 'names the set of recovery codes of a task',
  'src/business/consolidated/consolidate-proof.server.ts': 'the order of mails on a printed page',
}

const faults = allFiles()
  .filter(
    ({ path }) => path.startsWith('src/') && isCode(path) && !isTest(path) && !path.startsWith('src/web/'),
  )
  .filter(({ text }) => by_clock.test(text))
  .map(({ path }) => path)

test('no statement takes the order of facts from the clock', () => {
  expect(faults.filter((path) => !Object.hasOwn(reasons, path))).toEqual([])
  expect(Object.keys(reasons).filter((path) => !faults.includes(path))).toEqual([])
})

/** Functions of before are replaced by this one. */
const numbered = '0059_order_of_facts.sql'

test('no later migration takes the order of facts from the clock', () => {
  const later = readMigrations().filter(({ name }) => name > numbered)
  expect(later.filter(({ text }) => by_clock.test(text)).map(({ name }) => name)).toEqual([])
})

test('the pattern knows a list, a last row and a sort', () => {
  for (const text of [
    'select id from transaction.invoice where client_id = $1 order by raised_date desc, created_at desc limit 1',
    'select max(r.created_at) from transaction.refinement r',
    'rows.sort((a, b) => (a.created_at < b.created_at ? -1 : 1))',
  ])
    expect(text).toMatch(by_clock)
  expect('order by d.fact_no desc limit 1').not.toMatch(by_clock)
})
