/** The values of a new party from its draft: as typed so far, and not submitted yet. */
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { countryName } from '#kernel/country.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { printedVatNumber } from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import type { Tx } from '#server/verb.ts'
import { type TemplateKind, type TemplateParty, terms_of_draft } from './blocks/template-kinds.rules.ts'

type Named = Readonly<Record<string, string | null>>

export interface DraftValues {
  /** Names the file: the name of the party. */
  readonly title: string
  readonly party: TemplateParty
  readonly named: Named
  /** The agency that the party is for; null: not chosen, or the party is an agency. */
  readonly agency_id: string | null
}

const address_lines = ['line_1', 'line_2', 'line_3', 'line_4', 'city', 'state', 'zipcode'] as const

/** @throws not_found for another's draft, invalid for a kind of party that the template is not for */
export async function readDraftValues(
  { tx, viewer }: { readonly tx: Pick<Tx, 'rows'>; readonly viewer: Viewer },
  id: string,
  kind: TemplateKind,
): Promise<DraftValues> {
  const [row] = await loadVisible<{
    title: string
    entity: string
    agency_id: string | null
    requested_data: Readonly<Record<string, unknown>>
  }>(tx, viewer, 'request.draft_request', [id], {
    columns: 't.title, t.entity, t.agency_id, t.requested_data',
  })
  if (!row) throw notFound('Record')
  const { title, entity, agency_id, requested_data } = row
  if (terms_of_draft[entity] !== kind) throw invalid({ template_id: validationText.matches })
  const is_client = entity === 'client'
  return {
    title,
    party: is_client ? 'client' : 'agency',
    named: typedValues(requested_data, is_client),
    agency_id: is_client ? (viewer.category === 'agency' ? viewer.business_id : agency_id) : null,
  }
}

/** Pure: the typed facts of a company under the names of the values. */
export function typedValues(typed: Readonly<Record<string, unknown>>, is_client: boolean): Named {
  const text = (name: string): string | null => {
    const value = typed[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const days = (name: string): string | null => {
    const value = text(name)
    return value !== null && /^\d{1,3}$/.test(value) ? countText(Number(value), 'day') : null
  }
  const number = text('vat_registration_no')
  const is_registered = typed.is_vat_registered === true || typed.is_vat_registered === 'true'
  return {
    name: text('name'),
    company_number: text('brn'),
    vat_number: !is_registered ? 'not registered for VAT' : number && printedVatNumber(number),
    // As the address of a company is written.
    address:
      text('line_1') &&
      [...address_lines.flatMap((line) => text(line) ?? []), countryName(text('country_code') ?? 'GB')].join(
        ', ',
      ),
    email: text('email'),
    phone: text('phone'),
    ...(is_client
      ? { payment_terms: days('temp_payment_terms'), perm_payment_terms: days('perm_payment_terms') }
      : {}),
  }
}
