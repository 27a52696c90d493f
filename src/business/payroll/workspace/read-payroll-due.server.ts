import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { verb } from '#server/verb.ts'
import { AHEAD, payrollDue } from './payroll-due.rules.ts'
import { readDueFacts } from './read-due-facts.server.ts'

const output = z.strictObject({
  /** The last day that the rows look at. */
  until: z.string(),
  rows: z.array(
    z.strictObject({
      employer: z.string(),
      reference: z.string(),
      /** Null for work without a day of its own. */
      due: z.string().nullable(),
      what: z.string(),
      action: z.string(),
      /** The page of the next step, and its record. */
      path: z.string(),
      id: z.uuid().nullable(),
      tab: z.string().optional(),
    }),
  ),
})

/** What is due in payroll, a month ahead, of all PAYE schemes of the viewer. Stores nothing. */
export const readPayrollDue = verb({
  action_id: 'transaction.payroll.due',
  since: '0.1.0',
  summary: 'What is due in payroll: pay runs, returns, payments, letters, pensions, P45s and P60s',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: payroll_data_roles, provider: category_roles.provider },
  is_reading: true,
  input: z.strictObject({}),
  output,
  run: async ({ tx, viewer, clock }) => {
    const params: unknown[] = []
    const schemes = await tx.rows<{ id: string }>(
      `select t.id from business.paye_scheme t where ${visibleSql('business.paye_scheme', viewer, 't', params)}`,
      params,
    )
    const today = clock.today()
    const facts = await readDueFacts(
      tx,
      schemes.map(({ id }) => id),
      today,
    )
    const of = new Map(facts.schemes.map((scheme) => [scheme.id, scheme]))
    return {
      until: addDays(today, AHEAD),
      rows: payrollDue(facts, today).map(({ scheme_id, ...row }) => {
        const { employer, reference } = present(of.get(scheme_id), 'a scheme of the viewer')
        return { employer, reference, ...row }
      }),
    }
  },
})
