/** A payslip as a PDF file, for its readers; the figures are those of its page. */
import { readFileSync } from 'node:fs'
import { loadVisible, readsField, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency } from '#kernel/money.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import { readParties } from '../../invoices/read-work.server.ts'
import { line_names } from '../engine/line-why.rules.ts'
import { payslip_amounts } from '../figures/payslip.rules.ts'
import { penceText, readPence } from '../figures/run-figures.rules.ts'
import { payslipAmountsOf, sourceName } from '../takeover/payroll-takeover.rules.ts'
import type { PrintedPayslip, PrintedWork } from './payslip-pdf.rules.ts'
import { payslipPage } from './payslip-pdf.rules.ts'
import { readPayslipPeriod } from './read-payslip-period.server.ts'
import { readPayslipYear } from './read-payslip-year.server.ts'

const template = readFileSync(new URL('./payslip.typ', import.meta.url), 'utf8')

const computed_slip = 'transaction.pay_run_payslip'

/** @throws not_found for a payslip that the viewer cannot see, in the same words as for none */
export async function payslipPdf(tx: Tx, viewer: Viewer, id: string): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'transaction.payslip', [id], {
    columns: 't.id',
  })
  if (!seen) throw notFound('Payslip')
  const slip = await readPayslip(tx, viewer, seen.id)
  return pdfPage(template, payslipPage(slip), slip.human_id)
}

type Row = Omit<
  PrintedPayslip,
  | 'currency'
  | 'pay_date'
  | 'period_number'
  | 'period'
  | 'agency'
  | 'contractor'
  | 'ni_number'
  | 'used'
  | 'deducted'
  | 'work'
  | 'besides'
  | 'deemed'
  | 'holiday'
  | 'year'
  | 'taken_over_from'
> & {
  readonly currency: string
  readonly agency_id: string
  readonly contractor_id: string
}

/** The rows behind it: the caller has seen that the payslip is the viewer's. */
async function readPayslip(tx: Tx, viewer: Viewer, id: string): Promise<PrintedPayslip> {
  const row = present(
    await tx.row<Row>(
      `select s.human_id, s.status, y.alpha_code as currency, s.agency_id,
         s.contractor_id, k.human_id as contractor_human_id, p.name as provider_name,
         nullif(concat_ws('; ', (select string_agg(distinct f.other_deductions_for, '; ') from transaction.payroll_figure f
           where f.payslip_id = s.id and f.deleted_at is null),
           (select l.why from transaction.pay_run_payslip c
            cross join lateral jsonb_to_recordset(c.lines) as l (name text, why text)
            where c.payslip_id = s.id and l.name = '${line_names.overpayment}')), '') as other_deductions_for, ${payslip_amounts.map((field) => `s.${field}`).join(', ')}
       from transaction.payslip s
       join platform.currency y on y.id = s.currency_id
       join business.business k on k.id = s.contractor_id
       join business.business p on p.id = s.provider_id
       where s.id = $1`,
      [id],
    ),
    'the payslip that was seen',
  )
  const { currency: code, agency_id, contractor_id, ...facts } = row
  const parties = await readParties(tx, [agency_id, contractor_id])
  return {
    ...facts,
    currency: currency(code),
    ...(await readPayslipPeriod(tx, id)),
    agency: present(parties.get(agency_id), 'the agency that pays'),
    contractor: present(parties.get(contractor_id), 'the worker who is paid'),
    ni_number: await readNiNumber(tx, viewer, contractor_id),
    used: await readUsed(tx, viewer, id),
    deducted: await readDeducted(tx, viewer, id),
    work: await readWorkLines(tx, id),
    besides: await readBesidesLines(tx, id),
    deemed: await readDeemedBills(tx, id),
    holiday: await readHeld(tx, id),
    ...(await readYear(tx, id)),
  }
}

/** Personal data, only for readers named in its declaration. */
async function readNiNumber(tx: Tx, viewer: Viewer, contractor_id: string): Promise<string | null> {
  if (!readsField(viewer, 'business.individual', 'ni_number')) return null
  const params: unknown[] = [contractor_id]
  const visible = visibleSql('business.individual', viewer, 'i', params)
  const person = await tx.row<{ ni_number: string | null }>(
    `select i.ni_number from business.business k join business.individual i on i.id = k.individual_id
     where k.id = $1 and ${visible}`,
    params,
  )
  return person?.ni_number ?? null
}

/** The tax code and NI letter of a computed payslip, for readers of its calculation. */
async function readUsed(tx: Tx, viewer: Viewer, payslip_id: string): Promise<PrintedPayslip['used']> {
  if (!(['tax_code', 'ni_letter'] as const).every((field) => readsField(viewer, computed_slip, field)))
    return null
  const params: unknown[] = [payslip_id]
  const visible = visibleSql(computed_slip, viewer, 'c', params)
  const used = await tx.row<NonNullable<PrintedPayslip['used']>>(
    `select c.tax_code, c.ni_letter from transaction.pay_run_payslip c where c.payslip_id = $1 and ${visible}`,
    params,
  )
  return used ?? null
}

