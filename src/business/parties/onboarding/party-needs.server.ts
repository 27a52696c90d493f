/** The missing facts of an approved party. */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Tx } from '#server/verb.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import type { PartyNeed } from '../onboarding.rules.ts'
import { need_names } from '../onboarding.rules.ts'

const contact = (role: string, more = '') =>
  `exists (select from business.business_contact c where c.business_id = b.id and '${role}' = any (c.roles)
     and ${knownContactSql('c.')}${more})`
const papers_open = (of: string) =>
  `exists (select from business.service s where ${of} and s.deleted_at is null and s.compliance_status <> 'compliant')`
/** A worker on payroll is paid to an account of their own, everybody else to their company's. */
const account = (column: string, more = '') =>
  `exists (select from business.bank_account a where a.business_id = ${column} and a.status = 'confirmed' and a.deleted_at is null${more})`

const sql = `select case b.type
    when 'client' then jsonb_build_object(
      'terms_of_business', ${papers_open(`s.type = 'client-agency' and s.from_business_id = b.id`)},
      'invoice_contact', not ${contact('invoice_contact')},
      'timesheet_approver', not ${contact('timesheet_approver')},
      'credit_decision', not exists (select from business.credit_limit l where l.client_id = b.id and l.deleted_at is null
        and coalesce(l.effective_to, 'infinity'::date) >= $2))
    when 'contractor' then jsonb_build_object(
      'documents', ${papers_open(`s.type = 'contractor-agency' and s.from_business_id = b.id`)},
      'payment_company', b.payment_type <> 'paye' and not exists (select from business.business c
        where c.id = b.payment_company_id and c.status = 'onboarded' and c.is_active and c.deleted_at is null),
      'bank_account', b.payment_type = 'paye' and not ${account('b.id')})
    -- Clients pay into its account.
    when 'funder' then jsonb_build_object(
      'trust_account', not ${account('b.id', ` and a.purpose = 'trust'`)},
      'admin', not ${contact('funder_admin', ' and c.user_id is not null')})
    -- Its earnings are paid into the account.
    when 'agency' then jsonb_build_object(
      'bank_account', not ${account('b.id', ` and a.purpose = 'payout'`)},
      'admin', not ${contact('agency_admin', ' and c.user_id is not null')},
      'fee_rule', not exists (select from contract.service_charge f where f.agency_id = b.id and f.transaction_id is null
        and f.deleted_at is null and coalesce(f.effective_to, 'infinity'::date) >= $2))
    else jsonb_build_object(
      'documents', ${papers_open(`s.type = 'contractor-company' and s.to_business_id = b.id`)},
      'bank_account', not ${account('b.id')})
  end as open
  from business.business b where b.id = $1`

/** Does the agency have a fee rule, entered by hand before the approval? A rule that is over counts, too. */
export const hasFeeRule = async (tx: Tx, agency_id: string): Promise<boolean> =>
  (await tx.row(
    `select 1 as one from contract.service_charge
     where agency_id = $1 and transaction_id is null and deleted_at is null limit 1`,
    [agency_id],
  )) !== undefined

/** Does the funder have rules of disallowance of its own? */
export const hasFundingRule = async (tx: Tx, funder_id: string): Promise<boolean> =>
  (await tx.row(
    'select 1 as one from business.funding_rule where principal_id = $1 and deleted_at is null limit 1',
    [funder_id],
  )) !== undefined

export async function readNeeds(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  id: string,
): Promise<PartyNeed[]> {
  const { open } = present(
    await tx.row<{ open: Partial<Record<PartyNeed, boolean>> }>(sql, [id, clock.today()]),
    'the party',
  )
  return need_names.filter((name) => open[name] === true)
}
