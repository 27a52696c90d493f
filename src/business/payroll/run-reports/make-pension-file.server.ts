import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { addMonths, type Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { HALF_AN_HOUR, type Tx, verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { payrollIdOnSql } from '../employment/payroll-id.rules.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { type FileLayout, type Layout, layoutOf } from '../pension/pension-layouts.rules.ts'
import { joinTermsOnSql } from '../pension/pension-terms-on.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { type Contribution, pensionFile } from './pension-file.rules.ts'

type Scheme = {
  readonly id: string
  readonly name: string
  readonly employer_reference: string
  readonly file_layout: FileLayout
  readonly own_layout: Layout | null
}

/**
 * The contributions of issued payslips, and of corrections of ended tax years that were entered in these days, in the provider's
 * layout; the audit log names each file.
 * @throws precondition where these days have no contributions
 */
export const makePensionFile = verb({
  action_id: 'business.pension_scheme.make_file',
  since: '0.1.0',
  summary: 'Makes the file of contributions for a pension provider, of the payslips of some pay days',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), from_pay_day: dayInput, to_pay_day: dayInput }),
  output: z.strictObject({
    id: z.uuid(),
    file_name: z.string(),
    content: z.string(),
    row_count: z.number(),
  }),
  step_up: HALF_AN_HOUR,
  run: async (context, { id, from_pay_day, to_pay_day }) => {
    const { tx, viewer } = context
    if (to_pay_day < from_pay_day) throw invalid({ to_pay_day: 'Should be after the first pay day' })
    if (to_pay_day >= addMonths(from_pay_day, MONTHS_MOST))
      throw invalid({ to_pay_day: `A file is of at most ${MONTHS_MOST} months` })
    const [row] = await loadVisible<Scheme>(tx, viewer, 'business.pension_scheme', [id], {
      columns: 't.id, t.name, t.employer_reference, t.file_layout, t.own_layout',
    })
    const scheme = present(row, 'the pension scheme')
    const rows = await readContributions(tx, id, from_pay_day, to_pay_day)
    if (rows.length === 0)
      throw precondition('No issued payslip of these pay days has contributions to this pension')
    const file_name = `${scheme.name.replace(/[^A-Za-z0-9 ]/g, '')} ${from_pay_day} ${to_pay_day}.csv`
    context.audit({
      entity: 'business.pension_scheme',
      entity_id: id,
      new_values: { downloaded: file_name, row_count: rows.length },
    })
    const content = pensionFile(
      layoutOf(scheme.file_layout, scheme.own_layout),
      rows,
      scheme.employer_reference,
    )
    return { id, file_name, content, row_count: rows.length }
  },
})

const MONTHS_MOST = 12

type Row = Omit<Contribution, 'gross_pay' | 'pensionable_pay' | 'employee' | 'employer' | 'frequency'> &
  Readonly<Record<'gross_pay' | 'pensionable_pay' | 'employee_pension' | 'employer_pension', string>> & {
    readonly frequency: WageFrequency
  }

/**
 * Of payslips by pay day; of corrections of ended tax years by the day of entry, as the pension is paid then. The caller has seen
 * that the scheme is the viewer's: its members are paid by its employer.
 */
async function readContributions(
  tx: Tx,
  pension_scheme_id: string,
  from: Day,
  to: Day,
): Promise<Contribution[]> {
  const rows = await tx.rows<Row>(
    `with contributions as (
       select p.id, p.employment_id, m.state, r.pay_day, r.frequency, p.gross_pay, p.pensionable_pay, p.employee_pension, p.employer_pension,
         t.relief = 'salary_sacrifice' as is_sacrificed
       from business.pension_membership m
       join transaction.pay_run_payslip p on p.employment_id = m.employment_id and p.payslip_id is not null
       join transaction.pay_run r on r.id = p.pay_run_id and r.pay_day between $2::date and $3::date
         and r.pay_day between m.effective_from and coalesce(m.effective_to, r.pay_day)
       ${joinTermsOnSql('r.pay_day')}
       where m.pension_scheme_id = $1 and m.deleted_at is null
       union all
       select c.id, c.employment_id, m.state, c.from_pay_day, c.parts -> 0 ->> 'frequency', c.gross_pay,
         transaction.pensionable_pay(jsonb_build_object('parts', c.parts))::numeric(15,2),
         c.employee_pension, c.employer_pension, t.relief = 'salary_sacrifice'
       from transaction.year_correction c
       cross join lateral (select n.state, n.effective_from, c.pension_scheme_id from business.pension_membership n where n.employment_id = c.employment_id
         and n.deleted_at is null and n.effective_from <= c.from_pay_day order by n.effective_from desc limit 1) m
       ${joinTermsOnSql('c.from_pay_day')}
       where c.pension_scheme_id = $1 and (c.created_at at time zone 'Europe/London')::date between $2::date and $3::date)
     select i.ni_number, k.name, i.first_name, i.last_name, i.date_of_birth, i.gender, ${payrollIdOnSql('e', 't.pay_day')} as payroll_id,
       e.start_date, e.leave_date, t.pay_day, t.frequency, t.gross_pay, t.pensionable_pay,
       t.employee_pension, t.employer_pension, t.state, t.is_sacrificed
     from contributions t
     join business.employment e on e.id = t.employment_id
     join business.business k on k.id = e.contractor_id
     join business.individual i on i.id = k.individual_id
     where t.employee_pension <> 0 or t.employer_pension <> 0 order by t.pay_day, k.name, e.payroll_id, t.id`,
    [pension_scheme_id, from, to],
  )
  return rows.map(({ gross_pay, pensionable_pay, employee_pension, employer_pension, ...row }) => ({
    ...row,
    gross_pay: readPence(gross_pay),
    pensionable_pay: readPence(pensionable_pay),
    employee: readPence(employee_pension),
    employer: readPence(employer_pension),
  }))
}
