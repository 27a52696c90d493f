/** The company of an approved request: submitted as any other, and linked with its contractor. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { bankDetailsInput } from '../../bank-accounts/bank-account-input.server.ts'
import { insertBankAccount } from '../../bank-accounts/insert-bank-account.server.ts'
import { address_names } from '../../parties/company-profile/address-names.rules.ts'
import { currencyId, insertService } from '../../parties/insert-party.server.ts'
import { insertPaymentCompany } from '../../parties/new-party/insert-payment-company.server.ts'
import { companyInput } from '../../parties/party-input.server.ts'
import { change_request } from '../request/change-request.entity.ts'
import {
  type PartyChanges,
  type PartyField,
  party_fact_labels,
  party_fields,
} from '../request/party-change.rules.ts'

type Request = {
  readonly id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly contractor_id: string
  readonly requested_by: string
  readonly requested_as: string | null
  readonly asked_account: unknown
}

/** @throws invalid on `brn` where another company has taken the number since the request */
export async function takeCompanyOn(
  context: VerbContext,
  { human_id, changes }: PartyChanges & { readonly human_id: string },
): Promise<void> {
  const { tx } = context
  const request = present(
    await tx.row<Request>(
      `select id, provider_id, agency_id, contractor_id, requested_by, requested_as, asked_account from request.change_request
       where human_id = $1`,
      [human_id],
    ),
    'the request that is applied',
  )
  const { provider_id, agency_id, contractor_id, requested_by, requested_as, asked_account } = request
  const of = (field: PartyField) => changes.find((change) => change.field === field)?.new ?? undefined
  const address = Object.fromEntries(address_names.map((name) => [name, of(name)]))
  // A request that is older than a rule may break the rule.
  const read = companyInput.safeParse({
    name: of('name'),
    brn: of('brn'),
    is_vat_registered: of('is_vat_registered') === 'Yes',
    vat_registration_no: of('vat_registration_no'),
    address,
  })
  if (!read.success) throw precondition(read.error.issues.map(faultText).join('. '))
  const company = read.data
  const currency = of('currency') ?? 'GBP'
  const made = await insertPaymentCompany(context, {
    company: { type: 'limited', company, currency },
    agency_id,
    // The requester submits the company, so another person approves it.
    submitted: { submitted_by: requested_by, submitted_as: requested_as },
  })
  if (asked_account !== null)
    await insertBankAccount(context, {
      ...bankDetailsInput.parse(asked_account),
      purpose: 'payout',
      business_id: made.id,
      currency_id: await currencyId(context, currency),
      // The requester entered it, so that another person confirms it.
      requested_by,
    })
  await insertService(context, {
    type: 'contractor-company',
    from_business_id: contractor_id,
    to_business_id: made.id,
    provider_id,
    agency_id,
  })
  await updateRow(tx, change_request, request.id, { entity_id: made.id })
}

/** `VAT Number: Mandatory`. */
function faultText({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }) {
  const field = path.at(-1)
  return isPartyField(field) ? `${party_fact_labels[field]}: ${message}` : message
}

const isPartyField = (field: unknown): field is PartyField => party_fields.some((one) => one === field)
