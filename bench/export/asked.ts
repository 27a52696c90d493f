/** What is exported: every invoice of a provider, in twelve columns of text, choices, days and amounts, three of other rows. */
import type pg from 'pg'

export const columns = [
  { field: 'human_id', label: 'Invoice Id' },
  { field: 'finance_status', label: 'Finance Status' },
  { field: 'type', label: 'Type' },
  { field: 'to_business.name', label: 'To' },
  { field: 'contractor.name', label: 'Contractor' },
  { field: 'client.name', label: 'Client' },
  { field: 'raised_date', label: 'Raised Date' },
  { field: 'due_date', label: 'Due Date' },
  { field: 'amount', label: 'Net' },
  { field: 'tax_amount', label: 'VAT' },
  { field: 'total_amount', label: 'Total' },
  { field: 'outstanding_balance', label: 'Outstanding' },
] as const

/** A person of the benchmark's provider who may export, by their contact. */
export const CONTACT = '80000000-0000-7000-8000-000000000001'

/** Adds them, unless an earlier run on this database did. */
export async function addExporter(owner: pg.Pool): Promise<void> {
  const { rowCount } = await owner.query(`select from auth."user" where id = 'bench'`)
  if (rowCount === 1) return
  await owner.query(
    `insert into auth."user" (id, name, email) values ('bench', 'Robin Bench', 'bench@example.test')`,
  )
  await owner.query(`insert into platform."user" (id, email, first_name, last_name, is_confirmed)
    values ('bench', 'bench@example.test', 'Robin', 'Bench', true)`)
  await owner.query(
    `insert into business.business_contact (id, business_id, user_id, first_name, last_name, email, roles, joined_at)
     select $1, id, 'bench', 'Robin', 'Bench', 'bench@example.test', '{provider_admin}', now()
     from business.business where type = 'provider'`,
    [CONTACT],
  )
}

/** What somebody would write for this file, for a provider's own rows. */
export const HAND = `
  select i.human_id, transaction.finance_status(i.status, i.due_date, current_date) as finance_status, i.type, b.name as to_name,
    w.name as contractor, c.name as client, i.raised_date, i.due_date, i.amount, i.tax_amount, i.total_amount, i.outstanding_balance
  from transaction.invoice i
  left join business.business b on b.id = i.to_business_id
  left join business.business w on w.id = i.contractor_id
  left join business.business c on c.id = i.client_id
  where i.provider_id = (select id from business.business where type = 'provider') and i.deleted_at is null
  order by i.human_id desc, i.id desc`
