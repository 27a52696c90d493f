/** Self-bills inside IR35 that a pay run deducts from, by off-payroll employment. */
import { type Day, day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import { releaseSets } from '../../funding/release-sets.server.ts'
import { unprovenHolds } from '../../payments/document-holds/hold-unproven.server.ts'
import { unworkedHolds } from '../../payments/document-holds/hold-unworked.server.ts'
import { type CashDocument, readSets } from '../../settlement/load-cash.server.ts'
import { deemedFeeSql, insideReasonSql } from '../../shared/inside-ir35-sql.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { type DeemedWork, isDeductible } from '../deemed/deemed.rules.ts'
import { type RunFacts, slipFrequency } from './run-work.rules.ts'

export type DeemedDue = {
  readonly works: readonly DeemedWork[]
  /** Credits of self-bills that were deducted from before, oldest first. */
  readonly credits: readonly DeemedWork[]
  readonly notes: readonly string[]
}

type Row = Omit<DeemedWork, 'fee' | 'first_day' | 'for_pay_day'> & {
  readonly employment_id: string
  readonly worker: string
  readonly first_day: string
  readonly fee: string
  readonly for_pay_day: string | null
  readonly set_id: string
  readonly timesheet_id: string
  readonly timesheet: string
  readonly company_id: string
}

const work_day = 'coalesce(i.period_start, i.raised_date)'

/** A worker with a payslip of the period is paid with a later one. */
const is_first = `not exists (select from transaction.payslip p join transaction.payslip_period d on d.id = p.payslip_period_id
      where d.agency_id = $2 and d.frequency = $5 and d.tax_year = $6 and d.period_number = $7
        and p.contractor_id = e.contractor_id and p.deleted_at is null)`

/** Deductions of the tax year that the run adds to. */
const is_of_year = 'd.fee > 0 and d.pay_day >= $8 and d.pay_day < $4::date'

/** Work that is raised again after its deduction corrects the pay day of that. */
const candidates = `select i.id as invoice_id, i.human_id, i.contract_id, ${work_day} as first_day, e.id as employment_id, k.name as worker,
    coalesce(s.corrects_set_id, s.id) as set_id, i.from_business_id as company_id, t.id as timesheet_id, t.human_id as timesheet,
    ${deemedFeeSql('i')} as fee,
    (select max(d.pay_day)::text from transaction.deemed_payment d join transaction.invoice o on o.id = d.invoice_id
      where o.timesheet_id = i.timesheet_id and d.employment_id = e.id and ${is_of_year}) as for_pay_day
  from transaction.invoice i
  join transaction.invoice_set s on s.id = i.invoice_set_id and s.generated_for = 'timesheet'
  join transaction.timesheet t on t.id = i.timesheet_id
  join contract.contract c on c.id = i.contract_id
  join platform.currency y on y.id = i.currency_id and y.alpha_code = 'GBP'
  join business.employment e on e.paye_scheme_id = $1 and e.contractor_id = i.contractor_id and e.off_payroll and e.deleted_at is null
    and (c.paye_scheme_id is null or c.paye_scheme_id = $1) and e.pay_frequency = $3 and e.start_date <= coalesce(i.period_end, i.raised_date)
    and coalesce(e.leave_date, ${work_day}) >= ${work_day}
  join business.business k on k.id = e.contractor_id
  where i.agency_id = $2 and i.type = 'contractor-agency' and i.is_self_billed and not i.is_credit_note and i.status = 'open'
    and i.deleted_at is null and i.due_date <= $4::date and i.paid_amount = 0
    and ${insideReasonSql('c', work_day)} = 'payroll'
    and not exists (select from transaction.deemed_payment d where d.invoice_id = i.id)
    and ${is_first}
  order by i.due_date, i.human_id`

/** The part of a deducted fee that was credited since, and that no payslip has taken. */
const credited = `select i.id as invoice_id, i.human_id, i.contract_id, ${work_day} as first_day, e.id as employment_id, k.name as worker,
    coalesce(s.corrects_set_id, s.id) as set_id, i.from_business_id as company_id, c.fee, h.id as timesheet_id, h.human_id as timesheet, d.pay_day::text as for_pay_day,
    case s.funding_model when 'indirect' then s.funder_id else s.provider_id end as principal_id
  from transaction.deemed_payment d
  join business.employment e on e.id = d.employment_id and e.paye_scheme_id = $1 and e.pay_frequency = $3 and e.deleted_at is null
  join business.business k on k.id = e.contractor_id
  join transaction.invoice i on i.id = d.invoice_id
  join transaction.timesheet h on h.id = i.timesheet_id
  join transaction.invoice_set s on s.id = i.invoice_set_id
  cross join lateral (select ${deemedFeeSql('i')} - (select sum(t.fee) from transaction.deemed_payment t where t.invoice_id = i.id) as fee) c
  where d.agency_id = $2 and ${is_of_year} and c.fee < 0 and ${is_first}
  order by d.pay_day, i.human_id`

/**
 * Of one company and one set of books an employment; self-bills and credits of others wait for the next run. `left_out` are
 * timesheets.
 */
export async function readDeemed(
  tx: Tx,
  run: RunFacts,
  left_out: ReadonlySet<string>,
): Promise<ReadonlyMap<string, DeemedDue>> {
  const found = await readFees(tx, run)
  const isIn = ({ timesheet_id }: Row) => !left_out.has(timesheet_id)
  const rows = found.rows.filter(isIn)
  const credits = found.credits.filter(isIn)
  if (rows.length + credits.length === 0) return new Map()
  const documents = await readSets(tx, [...new Set(rows.map(({ set_id }) => set_id))])
  const unworked = await unworkedHolds(tx, documents, run.pay_day)
  const judged = rows.flatMap((row) =>
    unworked({ id: row.invoice_id }) === null ? deductible(row, documents, run.pay_day) : [],
  )
  const back = credits.map(({ principal_id, ...row }) => ({ row, principal_id, work: workOf(row) }))
  return new Map(
    [...Map.groupBy([...judged, ...back], ({ row }) => row.employment_id)].map(([id, of]) => [id, dueOf(of)]),
  )
}

export type DeemedSheet = Pick<Row, 'timesheet_id' | 'worker'> & { readonly human_id: string }

/** Timesheets with a fee, or credit of one, that the run may take. */
export async function readDeemedSheets(tx: Tx, run: RunFacts): Promise<DeemedSheet[]> {
  const { rows, credits } = await readFees(tx, run)
  return [...rows, ...credits].map(({ timesheet_id, timesheet, worker }) => ({
    timesheet_id,
    worker,
    human_id: timesheet,
  }))
}

type Credit = Row & { readonly principal_id: string }
type Fees = { readonly rows: readonly Row[]; readonly credits: readonly Credit[] }

async function readFees(tx: Tx, run: RunFacts): Promise<Fees> {
  const { paye_scheme_id, agency_id, frequency, pay_day, tax_year, period_number } = run
  // Most schemes have none.
  const off_payroll = await tx.row(
    'select id from business.employment where paye_scheme_id = $1 and off_payroll and deleted_at is null limit 1',
    [paye_scheme_id],
  )
  if (off_payroll === undefined) return { rows: [], credits: [] }
  const params = [
    ...[paye_scheme_id, agency_id, frequency, pay_day],
    ...[slipFrequency(frequency), tax_year, period_number, taxYearStart(pay_day)],
  ]
  return {
    rows: await tx.rows<Row>(candidates, params),
    credits: await tx.rows<Credit>(credited, params),
  }
}

type Judged = { readonly row: Row; readonly principal_id: string; readonly work: DeemedWork }

/** Self-bills that may be paid by the pay day: nothing is deducted from a payment that still waits. */
function deductible(row: Row, documents: readonly CashDocument[], pay_day: Day): Judged[] {
  const set = documents.filter(({ invoice_set_id }) => invoice_set_id === row.set_id)
  const document = set.find(({ id }) => id === row.invoice_id)
  if (document === undefined || unprovenHolds(set)(document) !== null) return []
  const fee = parseMoney(row.fee, GBP).minor
  const is_deductible = isDeductible({
    fee,
    outstanding: parseMoney(document.outstanding_balance, GBP).minor,
    paid: parseMoney(document.paid_amount, GBP).minor,
    payable: releaseSets(set, pay_day).get(document.id)?.payable.minor ?? 0,
  })
  return is_deductible ? [{ row, principal_id: document.principal_id, work: workOf(row) }] : []
}

const workOf = ({ invoice_id, human_id, contract_id, first_day, fee, for_pay_day }: Row): DeemedWork => ({
  ...{ invoice_id, human_id, contract_id },
  first_day: day(first_day),
  fee: parseMoney(fee, GBP).minor,
  for_pay_day: for_pay_day === null ? null : day(for_pay_day),
})

function dueOf(judged: readonly Judged[]): DeemedDue {
  // A fee comes before credits: as much of them is taken as the fee allows.
  const [first] = judged
  const isAlike = ({ row, principal_id }: Judged) =>
    row.company_id === first?.row.company_id && principal_id === first.principal_id
  const alike = judged.filter(isAlike).map(({ work }) => work)
  return {
    works: alike.filter(({ fee }) => fee > 0),
    credits: alike.filter(({ fee }) => fee < 0),
    notes: judged
      .filter((one) => !isAlike(one))
      .map(
        ({ work }) =>
          `${work.fee < 0 ? 'The credit of self-bill' : 'Self-bill'} ${work.human_id} is of another company or in other books, and waits for the next run`,
      ),
  }
}
