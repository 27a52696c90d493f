import { z } from 'zod'
import { conflict, invalid, notAllowed, notFound, precondition } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { bankDetailsInput } from '../../bank-accounts/bank-account-input.server.ts'
import { vat_number_unregistered } from '../../parties/company.rules.ts'
import {
  addressFields,
  companyFields,
  currencyInput,
  readAddressCountry,
  readAddressPostcode,
} from '../../parties/party-input.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { agencyOf } from '../party-changes/party-agencies.server.ts'
import { loadSubject, type PartyStanding } from '../party-changes/party-facts.server.ts'
import { openRequest } from '../request/open-request.server.ts'
import type { PartyChange, PartyField } from '../request/party-change.rules.ts'
import { company_askers, companySides } from './company-request.rules.ts'

const { name, brn, is_vat_registered, vat_registration_no } = companyFields.shape

const company_shape = {
  name,
  brn,
  is_vat_registered,
  vat_registration_no,
  currency: currencyInput,
  ...addressFields.shape,
}

const input = z.strictObject({
  contractor_id: z.uuid(),
  /** The agency that answers; a contractor of several agencies names it. */
  agency_id: z.uuid().optional(),
  ...company_shape,
  /** The company's, in its currency; a second person confirms it once the company is taken on. */
  bank_account: bankDetailsInput.optional(),
  /** Shown to approvers. */
  comment: reasonInput,
})

/** Asks for a limited company as a payee of this contractor: agency, then provider; it is then taken on as any other. */
export const requestLimitedCompany = verb({
  action_id: 'request.change_request.create_for_company',
  since: '0.1.0',
  summary: 'Requests a limited company that is to pay a contractor',
  machine: 'allowed',
  impersonator: 'allowed',
  who: company_askers,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() }),
  run: async (context, { contractor_id, agency_id: answers, comment, bank_account, ...company }) => {
    const { viewer } = context
    if (bank_account && (viewer.token !== null || viewer.impersonator_user_id !== null))
      throw notAllowed('Bank accounts are entered by a person in their own name')
    await visibleBusiness(context, contractor_id, 'contractor')
    const contractor = await loadSubject(context.tx, 'contractor', contractor_id, { lock: true })
    if (contractor === null) throw notFound('Contractor')
    if (!contractor.is_in_force)
      throw precondition(`Contractor ${contractor.human_id} is ${contractor.status} and cannot be changed`)
    const agency_id = await agencyOf(context, contractor, answers)
    if (agency_id === null) throw precondition('No agency works with you yet')
    const address = await requireNew(context, contractor, agency_id, company)
    const asked = { effective_from: null, changes: changesOf({ ...company, ...address }) }
    const { provider_id } = contractor
    const parties = { provider_id, agency_id, client_id: null, contractor_id, funder_id: null }
    return openRequest(
      context,
      parties,
      { type: 'Details', entity: 'business.limited', entity_id: null, contract_id: null, service_id: null },
      {
        asked,
        sides: companySides(viewer.category),
        comment,
        account: bank_account,
        facts: { contractor_id, name: company.name },
      },
    )
  },
})

type Company = Omit<z.infer<typeof input>, 'contractor_id' | 'agency_id' | 'comment' | 'bank_account'>

function changesOf(company: Company): PartyChange[] {
  return Object.entries(company).flatMap(([field, value]): PartyChange[] => {
    if (value === undefined || value === '') return []
    const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value
    return [{ field: field as PartyField, old: null, new: text }] // A name of the shape.
  })
}

/**
 * @returns the country of its address, and its postcode as it is stored
 * @throws invalid for a company that is known; conflict where another request asks for one
 */
async function requireNew(
  { tx }: VerbContext,
  { id, human_id }: PartyStanding,
  agency_id: string,
  company: Company,
): Promise<{ readonly country: string; readonly country_code: string; readonly zipcode?: string }> {
  const errors: Record<string, string> = {}
  const country = readAddressCountry(company)
  const postcode = readAddressPostcode(company)
  if (postcode && 'fault' in postcode) errors.zipcode = postcode.fault
  if (country === null) errors.country = validationText.matches
  if (company.brn === undefined) errors.brn = validationText.required
  else if (
    await tx.row('select 1 from business.company where brn = $1 and deleted_at is null limit 1', [
      company.brn,
    ])
  )
    errors.brn = errorText.registration_number_exists
  if (company.is_vat_registered && company.vat_registration_no === undefined)
    errors.vat_registration_no = validationText.required
  else if (!company.is_vat_registered && company.vat_registration_no !== undefined)
    errors.vat_registration_no = vat_number_unregistered
  if (country === null || Object.keys(errors).length > 0) throw invalid(errors)
  const open = await tx.row<{ human_id: string }>(
    `select human_id from request.change_request where contractor_id = $1 and agency_id = $2 and entity_id is null
       and subject = 'payment_company' and status = 'pending' and deleted_at is null`,
    [id, agency_id],
  )
  if (open) throw conflict(`A company for contractor ${human_id} is asked for already, by ${open.human_id}`)
  return { ...country, ...(postcode && 'text' in postcode ? { zipcode: postcode.text } : {}) }
}
