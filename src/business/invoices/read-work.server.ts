/** Reads the facts for raising invoices, for many timesheets or expenses in a few statements. */

import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { hasLongWeekSql } from '../parties/self-dealing/long-weeks.server.ts'
import { fundingOnSql } from '../shared/former-terms.rules.ts'
import { paymentTypeSql } from '../shared/payment-type.rules.ts'
import { isUnworkedSql } from '../shared/unworked-days.server.ts'
import type { ExpenseFact, PayrollFact, WorkFacts } from './invoice-set-plan.rules.ts'

export type WorkKind = WorkFacts['generated_for']

/** An approved piece of work with its placement: a timesheet, an expense, or a permanent placement itself. */
export type Work = WorkFacts & {
  /** The timesheet's, the expense's or the placement's id. */
  readonly source_id: string
  readonly timesheet_id: string | null
  readonly expense_id: string | null
  readonly version: number
  readonly approved_at: string | null
  /** Approved by hand, and the provider has not accepted the evidence yet. */
  readonly awaits_evidence: boolean
  /** A week of more hours than a person works, that the provider has not accepted. */
  readonly has_long_week: boolean
  /** Approved before its last worked day, which has not passed. */
  readonly is_unworked: boolean
  readonly provider_id: string
  readonly client_id: string
  readonly contractor_id: string | null
  readonly payment_company_id: string | null
  readonly currency_id: string
}

const no_source = 'null::uuid as timesheet_id, null::uuid as expense_id'
const no_period =
  'null::text as timesheet_type, false as is_difference, null::date as start_date, null::date as end_date'

const sources = {
  timesheet: {
    table: 'transaction.timesheet t join contract.contract c on c.id = t.contract_id',
    columns: `t.id as timesheet_id, null::uuid as expense_id, t.type as timesheet_type, t.refines_id is not null as is_difference, t.start_date, t.end_date, t.version,
      t.approved_at, t.evidence_status is not distinct from 'waiting' as awaits_evidence, ${isUnworkedSql('t.id', '$2::date')} as is_unworked, ${hasLongWeekSql('t.id')} as has_long_week,
      ${fundingOnSql('c', 't.start_date', 'funding_type')} as funding_type`,
  },
  expense: {
    table: 'transaction.expense t join contract.contract c on c.id = t.contract_id',
    columns: `null::uuid as timesheet_id, t.id as expense_id, ${no_period}, t.version, t.approved_at, t.evidence_status is not distinct from 'waiting' as awaits_evidence, false as is_unworked, false as has_long_week,
      ${fundingOnSql('c', '(select min(d.from_date) from transaction.expense_detail d where d.expense_id = t.id and d.deleted_at is null)', 'expense_funding_type')} as funding_type`,
  },
  perm_placement: {
    table: 'contract.contract t join contract.contract c on c.id = t.id',
    columns: `${no_source}, ${no_period}, 1 as version, null::timestamptz as approved_at, false as awaits_evidence, false as is_unworked, false as has_long_week, c.funding_type`,
  },
} as const satisfies Record<WorkKind, { table: string; columns: string }>

/** Terms and agreements in force on the day of issue; an expense has its own funding type. */
export function readWork(tx: Tx, kind: WorkKind, ids: readonly string[], on: Day): Promise<Work[]> {
  const terms = (type: string) => `(select e.payment_terms from contract.contract_entity e
    where e.contract_id = c.id and e.type = '${type}' and e.deleted_at is null and e.effective_from <= $2
      and (e.effective_to is null or e.effective_to >= $2)
    order by e.effective_from desc, e.id desc limit 1)`
  return tx.rows<Work>(
    `select '${kind}' as generated_for, t.id as source_id, t.human_id, ${sources[kind].columns}, c.id as contract_id, c.title,
       c.funding_model, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       c.payment_company_id, ${paymentTypeSql('c')} as payment_type, coalesce(k.name, c.candidate_name) as contractor_name, y.alpha_code as currency,
       c.currency_id, c.is_extended_contractor_payment_terms, c.conduct_regs_opt_out, 
       case when c.keeps_self_billing then c.self_billing_from else s.self_billing_from end as self_billing_from,
       case when c.keeps_self_billing then c.self_billing_to else s.self_billing_to end as self_billing_to,
       ${terms('client')} as client_payment_terms, ${terms('contractor')} as contractor_payment_terms,
       c.contract_start_date, c.placement_fee
     from ${sources[kind].table}
     join platform.currency y on y.id = c.currency_id
     left join business.business k on k.id = c.contractor_id
     left join business.service s on s.type = 'contractor-agency' and s.from_business_id = c.contractor_id
       and s.to_business_id = c.agency_id and s.deleted_at is null
     where t.id = any ($1) order by t.human_id`,
    [ids, on],
  )
}

