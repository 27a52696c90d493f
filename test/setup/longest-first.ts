import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that took longest when `npm test` was last measured, the longest first. */
export const longest: readonly string[] = [
  'test/server/every-verb.db.test.ts',
  'bench/small.db.test.ts',
  'test/demo/demo.db.test.ts',
  'test/lists/lists.db.test.ts',
  'test/races/pairs.db.test.ts',
  'test/nightly/kill.db.test.ts',
  'test/nightly/stop-rounds.db.test.ts',
  'test/model/every-verb.db.test.ts',
  'test/access/matrix.db.test.ts',
  'test/imports/parties.db.test.ts',
  'test/data/margin.db.test.ts',
  'test/data/whole-list.db.test.ts',
  'test/access/two-worlds.db.test.ts',
  'test/money/tamper.db.test.ts',
  'test/access/mutation.db.test.ts',
  'test/model/week.db.test.ts',
  'test/server/connections.db.test.ts',
  'test/access/writes.db.test.ts',
  'src/server/backup/backup.db.test.ts',
  'src/server/embedded/embedded-database.db.test.ts',
  'test/access/paths.db.test.ts',
  'e2e/axe-agency.e2e.ts',
  'e2e/axe.e2e.ts',
  'e2e/lists.e2e.ts',
  'e2e/list-hands.e2e.ts',
  'e2e/hands.e2e.ts',
  'e2e/week.e2e.ts',
  'e2e/from-nothing.e2e.ts',
  'e2e/trouble.e2e.ts',
  'e2e/payroll-clerk.e2e.ts',
  'e2e/import.e2e.ts',
  'e2e/typed.e2e.ts',
  'e2e/money-forms.e2e.ts',
  'e2e/export.e2e.ts',
  'e2e/inbox.e2e.ts',
  'e2e/returns.e2e.ts',
  'e2e/determinations.e2e.ts',
  'e2e/payment-files.e2e.ts',
  'e2e/list.e2e.ts',
  'e2e/touch.e2e.ts',
  'e2e/signing.e2e.ts',
  'e2e/on-board.e2e.ts',
  'e2e/documents.e2e.ts',
  'e2e/change-request.e2e.ts',
  'e2e/mailed-decision.e2e.ts',
  'e2e/terms.e2e.ts',
  'e2e/funding-debts.e2e.ts',
  'e2e/tasks.e2e.ts',
  'e2e/bench.e2e.ts',
  'e2e/payroll-data.e2e.ts',
  'e2e/corrections.e2e.ts',
  'e2e/account.e2e.ts',
  'e2e/payments.e2e.ts',
  'e2e/impersonation.e2e.ts',
  'e2e/first-run.e2e.ts',
  'e2e/cash.e2e.ts',
]

/**
 * Long files begin first, so that both workers end at about the same time. Vitest itself goes by size on a clean clone,
 * and by its last run elsewhere.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(project.config.root, moduleId).replaceAll('\\', '/'))
      return at < 0 ? longest.length : at
    }
    const of = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    // Database tests go before the stories, whose world is made meanwhile.
    return this.ctx.projects.flatMap(({ name }) => (of.get(name) ?? []).toSorted((a, b) => rank(a) - rank(b)))
  }
}
