import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { type FieldErrors, invalid, notFound } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { document } from '../../platform/file.entity.ts'
import { never_sent } from '../../platform/no-paper.rules.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { requireOneOf } from '../../shared/who-may.rules.ts'
import type { PaperService, PaperType } from '../compliance/compliance.rules.ts'
import {
  addersOf,
  check_methods,
  isShareCode,
  lastDay,
  paper_adders,
  paper_services,
  paper_types,
  paperOf,
  rightFaults,
} from '../compliance/compliance.rules.ts'
import { followPaper } from '../compliance/compliance-status.server.ts'
import { isInsurance } from '../compliance/insurance.rules.ts'
import { currencyId } from '../insert-party.server.ts'
import { currencyCode, dayInput, endMessage, optionalText } from '../party-input.server.ts'
import { actingAgency, visibleBusiness } from '../visible-business.server.ts'
import { agencyOfAgreement } from './agency-of-agreement.server.ts'
import { optOutFaults } from './opt-out-faults.server.ts'

export const paper_shape = {
  type: z.enum(paper_types, { error: validationText.required }),
  valid_from: dayInput.optional(),
  valid_to: dayInput.optional(),
  reference: optionalText,
  method: z.enum(check_methods.map(({ value }) => value)).optional(),
  /** Of an insurance. Without it the document counts for no sum. */
  sum_insured: amountInput.optional(),
  /** Of the sum insured; pounds where it is absent. */
  currency: currencyCode.optional(),
}
const input = z.strictObject({
  ...paper_shape,
  /** The link that it is for. */
  service_id: z.uuid().optional(),
  /** A payment company's own paper, for all of its workers. */
  business_id: z.uuid().optional(),
  /** The agency that made the check or the agreement. For people of an agency it is their own. */
  agency_id: z.uuid().optional(),
})
type Input = z.infer<typeof input>

/** Adds a paper that another person checks. Its file follows as an attachment of the document. */
export const uploadPaper = verb({
  action_id: 'platform.compliance.upload',
  since: '0.1.0',
  summary: 'Adds a compliance document of a party, which another person verifies',
  machine: 'allowed',
  impersonator: 'allowed',
  who: paper_adders,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: (context, asked) => addPaper(context, asked),
})

/**
 * The paper without its file; the rules of the viewer's role are checked.
 * @param more `is_unseen`: its contractor sent it, so the check says how it was seen and until when it holds;
 *   `agency_id`: the agency of an agreement, which the caller has seen
 * @throws not_found, not_allowed, invalid
 */