export type WorkUnits = {
  readonly timesheet_id: string
  readonly rate_name: string
  readonly unit_type: string
  readonly contractor_rate: string
  readonly client_rate: string
  readonly units: string
}

/** Units by timesheet and pair of rate versions, Standard first (spec §3). */
export function readUnits(tx: Tx, timesheet_ids: readonly string[]): Promise<WorkUnits[]> {
  return tx.rows<WorkUnits>(
    `select timesheet_id, rate_name, unit_type, contractor_rate, client_rate, sum(units) as units
     from transaction.timesheet_detail where timesheet_id = any ($1) and deleted_at is null and units <> 0
     group by timesheet_id, group_id, rate_name, unit_type, contractor_rate_id, client_rate_id, contractor_rate, client_rate
     order by timesheet_id, rate_name <> 'Standard', rate_name, min(date), contractor_rate_id`,
    [timesheet_ids],
  )
}

type WorkExpense = ExpenseFact & { readonly expense_id: string }

/** By expense, in the order in which they become lines. */
export function readExpenseItems(tx: Tx, expense_ids: readonly string[]): Promise<WorkExpense[]> {
  return tx.rows<WorkExpense>(
    `select expense_id, from_date, type, description, amount, tax_amount, is_disbursement
     from transaction.expense_detail where expense_id = any ($1) and deleted_at is null
     order by expense_id, from_date, type, id`,
    [expense_ids],
  )
}

/** Payroll's figures of a PAYE timesheet (money.md §1.5, documents 1p and 6 to 9). */
export type PayrollFigures = PayrollFact & { readonly timesheet_id: string }

/** By timesheet; of its current version alone. */
export async function readPayroll(
  tx: Tx,
  timesheet_ids: readonly string[],
): Promise<ReadonlyMap<string, PayrollFigures>> {
  const rows = await tx.rows<PayrollFigures>(
    `select f.timesheet_id, f.pay_day, f.gross_pay, f.holiday_pay, f.employer_ni, f.employer_pension, f.apprenticeship_levy,
       f.holiday_pay_retained
     from transaction.payroll_figure f join transaction.timesheet t on t.id = f.timesheet_id and t.version = f.version
     where t.id = any ($1) and f.deleted_at is null`,
    [timesheet_ids],
  )
  return new Map(rows.map((row) => [row.timesheet_id, row]))
}

/** A business as documents and their VAT need it. */
export type Party = {
  readonly id: string
  readonly business_name: string
  readonly business_type: string
  readonly invoicing_address: string
  readonly country_code: string
  readonly email: string | null
  readonly registration_number: string | null
  readonly vat_number: string | null
  readonly is_vat_registered: boolean
  readonly logo_attachment_id: string | null
  readonly has_vat_evidence: boolean
}

/** By id, as they are registered today. */
export async function readParties(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Party>> {
  const rows = await tx.rows<Party>(
    `select b.id, coalesce(c.name, b.name) as business_name, b.type as business_type,
       coalesce(a.complete_address, '') as invoicing_address, coalesce(a.country_code, 'GB') as country_code, c.email,
       c.brn as registration_number, case when c.is_vat_registered then c.vat_registration_no end as vat_number,
       coalesce(c.is_vat_registered, false) as is_vat_registered, c.logo_attachment_id,
       c.vat_evidence_kind is not null as has_vat_evidence
     from business.business b
     left join business.company c on c.id = b.company_id
     left join business.individual i on i.id = b.individual_id
     left join business.address a on a.id = coalesce(c.address_id, i.address_id)
     where b.id = any ($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Where a business is paid, by currency: clients pay into `into`, others are paid out to `payout`. */
export type Accounts = { readonly into: string | null; readonly payout: string | null }

/** Keyed by business and currency id. */
export async function readAccounts(
  tx: Tx,
  ids: readonly string[],
): Promise<(business_id: string, currency_id: string) => Accounts> {
  type Row = { id: string; business_id: string; currency_id: string; purpose: string }
  const rows = await tx.rows<Row>(
    `select id, business_id, currency_id, purpose from business.bank_account
     where business_id = any ($1) and status = 'confirmed' and deleted_at is null`,
    [ids],
  )
  const byKey = new Map(rows.map((row) => [`${row.business_id} ${row.currency_id} ${row.purpose}`, row.id]))
  return (business_id, currency_id) => {
    const find = (purpose: string) => byKey.get(`${business_id} ${currency_id} ${purpose}`) ?? null
    return { into: find('trust') ?? find('receipt'), payout: find('payout') }
  }
}

export async function readTaxIds(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ type: string; id: string }>('select type, id from config.business_tax')
  return new Map(rows.map((row) => [row.type, row.id]))
}
