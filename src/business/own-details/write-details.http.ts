/** Keeps and submits the details that a contractor enters by their link. */
import { conflict, invalid, isStintError } from '#kernel/errors.ts'
import { parseInput } from '#server/http/input-errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { bankAccountInput } from '../bank-accounts/bank-account-input.server.ts'
import { insertBankAccount } from '../bank-accounts/insert-bank-account.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { contractorInput } from '../parties/new-party/new-contractor.rules.ts'
import { papersIn } from '../parties/new-party/party-rows.rules.ts'
import { draft_request } from '../parties/onboarding/draft-request.entity.ts'
import type { FoundDraft } from '../parties/onboarding/load-party.server.ts'
import { fieldsOf, rowsOf, titleOf } from '../parties/onboarding/party-values.server.ts'
import { allOf } from '../parties/onboarding/write-party.server.ts'
import { stale_draft } from '../parties/onboarding.rules.ts'
import { companyToPayThrough } from '../parties/payment-companies.server.ts'
import type { PartyLink } from '../parties/self-service/load-party-link.server.ts'
import {
  accountValues,
  agreedSelfBilling,
  bankValues,
  companyNamedIn,
  type DetailsView,
  detailsFaults,
  fieldOfFault,
  hasOwnCompany,
  mergedValues,
  own_payment_types,
  ownValues,
  type Typed,
} from '../parties/self-service/party-link.rules.ts'
import { sendParty, submitInput } from '../taking-on/submit-party.server.ts'
import { maySignIn } from '../taking-on/submitted-people.server.ts'
import { insurancesOf } from './asked-insurance.http.ts'
import { keepFiles, readFiles } from './link-files.http.ts'

export type Details = { readonly context: VerbContext; readonly link: PartyLink; readonly found: FoundDraft }

/** The name of the company that the agency named; null: the worker says how they are paid. */
async function throughOf(context: VerbContext, values: Typed): Promise<string | null> {
  const named = companyNamedIn(values)
  if (named === null) return null
  const company = await companyToPayThrough(context, named)
  const row =
    company &&
    (await context.tx.row<{ name: string }>('select name from business.business where id = $1', [company.id]))
  // A company that is not found any more is named in the refusal of the agency's own submission.
  return row?.name ?? named.human_id ?? null
}

export async function readDetails({ context, link, found }: Details): Promise<DetailsView> {
  const { draft } = found
  const through = await throughOf(context, fieldsOf(draft.requested_data))
  return {
    agency: context.viewer.business_name,
    email: link.email,
    values: ownValues(fieldsOf(draft.requested_data), through),
    bank: link.bank,
    files: await readFiles(context.tx, link.id),
    insurances:
      through === null || isLimited(fieldsOf(draft.requested_data))
        ? await insurancesOf(context.tx, context.viewer.business_id)
        : [],
    through,
    step: link.step,
    version: draft.version,
    today: context.clock.today(),
  }
}

const isLimited = ({ payment_type }: Typed): boolean => payment_type === 'limited'

type Kept = { readonly values: Typed; readonly bank: Typed; readonly step: number; readonly version: number }

/** @throws conflict for a copy that another phone, or the agency, has changed since */
export async function saveDetails({ context, link, found: { draft } }: Details, kept: Kept) {
  const { tx, clock } = context
  if (draft.version !== kept.version) throw conflict(stale_draft)
  const through = await throughOf(context, fieldsOf(draft.requested_data))
  const values = mergedValues(fieldsOf(draft.requested_data), kept.values, through)
  const version = draft.version + 1
  await updateRow(tx, draft_request, draft.id, {
    requested_data: { ...rowsOf(draft.requested_data), ...values },
    title: titleOf(values),
    version,
    updated_at: clock.now(),
  })
  await tx.run('update auth.party_link set step = $2, bank = $3, saved_at = $4 where id = $1', [
    link.id,
    kept.step,
    through === null ? bankValues(kept.bank) : {},
    clock.now(),
  ])
  return { version }
}

/** The weights of sort codes are too many for the page, so it asks before the bank step is left. @throws invalid */
export function checkAccount({ found: { draft } }: Details, bank: Typed): { fits: true } {
  parseInput(bankAccountInput, { ...accountValues(bank), business_id: draft.id })
  return { fits: true }
}

type Sent = { readonly values: Typed; readonly bank: Typed; readonly key: string }

