/** Applies an approved change of a party, for its future documents: issued ones keep their text. */

import { assert } from '#kernel/assert.ts'
import { countText } from '#kernel/count-text.ts'
import { precondition } from '#kernel/errors.ts'
import { readVatNumber } from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../parties/business.entity.ts'
import { company, individual, no_vat_evidence } from '../parties/company.entity.ts'
import { writeAddress } from '../parties/company-profile/company-writes.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { legalFormOf } from '../parties/legal-form.rules.ts'
import { domainsIn } from '../parties/mail-domains.rules.ts'
import { service } from '../parties/service.entity.ts'
import { registerFaults, withChanges } from './party-changes/party-changes-input.server.ts'
import type { PartyFacts, PartyStanding } from './party-changes/party-facts.server.ts'
import { applyPayee } from './payment-changes/apply-payee.server.ts'
import { applyPaymentChange } from './payment-changes/apply-payment-change.server.ts'
import {
  genders,
  isFurtherPayee,
  isGender,
  isPaymentChange,
  isServiceState,
  type PartyChanges,
  type PartyField,
  party_fact_labels,
  service_states,
} from './request/party-change.rules.ts'

/** @throws precondition where a register has changed its answer since the request */
export async function applyPartyChanges(
  context: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges & { readonly human_id: string },
): Promise<void> {
  const { human_id, changes } = asked
  if (!standing.is_in_force)
    throw precondition(`${standing.human_id} is ${standing.status} and cannot be changed`)
  for (const [field, fault] of Object.entries(await registerFaults(context, standing, changes)))
    throw precondition(`${party_fact_labels[field as PartyField]}: ${fault}`) // A field of the changes.
  const next = withChanges(standing.facts, changes)
  if (next.is_vat_registered === 'Yes' && next.vat_registration_no === null && standing.company_id !== null)
    throw precondition(`${party_fact_labels.vat_registration_no}: ${validationText.required}`)
  const changed = (...fields: readonly PartyField[]) => changes.some(({ field }) => fields.includes(field))
  if (standing.subject === 'service') await writeLink(context, standing, next)
  else if (isFurtherPayee(changes)) await applyPayee(context, standing, asked)
  else if (isPaymentChange(changes)) await applyPaymentChange(context, standing, asked)
  else if (standing.individual_id !== null && standing.subject === 'contractor')
    await writePerson(context, standing, standing.individual_id, next)
  else if (standing.company_id !== null) await writeCompany(context, standing, standing.company_id, next)
  if (changed('email_domains') && standing.company_id !== null)
    await writeDomains(context, standing.company_id, next.email_domains)
  if (changed('currency')) await writeCurrency(context, standing, next.currency ?? '')
  const is_person = standing.subject === 'contractor'
  context.audit({
    entity: standing.subject === 'service' ? 'business.service' : 'business.business',
    entity_id: standing.id,
    old_values: is_person ? {} : Object.fromEntries(changes.map((change) => [change.field, change.old])),
    // The request holds the personal data, since fewer people read it than the audit.
    new_values: {
      changed_by: human_id,
      ...(is_person
        ? { changed: changes.map(({ field }) => field) }
        : Object.fromEntries(changes.map((change) => [change.field, change.new]))),
    },
  })
}

/** Live placements go on while the link is suspended; it ends after them. */
async function writeLink(
  { tx, clock }: VerbContext,
  { id, human_id, agency_id, other_id }: PartyStanding,
  { service_status, conduct_regs_opt_out }: PartyFacts,
): Promise<void> {
  const state = service_status ?? ''
  assert(isServiceState(state), 'a requested state of a service is one of the list')
  if (state === 'Ended') {
    const live = await tx.row<{ n: number }>(
      `select count(*)::int as n from contract.contract where $1 in (client_id, contractor_id) and agency_id = $2
         and type in ('temp_placement', 'perm_placement') and deleted_at is null
         and (status = 'active' or status like 'pending%' or status like 'awaiting%')`,
      [other_id, agency_id],
    )
    if (live && live.n > 0) throw precondition(`${human_id} has ${countText(live.n, 'live placement')}`)
  }
  await updateRow(tx, service, id, {
    status: service_states[state],
    conduct_regs_opt_out: conduct_regs_opt_out === 'Yes',
    updated_at: clock.now(),
  })
}

/** Blank countries, which only a first address has, are the United Kingdom. */
const addressIn = (next: PartyFacts) => ({
  line_1: next.line_1 ?? '',
  line_2: next.line_2 ?? undefined,
  line_3: next.line_3 ?? undefined,
  line_4: next.line_4 ?? undefined,
  city: next.city ?? undefined,
  state: next.state ?? undefined,
  zipcode: next.zipcode ?? undefined,
  country: next.country ?? 'United Kingdom',
  country_code: next.country_code ?? 'GB',
})

async function writePerson(
  context: VerbContext,
  standing: PartyStanding,
  individual_id: string,
  next: PartyFacts,
): Promise<void> {
  const { tx, clock } = context
  const { first_name, last_name, date_of_birth, gender, ni_number, utr } = next
  await updateRow(tx, individual, individual_id, {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    date_of_birth,
    gender: gender !== null && isGender(gender) ? genders[gender] : null,
    ni_number,
    utr,
    address_id:
      next.line_1 === null ? null : await writeAddress(context, standing.address_id, addressIn(next)),
    updated_at: clock.now(),
  })
  const name = `${first_name ?? ''} ${last_name ?? ''}`
  await updateRow(tx, business, standing.id, { name, updated_at: clock.now() })
}

/** A request from before decision 0158 may hold it with `GB`. */
function plainVatNumber(asked: string | null): string | null {
  const read = readVatNumber(asked ?? '')
  return 'text' in read ? read.text : asked
}

async function writeCompany(
  context: VerbContext,
  standing: PartyStanding,
  company_id: string,
  next: PartyFacts,
): Promise<void> {
  const { tx, clock } = context
  const name = next.name ?? ''
  const address_id = await writeAddress(context, standing.address_id, addressIn(next))
  await updateRow(tx, company, company_id, {
    name,
    legal_form: legalFormOf(next.legal_form),
    brn: next.brn,
    is_vat_registered: next.is_vat_registered === 'Yes',
    vat_registration_no: plainVatNumber(next.vat_registration_no),
    address_id,
    // Evidence is of the country in which it was checked.
    ...(next.country_code === standing.facts.country_code ? {} : no_vat_evidence),
    updated_at: clock.now(),
  })
  if (next.name !== standing.facts.name)
    await updateRow(tx, business, standing.id, { name, updated_at: clock.now() })
}

/** The provider approved them, so its check of people at these domains is done. */
async function writeDomains(
  { tx, clock }: VerbContext,
  company_id: string,
  domains: string | null,
): Promise<void> {
  await updateRow(tx, company, company_id, {
    email_domains: domainsIn(domains ?? ''),
    are_domains_confirmed: true,
    updated_at: clock.now(),
  })
}

/** The terms of later placements and limits: present ones keep theirs. */
async function writeCurrency(context: VerbContext, { id }: PartyStanding, code: string): Promise<void> {
  const { tx, clock } = context
  const base_currency_id = await currencyId(context, code)
  await updateRow(tx, business, id, { base_currency_id, updated_at: clock.now() })
  const links = await tx.rows<{ id: string }>(
    `select id from business.service where type = 'client-agency' and from_business_id = $1 and status <> 'deleted'
     order by id for update`,
    [id],
  )
  for (const link of links)
    await updateRow(tx, service, link.id, { currency_id: base_currency_id, updated_at: clock.now() })
}
