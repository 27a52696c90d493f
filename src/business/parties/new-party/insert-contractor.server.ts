/** Rows of a contractor of an agency, for the verbs that take one on. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertIndividual, type Submitted } from '../insert-party.server.ts'
import { isKnownPerson } from '../known-person.server.ts'
import {
  allOf,
  type Earlier,
  endFacts,
  type Made,
  removeParty,
  writeBusiness,
  writeService,
} from '../onboarding/write-party.server.ts'
import {
  companyInput,
  currencyInput,
  dayInput,
  individualInput,
  optionalText,
} from '../party-input.server.ts'
import { companyToPayThrough } from '../payment-companies.server.ts'
import { insertPaymentCompany } from './insert-payment-company.server.ts'
import { identityFaults } from './new-contractor.rules.ts'

export const contractor_shape = {
  agency_id: z.uuid().optional(),
  individual: individualInput,
  payment_type: z.enum(['paye', 'limited', 'umbrella', 'selfemployed']),
  payment_company_id: z.uuid().optional(),
  /** For an umbrella that the caller knows by its id on paper, such as UMB000001. */
  payment_company_code: optionalText,
  /** A limited company or sole trade that is not entered yet. */
  payment_company: companyInput.optional(),
  currency: currencyInput,
  /** The agreement under which the agency bills itself in the payment company's name (registers.md §4.2). */
  self_billing_from: dayInput.optional(),
  self_billing_to: dayInput.optional(),
  conduct_regs_opt_out: z.boolean().default(false),
}
const shape = z.strictObject(contractor_shape)
export type ContractorInput = Omit<z.infer<typeof shape>, 'agency_id'>

type Paid = {
  readonly payment_type: string
  readonly payment_company_id?: string | undefined
  readonly payment_company_code?: string | undefined
  readonly payment_company?: object | undefined
}
type Found = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

/** One way to be paid: payroll needs no company, and the provider takes umbrellas on. */
export function paidOneWay(c: Paid, found: Found): void {
  const fault = (field: string, message: string) => found.addIssue({ code: 'custom', path: [field], message })
  const ways = [c.payment_company_id, c.payment_company_code, c.payment_company].filter(
    (way) => way !== undefined && way !== '',
  ).length
  if (c.payment_type !== 'paye' && ways === 0) fault('payment_company_id', validationText.required)
  if (ways > 1) fault('payment_company_id', validationText.matches)
  if (c.payment_company !== undefined && !isOwnCompany(c.payment_type))
    fault('payment_type', validationText.matches)
}

export function identified(
  c: Partial<Pick<ContractorInput, 'individual' | 'payment_type'>>,
  found: Found,
): void {
  for (const [field, message] of Object.entries(
    identityFaults({ ...c.individual, payment_type: c.payment_type }),
  ))
    found.addIssue({ code: 'custom', path: ['individual', field], message })
}

const isOwnCompany = (type: string): type is 'limited' | 'selfemployed' =>
  type === 'limited' || type === 'selfemployed'

type NewContractor = {
  readonly agency_id: string
  readonly contractor: ContractorInput
  readonly submitted: Submitted | null
  readonly earlier?: Earlier | null
}

/** @throws invalid, with all faults */
export async function insertContractor(
  context: VerbContext,
  { agency_id, contractor: c, submitted, earlier = null }: NewContractor,
): Promise<Made & { service_id: string; own_company_id: string | null }> {
  const { provider_id } = context.viewer
  const { individual, payment_type } = c
  await endFacts(context, earlier)
  const [, company_id, individual_id, base_currency_id] = await allOf(
    () => refuseKnown(context, agency_id, individual.ni_number),
    () => paymentCompany(context, c, agency_id, submitted, earlier),
    () => insertIndividual(context, individual),
    () => currencyId(context, c.currency),
  )
  const made = await writeBusiness(context, earlier, {
    type: 'contractor',
    name: `${individual.first_name} ${individual.last_name}`,
    provider_id,
    individual_id,
    base_currency_id,
    payment_type,
    payment_company_id: company_id,
    submitted,
  })
  const link = { from_business_id: made.id, provider_id, agency_id }
  const service_id = await writeService(context, earlier, {
    ...link,
    type: 'contractor-agency',
    to_business_id: agency_id,
    self_billing_from: c.self_billing_from ?? null,
    self_billing_to: c.self_billing_to ?? null,
    conduct_regs_opt_out: c.conduct_regs_opt_out,
    is_draft: submitted !== null,
  })
  if (company_id !== null)
    await writeService(context, earlier, { ...link, type: 'contractor-company', to_business_id: company_id })
  return { ...made, service_id, own_company_id: c.payment_company ? company_id : null }
}

/** @throws invalid for the NI number of another contractor of the agency */
async function refuseKnown(
  { tx }: VerbContext,
  agency_id: string,
  ni_number: string | undefined,
): Promise<void> {
  if (ni_number !== undefined && (await isKnownPerson(tx, agency_id, ni_number)))
    throw invalid({ 'individual.ni_number': validationText.unique_existing })
}

/** @throws invalid for a company of another kind (payroll has none), or a foreign one, in the same words */
async function paymentCompany(
  context: VerbContext,
  c: ContractorInput,
  agency_id: string,
  submitted: Submitted | null,
  earlier: Earlier | null,
): Promise<string | null> {
  const { payment_company_id: id, payment_company_code: human_id, payment_company: company, payment_type } = c
  const before = earlier?.payment_company_id
    ? await ownCompanyOf(context, earlier.payment_company_id)
    : undefined
  if (
    before &&
    company &&
    before.brn === (company.brn ?? null) &&
    before.type === payment_type &&
    before.is_decided
  )
    return before.id
  // An undecided company of the earlier submission goes.
  if (before && !before.is_decided) await removeParty(context, before)
  if (company && isOwnCompany(payment_type)) {
    const made = await insertPaymentCompany(context, {
      agency_id,
      submitted,
      company: { type: payment_type, company, currency: c.currency },
    })
    return made.id
  }
  if (id === undefined && !human_id) return null
  const found = await companyToPayThrough(context, id === undefined ? { human_id: human_id ?? '' } : { id })
  const field = id === undefined ? 'payment_company_code' : 'payment_company_id'
  if (found?.type !== payment_type) throw invalid({ [field]: validationText.matches })
  return found.id
}

/** The company of a worker that was sent back, unless it pays others too. */
const ownCompanyOf = ({ tx }: VerbContext, id: string) =>
  tx.row<Earlier & { readonly type: string; readonly brn: string | null; readonly is_decided: boolean }>(
    `select b.id, b.human_id, b.type, b.company_id, b.individual_id, b.payment_company_id, c.brn,
       b.status in ('approved', 'onboarded') as is_decided
     from business.business b join business.company c on c.id = b.company_id
     where b.id = $1 and b.type in ('limited', 'selfemployed') and b.deleted_at is null
       and (select count(*) from business.business w where w.payment_company_id = b.id and w.deleted_at is null) = 1
     for update of b`,
    [id],
  )