/** The contractor submits their details. The agency approves, and the sender of the link may. @throws invalid, with all faults */
export async function submitDetails({ context, link, found }: Details, sent: Sent): Promise<void> {
  const { tx, clock, viewer } = context
  const { draft } = found
  const through = await throughOf(context, fieldsOf(draft.requested_data))
  const typed = fieldsOf(draft.requested_data)
  const merged = mergedValues(typed, sent.values, through)
  const agreed = through === null ? agreedSelfBilling(typed, merged, clock.today()) : {}
  const values = inputValues({ ...merged, ...agreed }, through)
  const { signature = '' } = sent.values
  const faults = detailsFaults({ ...values, ...bankValues(sent.bank), signature }, clock.today(), through)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  await flat(async () => {
    const [asked, account] = await allOf(
      async () =>
        parseInput(submitInput, {
          ...partyInput(draft.id, values),
          ...(await ownSeat(context, link, values)),
        }),
      async () =>
        through === null
          ? parseInput(bankAccountInput, { ...accountValues(sent.bank), business_id: draft.id })
          : null,
    )
    // The contractor has no sign-in, so the rows name the sender of the link; the account also names the contractor.
    const named = { ...context, viewer: { ...viewer, user_id: link.created_by } }
    const { id } = await sendParty(named, asked, {
      found,
      submitted: { submitted_by: null, submitted_as: null },
      drafted_papers: papersIn(draft.requested_data.papers),
    })
    const by_link = { name: titleOf(values), email: link.email }
    named.audit({
      entity: 'business.business',
      entity_id: id,
      new_values: { details_signed_as: signedName(signature), details_signed_by: link.email },
    })
    if (agreed.self_billing_from !== undefined)
      named.audit({
        entity: 'business.business',
        entity_id: id,
        new_values: { ...agreed, self_billing_agreed_by: link.email },
      })
    const company_id = isLimited(values) ? await companyOf(named, id) : null
    await keepFiles(named, link.id, { contractor_id: id, company_id })
    if (account) await keepAccount(named, id, { account, by_link })
  })
  await tx.run(
    `update auth.party_link set used_at = $2, used_key = $3, bank = '{}', saved_at = $2, signed_as = $4 where id = $1`,
    [link.id, clock.now(), sent.key, signedName(signature)],
  )
}

const SIGNED_MAX = 120
const signedName = (typed: string | boolean): string => String(typed).trim().slice(0, SIGNED_MAX)

/** The worker signs in by the address of the link, unless it acts for another business. */
async function ownSeat(context: VerbContext, { email }: PartyLink, values: Typed): Promise<object> {
  if (!(await maySignIn(context, 'contractor', email))) return {}
  const { first_name, last_name } = values
  return { people: [{ first_name, last_name, email, roles: ['contractor'] }] }
}

/** The values without the fields of other payment types. */
function inputValues(values: Typed, through: string | null): Typed {
  if (through !== null) return values
  const { payment_company_id: _, payment_company_code: __, company_is: ___, ...own } = values
  const { payment_type } = own
  if (!own_payment_types.some((one) => one === payment_type)) return { ...own, payment_type: 'paye' }
  if (hasOwnCompany(own)) return { ...own, company_is: 'new' }
  const { self_billing_from: _a, self_billing_to: _b, conduct_regs_opt_out: _c, ...payroll } = own
  return payroll
}

function partyInput(draft_id: string, values: Typed): object {
  const { payment_type, company_is } = values
  const shown = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const paid = { payment_type: String(payment_type), company_is: String(company_is ?? 'known') }
  return { kind: 'contractor', draft_id, ...contractorInput(shown, paid) }
}

/** The limited company of the worker, as just written or as their agency named it. */
const companyOf = async ({ tx }: VerbContext, contractor_id: string): Promise<string | null> =>
  (
    await tx.row<{ company_id: string | null }>(
      `select p.id as company_id from business.business b join business.business p on p.id = b.payment_company_id
       where b.id = $1 and p.type = 'limited'`,
      [contractor_id],
    )
  )?.company_id ?? null

type Entered = {
  readonly account: ReturnType<typeof bankAccountInput.parse>
  readonly by_link: { readonly name: string; readonly email: string }
}

/** An account of a company that is in force already stays; one that was sent before and waits is replaced. */
async function keepAccount(
  context: VerbContext,
  contractor_id: string,
  { account: { currency: _, ...account }, by_link }: Entered,
): Promise<void> {
  const { tx, clock } = context
  const row = await tx.row<{ business_id: string; currency: string; is_known: boolean }>(
    `select p.id as business_id, c.alpha_code as currency, exists (select from business.bank_account a
       where a.business_id = p.id and a.purpose = 'payout' and a.status = 'confirmed' and a.deleted_at is null) as is_known
     from business.business b join business.business p on p.id = coalesce(b.payment_company_id, b.id)
     join platform.currency c on c.id = b.base_currency_id where b.id = $1`,
    [contractor_id],
  )
  if (!row || row.is_known) return
  const { business_id } = row
  await tx.run(
    `update business.bank_account set deleted_at = $2, updated_at = $2
     where business_id = $1 and purpose = 'payout' and status = 'pending' and deleted_at is null`,
    [business_id, clock.now()],
  )
  const currency_id = await currencyId(context, row.currency)
  await insertBankAccount(context, { ...account, business_id, currency_id, by_link })
}

/** Faults of nested input under the fields of the page. */
async function flat(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isStintError(error) || error.code !== 'invalid' || error.errors === undefined) throw error
    throw invalid(
      Object.fromEntries(Object.entries(error.errors).map(([path, text]) => [fieldOfFault(path), text])),
    )
  }
}