export async function addPaper(
  context: VerbContext,
  asked: Input,
  { is_unseen = false, agency_id }: { readonly is_unseen?: boolean; readonly agency_id?: string } = {},
): Promise<{ id: string }> {
  const { tx, viewer, clock } = context
  const subject = await addedTo(context, asked, agency_id)
  const today = clock.today()
  const valid_from = asked.valid_from === undefined ? today : day(asked.valid_from)
  const valid_to = lastDay(asked.type, valid_from, asked.valid_to === undefined ? null : day(asked.valid_to))
  const errors = {
    ...faultsOf(asked, { valid_from, valid_to, today }, is_unseen),
    ...(asked.type === 'conduct_opt_out'
      ? await optOutFaults(context, subject.business_id, { ...asked, valid_from })
      : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const insured = await insuredSum(context, asked)
  const id = newUuid(clock)
  const round = await nextRound(context, asked.type, subject)
  await insertRow(tx, document, {
    ...never_sent,
    id,
    title: paperOf(asked.type).label,
    type: asked.type,
    status: 'inprogress',
    parent_entity: `business.${subject.business_type}`,
    parent_id: subject.business_id,
    business_id: subject.business_id,
    service_id: subject.service_id,
    attachment_id: null,
    valid_from,
    valid_to,
    reference: asked.reference || null,
    method: asked.method ?? null,
    ...insured,
    uploaded_by: viewer.user_id,
    uploaded_as: viewer.impersonator_user_id,
    verified_by: null,
    verified_at: null,
    comment: null,
    round,
    provider_id: viewer.provider_id,
    agency_id: subject.agency_id,
    client_id: null,
    contractor_id: subject.contractor_id,
    funder_id: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'platform.document',
    entity_id: id,
    new_values: {
      status: 'inprogress',
      type: asked.type,
      business_id: subject.business_id,
      valid_from,
      valid_to,
      ...(insured.sum_insured === null ? {} : { sum_insured: insured.sum_insured }),
    },
  })
  await followRejected(context, id, asked.type, subject)
  await followPaper(context, subject)
  return { id }
}

/** The party of the paper. @throws not_found, not_allowed or invalid where the viewer may not add the paper */
async function addedTo(context: VerbContext, asked: Input, agreed_with?: string): Promise<Subject> {
  const { of_agency } = paperOf(asked.type)
  if (of_agency) requireOneOf(context.viewer, of_agency)
  else if (asked.agency_id !== undefined && asked.type !== 'self_billing_agreement')
    throw invalid({ agency_id: errorText.not_found('Agency') })
  const subject = await subjectOf(context, asked, agreed_with)
  requireOneOf(context.viewer, addersOf(asked.type, subject.service))
  return subject
}

/** @throws invalid for a sum of another document, or one that nobody means */
async function insuredSum(
  context: VerbContext,
  { type, sum_insured, currency: code = 'GBP' }: Input,
): Promise<{ sum_insured: string | null; currency_id: string | null }> {
  if (sum_insured === undefined) return { sum_insured: null, currency_id: null }
  if (!isInsurance(type)) throw invalid({ sum_insured: validationText.matches })
  const currency_id = await currencyId(context, code)
  const amount = parseMoney(sum_insured, currency(code), 'sum_insured')
  const fault = amountFault(amount, 'insurance')
  if (fault !== null) throw invalid({ sum_insured: fault })
  return { sum_insured: formatMoney(amount), currency_id }
}

type Subject = {
  readonly service: PaperService
  readonly service_id: string | null
  readonly business_id: string
  readonly business_type: string
  readonly agency_id: string | null
  readonly contractor_id: string | null
}

type ServiceRow = {
  readonly id: string
  readonly type: string
  readonly from_business_id: string
  readonly to_business_id: string
}

/** The party that the paper is of. @throws not_found, or invalid for a paper of another kind of party */
async function subjectOf(context: VerbContext, asked: Input, agreed_with?: string): Promise<Subject> {
  const { tx, viewer } = context
  const wrong = invalid({ type: `${paperOf(asked.type).label} is not asked of this party` })
  const services: readonly string[] = paperOf(asked.type).services
  if (asked.service_id === undefined) {
    if (asked.business_id === undefined) throw invalid({ service_id: validationText.required })
    const company = await visibleBusiness(
      context,
      asked.business_id,
      'limited',
      'umbrella',
      'selfemployed',
      'payer',
    )
    if (!services.includes('contractor-company')) throw wrong
    const own_agency = viewer.category === 'agency' ? viewer.business_id : null
    const is_agreement = asked.type === 'self_billing_agreement'
    const with_agency =
      agreed_with ?? (is_agreement ? await agencyOfAgreement(context, company.id, asked) : own_agency)
    return {
      service: 'contractor-company',
      service_id: null,
      business_id: company.id,
      business_type: company.type,
      agency_id: paperOf(asked.type).of_agency
        ? (await actingAgency(context, asked.agency_id)).id
        : with_agency,
      contractor_id: viewer.category === 'contractor' ? viewer.business_id : null,
    }
  }
  const [row] = await loadVisible<ServiceRow>(tx, viewer, 'business.service', [asked.service_id], {
    columns: 't.id, t.type, t.from_business_id, t.to_business_id',
  })
  if (!row) throw notFound('Service')
  // Named with the link, it is the party that the paper is of.
  if (asked.business_id !== undefined && asked.business_id !== row.from_business_id)
    throw invalid({ business_id: errorText.not_found('Business') })
  const service = Object.keys(paper_services).find((one): one is PaperService => one === row.type)
  if (service === undefined || service === 'contractor-company' || !services.includes(service)) throw wrong
  const is_of_agency = service === 'agency-provider' || service === 'agency-funder'
  return {
    service,
    service_id: row.id,
    business_id: row.from_business_id,
    business_type: service.split('-')[0] ?? '',
    agency_id: is_of_agency ? row.from_business_id : row.to_business_id,
    contractor_id: service === 'contractor-agency' ? row.from_business_id : null,
  }
}

/** Papers of one kind follow one another by number. */
async function nextRound(
  { tx }: VerbContext,
  type: PaperType,
  { business_id, service_id }: Subject,
): Promise<number> {
  await lockKey(tx, 'paper', business_id, service_id ?? '', type)
  const last = await tx.row<{ round: number | null }>(
    `select max(round) as round from platform.document
     where type = $1 and business_id = $2 and service_id is not distinct from $3`,
    [type, business_id, service_id],
  )
  return (last?.round ?? 0) + 1
}

type Days = {
  readonly valid_from: string
  readonly valid_to: string | null
  readonly today: ReturnType<typeof day>
}

const faultsOf = (asked: Input, days: Days, is_unseen: boolean): FieldErrors => ({
  ...dayFaults(asked, days),
  ...(is_unseen || asked.type !== 'right_to_work'
    ? {}
    : rightFaults({ method: asked.method, valid_to: days.valid_to })),
  ...(asked.method === 'online' && !isShareCode(asked.reference)
    ? { reference: validationText.matches }
    : {}),
})

function dayFaults(asked: Input, days: Days): FieldErrors {
  const end = endMessage(days.valid_from, days.valid_to)
  const past = days.valid_to !== null && days.valid_to < days.today
  const { is_capped, is_check } = paperOf(asked.type)
  const latest = is_capped ? lastDay(asked.type, day(days.valid_from), null) : null
  const is_early = is_check && days.valid_from > days.today
  const is_long = latest !== null && days.valid_to !== null && days.valid_to > latest
  return {
    ...(past ? { valid_to: validationText.min_date(formatDay(addDays(days.today, -1))) } : {}),
    ...(end === null ? {} : { valid_to: end }),
    ...(is_early ? { valid_from: validationText.max_date(formatDay(addDays(days.today, 1))) } : {}),
    ...(is_long ? { valid_to: validationText.max_date(formatDay(addDays(latest, 1))) } : {}),
  }
}

/** A rejected paper is answered by the next one of its type: its task ends. */
async function followRejected(
  { tx, audit }: VerbContext,
  id: string,
  type: PaperType,
  { service_id, business_id, agency_id }: Subject,
): Promise<void> {
  const rejected = await tx.rows<{ id: string }>(
    `select id from platform.document where type = $1 and business_id = $2 and service_id is not distinct from $3
       and status = 'rejected' and deleted_at is null and (not $4 or agency_id = $5)`,
    [type, business_id, service_id, paperOf(type).of_agency !== undefined, agency_id],
  )
  for (const one of rejected)
    audit({ entity: 'platform.document', entity_id: one.id, new_values: { followed_by: id } })
}
