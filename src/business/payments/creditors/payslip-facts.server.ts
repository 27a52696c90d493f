/** Debts of computed payslips by payee, from stored facts. A payslip of a bureau's figures has none. */
import type { Day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { creditorsOf, hmrc_name } from './creditor.server.ts'
import {
  type Attachment,
  homeOf,
  reliefByBooks,
  type Shares,
  type SlipAmounts,
  type SlipPayees,
  sharesOf,
  slip_amounts,
  spreadAttachments,
  withoutOverpaid,
} from './payslip-shares.rules.ts'

type Texts = Readonly<Record<keyof SlipAmounts, string>>

type Row = Texts & {
  readonly id: string
  readonly human_id: string
  readonly pay_date: Day
  readonly worker_id: string
  readonly currency_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly paye_scheme_id: string
  readonly employer_id: string
  readonly payment_frequency: 'monthly' | 'quarterly'
  readonly accounts_office_reference: string
  /** Pence by attachment order. */
  readonly by_order: Readonly<Record<string, number>> | null
  /** Pence of the employer's costs that no document bills; null where the payslip has none. */
  readonly unbilled: number | null
  /** Pence that the payslip carries, below zero where it takes back. */
  readonly overpaid: number | null
  /** The same by principal, once it is kept. */
  readonly overpaid_in: Readonly<Record<string, number>> | null
  /** The books of the documents of pay besides work. */
  readonly besides_principal_id: string | null
  readonly pension_scheme_id: string | null
  readonly pension_provider: string | null
  readonly pension_reference: string | null
  readonly pension_day: number | null
}

export type OrderFacts = { readonly id: string; readonly authority: string; readonly reference: string }

export type SlipFacts = Omit<
  Row,
  keyof SlipAmounts | 'by_order' | 'unbilled' | 'overpaid' | 'overpaid_in' | 'besides_principal_id'
> &
  SlipPayees & {
    readonly hmrc_payee_id: string
    readonly shares: Shares
    /** Costs of the employer that no document bills, in pence, with their books. */
    readonly unbilled: { readonly principal_id: string; readonly pence: number } | null
    /** Changes of the worker's overpayment, in pence, by principal. */
    readonly overpaid: ReadonlyMap<string, number>
    /** The principal with the payslip’s overpayment line in its share. */
    readonly overpaid_place: string
    /** Owed to the employer, in pence, by principal: costs without a document, and pay of one principal that settles another's overpayment. */
    readonly relief: ReadonlyMap<string, number>
    /** By principal. */
    readonly attachments: ReadonlyMap<string, readonly Attachment[]>
    readonly orders: ReadonlyMap<string, OrderFacts>
  }

export async function slipFacts(context: VerbContext, ids: readonly string[]): Promise<SlipFacts[]> {
  const { tx } = context
  const rows = await readRows(tx, ids)
  const [first] = rows
  if (!first) return []
  const orders = await readOrders(tx, rows)
  const work = await readWork(tx, ids)
  const payees = await creditorsOf(context, first.provider_id, [
    hmrc_name,
    ...[...orders.values()].map(({ authority }) => authority),
    ...rows.flatMap(({ pension_provider }) => pension_provider ?? []),
  ])
  return rows.map((row): SlipFacts => {
    const of_work = work.get(row.id) ?? new Map()
    const is_moved = row.unbilled !== null || row.overpaid !== null
    const home = is_moved ? homeOf(of_work, row.provider_id) : row.provider_id
    const shares = sharesOf(penceOf(row), of_work, home)
    const wanted = row.besides_principal_id ?? home
    // A share below zero was set against the first one.
    const place = shares.has(wanted) ? wanted : ([...shares.keys()][0] ?? wanted)
    const overpaid = row.overpaid ?? 0
    const changes = new Map(Object.entries(row.overpaid_in ?? {}))
    const taken = Object.entries(row.by_order ?? {}).flatMap(([id, amount]): Attachment[] => {
      const payee_id = payees.get(orders.get(id)?.authority ?? '')
      return payee_id && amount !== 0 ? [{ attachment_order_id: id, payee_id, amount }] : []
    })
    const to_authorities = taken.reduce((sum, { amount }) => sum + amount, 0)
    // The rest is the employer's own fee.
    const fee = {
      attachment_order_id: null,
      payee_id: row.employer_id,
      amount: penceOf(row).other_deductions + overpaid - to_authorities,
    }
    return {
      ...row,
      hmrc_payee_id: payees.get(hmrc_name) ?? '',
      pension_payee_id: payees.get(row.pension_provider ?? '') ?? null,
      shares,
      unbilled: row.unbilled === null ? null : { principal_id: place, pence: row.unbilled },
      overpaid: changes,
      overpaid_place: place,
      relief: reliefByBooks(place, { unbilled: row.unbilled ?? 0, overpaid: changes }),
      attachments: spreadAttachments([...taken, fee], withoutOverpaid(shares, place, overpaid)),
      orders,
    }
  })
}

/** The company and the books of the fees that the payslip `p` deducts from; none for pay of an employee. */
const deemedSql = `left join lateral (select i.from_business_id as company_id,
    case s.funding_model when 'indirect' then s.funder_id else s.provider_id end as principal_id
  from transaction.deemed_payment f join transaction.invoice i on i.id = f.invoice_id join transaction.invoice_set s on s.id = i.invoice_set_id
  where f.payslip_id = p.id order by f.id limit 1) d on true`

/** A fee is owed by its self-bill: the payslip takes the deduction over, and pays out only tax that is given back. */
const owed = (field: keyof SlipAmounts): string => {
  const deducted = 'p.income_tax + p.employee_ni'
  if (field === 'gross_pay')
    return `case when d.company_id is null then p.gross_pay else greatest(${deducted}, 0) end`
  if (field === 'net_pay')
    return `case when d.company_id is null then p.net_pay else greatest(-(${deducted}), 0) end`
  return `p.${field}`
}

/** National Insurance of corrected letters, and costs that no timesheet can hold. */
const unbilledSql = (besides: string): string => `(select sum(u.value::numeric) from (
    select ${besides} ->> 'letters_ni' as value union all select e.value from jsonb_each_text(${besides} -> 'unbilled') e) u)`

function readRows(tx: Tx, ids: readonly string[]): Promise<Row[]> {
  return tx.rows<Row>(
    `select p.id, p.human_id, p.pay_date, coalesce(d.company_id, p.contractor_id) as worker_id, p.currency_id, p.provider_id, p.agency_id,
       ${slip_amounts.map((field) => `${owed(field)} as ${field}`).join(', ')},
       s.id as paye_scheme_id, s.business_id as employer_id, s.payment_frequency, s.accounts_office_reference,
       c.kept -> 'attached' -> 'by_order' as by_order, ${unbilledSql('c.besides')}::int as unbilled,
       (c.besides #>> '{overpaid,change}')::int as overpaid,
       (select jsonb_object_agg(o.principal_id, (o.amount * 100)::int) from transaction.overpayment o
         where o.payslip_id = p.id and o.deleted_at is null) as overpaid_in,
       (select case i.funding_model when 'indirect' then i.funder_id else i.provider_id end
         from transaction.invoice_set i where i.id = c.invoice_set_id) as besides_principal_id, m.pension_scheme_id, m.provider as pension_provider,
       m.employer_reference as pension_reference, m.payment_day as pension_day
     from transaction.payslip p
     join transaction.pay_run_payslip c on c.payslip_id = p.id
     join transaction.pay_run r on r.id = c.pay_run_id
     join business.paye_scheme s on s.id = r.paye_scheme_id
     ${deemedSql}
     -- A refund after opting out comes from the scheme that was left.
     left join lateral (select n.pension_scheme_id, e.provider, e.employer_reference, e.payment_day
       from business.pension_membership n join business.pension_scheme e on e.id = n.pension_scheme_id
       where n.employment_id = c.employment_id and n.deleted_at is null and n.effective_from <= p.pay_date
       order by n.effective_from desc limit 1) m on true
     where p.id = any ($1) order by p.human_id`,
    [ids],
  )
}

async function readOrders(tx: Tx, rows: readonly Row[]): Promise<Map<string, OrderFacts>> {
  const ids = rows.flatMap(({ by_order }) => Object.keys(by_order ?? {}))
  if (ids.length === 0) return new Map()
  const orders = await tx.rows<OrderFacts>(
    'select id, authority, reference from business.attachment_order where id = any ($1)',
    [ids],
  )
  return new Map(orders.map((order) => [order.id, order]))
}

/** Figures less those they correct, and pay besides work, by payslip and by the books that their documents are in. */
async function readWork(tx: Tx, ids: readonly string[]): Promise<Map<string, Shares>> {
  const amounts = slip_amounts.map((field) => `sum(f.${field} - coalesce(o.${field}, 0)) as ${field}`)
  const besides = slip_amounts.map(
    (field) => `(c.besides -> 'figures' ->> '${field}')::numeric(15,2) / 100 as ${field}`,
  )
  const rows = await tx.rows<Texts & { payslip_id: string; principal_id: string }>(
    `with work as (
       select f.payslip_id, s.principal_id, ${amounts.join(', ')}
       from transaction.payroll_figure f
       join lateral (select case i.funding_model when 'indirect' then i.funder_id else i.provider_id end as principal_id
         from transaction.invoice_set i where i.timesheet_id = f.timesheet_id and i.version = f.version
           and i.corrects_set_id is null and i.deleted_at is null order by i.id limit 1) s on true
       left join lateral (select b.* from transaction.payroll_figure b
         where b.timesheet_id = f.timesheet_id and b.version < f.version and b.deleted_at is null
         order by b.version desc limit 1) o on true
       where f.payslip_id = any ($1) and f.deleted_at is null group by 1, 2
       union all
       select c.payslip_id, case i.funding_model when 'indirect' then i.funder_id else i.provider_id end, ${besides.join(', ')}
       from transaction.pay_run_payslip c join transaction.invoice_set i on i.id = c.invoice_set_id
       where c.payslip_id = any ($1) and not exists (select from transaction.deemed_payment d where d.payslip_id = c.payslip_id)
       union all
       select p.id, d.principal_id, ${slip_amounts.map((field) => `${owed(field)} as ${field}`).join(', ')}
       from transaction.payslip p ${deemedSql} where p.id = any ($1) and d.company_id is not null)
     select payslip_id, principal_id, ${slip_amounts.map((field) => `sum(${field})::numeric(15,2) as ${field}`).join(', ')}
     from work group by 1, 2 order by 1, 2`,
    [ids],
  )
  return new Map(
    [...Map.groupBy(rows, ({ payslip_id }) => payslip_id)].map(([id, of]) => [
      id,
      new Map(of.map((row) => [row.principal_id, penceOf(row)])),
    ]),
  )
}

const penceOf = (row: Texts): SlipAmounts =>
  Object.fromEntries(slip_amounts.map((field) => [field, parseMoney(row[field], GBP).minor])) as Record<
    keyof SlipAmounts,
    number
  > // All fields.
