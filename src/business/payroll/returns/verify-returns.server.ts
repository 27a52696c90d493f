/** `npm run verify`: marks of returns, and the figures to date that were reported, beside the payslips (decision 0152). */
import type { Tx } from '#server/verb.ts'
import { payrollIdOnSql } from '../employment/payroll-id.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { bodyToMark, irmarkOf, isMessage } from './irmark.server.ts'

type Row = {
  readonly id: string
  readonly human_id: string
  readonly kind: 'fps' | 'eps'
  readonly pay_run_id: string | null
  /** As text: milliseconds are not enough. Null for a return that did not leave. */
  readonly left_at: string | null
  readonly irmark: string
  readonly content: string
}

/**
 * Reads one return at a time: a return of 10,000 workers is a file of some megabytes.
 * @param most faults that are named
 * @param ids of the returns to judge; null for all
 * @returns the first faults, in words
 */
export async function verifyReturns(
  tx: Tx,
  most: number,
  ids: readonly string[] | null = null,
): Promise<string[]> {
  if (ids?.length === 0) return []
  const broken: string[] = []
  for (let last = '00000000-0000-0000-0000-000000000000'; broken.length < most; ) {
    const row = await tx.row<Row>(
      `select id, human_id, kind, pay_run_id, coalesce(sent_at, filed_at)::text as left_at, irmark, content
       from transaction.rti_submission where content is not null and id > $1 and ($2::uuid[] is null or id = any ($2))
       order by id limit 1`,
      [last, ids],
    )
    if (!row) break
    if (!isMessage(row.content)) broken.push(`return ${row.human_id}: its content is no message`)
    else if (irmarkOf(bodyToMark(row.content)).base64 !== row.irmark)
      broken.push(`return ${row.human_id}: its IRmark is not that of its content`)
    else if (row.kind === 'fps' && row.left_at !== null) broken.push(...(await figureFaults(tx, row)))
    last = row.id
  }
  return broken.slice(0, most)
}

/** Of one employment and tax year up to the pay day; amounts are pence. */
type ToDate = {
  readonly taxable: number
  readonly tax: number
  /** Earnings, employee's and employer's contributions by letter. */
  readonly ni: Readonly<Record<string, readonly [number, number, number]>>
}

/** Payslips that were approved after the return had left are none of its. */
async function figureFaults(tx: Tx, { human_id, pay_run_id, left_at, content }: Row): Promise<string[]> {
  const rows = await tx.rows<ToDate & { readonly payroll_id: string }>(
    `with own as (select p.employment_id, r.pay_day, r.tax_year from transaction.pay_run_payslip p
         join transaction.pay_run r on r.id = p.pay_run_id where r.id = $1 and p.payslip_id is not null),
       slips as (select o.employment_id, c.income_tax, c.kept -> 'parts' as parts from own o
         join transaction.pay_run_payslip c on c.employment_id = o.employment_id and c.payslip_id is not null
         join transaction.pay_run r on r.id = c.pay_run_id
         where r.tax_year = o.tax_year and r.pay_day <= o.pay_day and r.approved_at <= $2::timestamptz),
       before as (select t.* from own o join business.payroll_takeover t
         on t.employment_id = o.employment_id and t.tax_year = o.tax_year and t.deleted_at is null),
       parts as (
         select s.employment_id, y.part ->> 'ni_letter' as letter, (y.part ->> 'taxable')::bigint as taxable,
           (y.part ->> 'niable')::bigint as earnings, (y.part ->> 'employee_ni')::bigint as employee,
           (y.part ->> 'employer_ni')::bigint as employer
         from slips s cross join jsonb_array_elements(s.parts) y (part)
         union all
         select b.employment_id, l.letter, 0, l.earnings * 100, l.employee * 100, l.employer * 100 from before b
         cross join lateral (values (b.ni_letter, b.ni_earnings, b.employee_ni, b.employer_ni),
           (b.earlier_ni_letter, b.earlier_ni_earnings, b.earlier_employee_ni, b.earlier_employer_ni),
           (b.second_earlier_ni_letter, b.second_earlier_ni_earnings, b.second_earlier_employee_ni, b.second_earlier_employer_ni),
           (b.third_earlier_ni_letter, b.third_earlier_ni_earnings, b.third_earlier_employee_ni, b.third_earlier_employer_ni)
         ) l (letter, earnings, employee, employer) where l.letter is not null)
     select ${payrollIdOnSql('e', 'o.pay_day')} as payroll_id,
       (coalesce((select sum(p.taxable) from parts p where p.employment_id = e.id), 0)
         + coalesce((select sum(b.taxable_pay) * 100 from before b where b.employment_id = e.id), 0))::bigint::float8 as taxable,
       (coalesce((select sum(s.income_tax) * 100 from slips s where s.employment_id = e.id), 0)
         + coalesce((select sum(b.income_tax) * 100 from before b where b.employment_id = e.id), 0))::bigint::float8 as tax,
       (select coalesce(jsonb_object_agg(n.letter, jsonb_build_array(n.earnings, n.employee, n.employer)), '{}') from (
         select p.letter, sum(p.earnings)::bigint as earnings, sum(p.employee)::bigint as employee, sum(p.employer)::bigint as employer
         from parts p where p.employment_id = e.id group by 1) n) as ni
     from own o join business.employment e on e.id = o.employment_id order by e.payroll_id`,
    [pay_run_id, left_at],
  )
  const reported = reportedFigures(content)
  return rows.flatMap(({ payroll_id, ...payslips }) => {
    const said = reported.get(payroll_id)
    if (said !== undefined && asText(said) === asText(payslips)) return []
    return [`return ${human_id}: figures to date of ${payroll_id} are not those of the payslips`]
  })
}

const asText = ({ taxable, tax, ni }: ToDate): string =>
  JSON.stringify([taxable, tax, Object.entries(ni).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/** The figures to date in a Full Payment Submission, by payroll id. */
function reportedFigures(content: string): ReadonlyMap<string, ToDate> {
  const textIn = (xml: string, name: string): string =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  const pence = (xml: string, name: string): number => readPence(textIn(xml, name))
  const figures = new Map<string, ToDate>()
  for (const [, employee = ''] of content.matchAll(/<Employee>([\s\S]*?)<\/Employee>/g)) {
    const [, to_date = ''] = /<FiguresToDate>([\s\S]*?)<\/FiguresToDate>/.exec(employee) ?? []
    const blocks = employee.matchAll(/<NIlettersAndValues>([\s\S]*?)<\/NIlettersAndValues>/g)
    figures.set(
      textIn(employee, 'PayId').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      {
        taxable: pence(to_date, 'TaxablePay'),
        tax: pence(to_date, 'TotalTax'),
        ni: Object.fromEntries(
          [...blocks].map(([, block = '']) => [
            textIn(block, 'NIletter'),
            [
              pence(block, 'GrossEarningsForNICsYTD'),
              pence(block, 'EmpeeContribnsYTD'),
              pence(block, 'TotalEmpNICYTD'),
            ],
          ]),
        ),
      },
    )
  }
  return figures
}