/** Deductions of a computed payslip, for readers of its calculation. */
async function readDeducted(tx: Tx, viewer: Viewer, payslip_id: string): Promise<PrintedPayslip['deducted']> {
  if (!readsField(viewer, computed_slip, 'lines')) return []
  const params: unknown[] = [payslip_id]
  const visible = visibleSql(computed_slip, viewer, 'c', params)
  return tx.rows(
    `select l.name, l.amount, l.why from transaction.pay_run_payslip c
     cross join lateral rows from (jsonb_to_recordset(c.lines) as (part text, name text, amount text, why text)) with ordinality
       as l (part, name, amount, why, nth)
     where c.payslip_id = $1 and ${visible} and l.part = 'deduction' and l.amount::numeric <> 0 order by l.nth`,
    params,
  )
}

/**
 * The work behind the pay, from its documents: for each figure, and for those it corrects, which an earlier payslip
 * paid.
 */
async function readWorkLines(tx: Tx, payslip_id: string): Promise<PrintedWork[]> {
  type Line = Omit<PrintedWork, 'start_date' | 'end_date'> & { start_date: string; end_date: string }
  const rows = await tx.rows<Line>(
    `select t.human_id as timesheet, t.start_date, t.end_date, w.is_former, coalesce(l.rate_name, l.description) as description,
       l.unit_type, l.units, l.rate, l.amount
     from transaction.payroll_figure f
     join transaction.timesheet t on t.id = f.timesheet_id
     cross join lateral (
       select f.version, false as is_former
       union all (select b.version, true from transaction.payroll_figure b
         where b.timesheet_id = f.timesheet_id and b.version < f.version and b.deleted_at is null
         order by b.version desc limit 1)) w
     join transaction.invoice_set z on z.timesheet_id = t.id and z.version = w.version
     join transaction.invoice i on i.invoice_set_id = z.id and i.type = 'contractor-agency'
       and i.is_credit_note = f.is_reduction and i.deleted_at is null
     join transaction.invoice_line l on l.invoice_id = i.id
     where f.payslip_id = $1 and f.deleted_at is null
     order by t.start_date, t.human_id, f.version, w.is_former, i.human_id, l.position`,
    [payslip_id],
  )
  return rows.map((row) => ({ ...row, start_date: day(row.start_date), end_date: day(row.end_date) }))
}

/** Pay without a timesheet, as its run computed it. */
function readBesidesLines(tx: Tx, payslip_id: string): Promise<PrintedPayslip['besides'][number][]> {
  return tx.rows(
    `select l.why, l.amount from transaction.pay_run_payslip c
     cross join lateral rows from (jsonb_to_recordset(c.lines) as (why text, amount text, is_besides boolean)) with ordinality
       as l (why, amount, is_besides, nth)
     where c.payslip_id = $1 and l.is_besides order by l.nth`,
    [payslip_id],
  )
}

/** Credits count until the deduction; later ones are on later payslips. */
const readDeemedBills = (tx: Tx, payslip_id: string): Promise<PrintedPayslip['deemed'][number][]> =>
  tx.rows(
    `select i.human_id as self_bill, b.name as company, (i.total_amount + coalesce((select sum(n.total_amount) from transaction.invoice n
         where n.parent_invoice_id = i.id and n.is_credit_note and n.deleted_at is null and n.id < d.id), 0) - d.income_tax - d.employee_ni)::text as left
     from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
     join business.business b on b.id = i.from_business_id where d.payslip_id = $1 and d.fee > 0 order by d.id`,
    [payslip_id],
  )

/** The tax year so far, of one employment. */
async function readYear(tx: Tx, id: string): Promise<Pick<PrintedPayslip, 'year' | 'taken_over_from'>> {
  const { slips, taken_over } = await readPayslipYear(tx, id)
  const before = taken_over.map(({ amounts }) => payslipAmountsOf(amounts))
  const added = payslip_amounts.map((field) => [
    field,
    penceText(
      [...slips.map((slip) => readPence(slip[field])), ...before.map((amounts) => amounts[field])].reduce(
        (total, amount) => total + amount,
        0,
      ),
    ),
  ])
  return {
    year: Object.fromEntries(added) as PrintedPayslip['year'], // Every field once.
    taken_over_from: taken_over.length === 0 ? null : taken_over.map(sourceName).join('; '),
  }
}

/** The holiday fund after the payslip. */
async function readHeld(tx: Tx, payslip_id: string): Promise<PrintedPayslip['holiday']> {
  const held = await tx.row<{ hours: string | null; amount: string }>(
    `select sum(m.hours) as hours, sum(m.amount) as amount from transaction.holiday_movement m
     join (select employment_id, id from transaction.holiday_movement where payslip_id = $1 order by id desc limit 1) p
       on p.employment_id = m.employment_id and m.id <= p.id and m.deleted_at is null`,
    [payslip_id],
  )
  return held === undefined || held.hours === null ? null : { hours: held.hours, amount: held.amount }
}
