/** A verified or signed self-billing agreement sets the days on which self-bills of its payee to its agency carry VAT. */
import { day, formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { engagingAgencies } from '../papers/umbrella-checks.server.ts'
import { contractor_payee } from '../payees/contractor-payee.entity.ts'
import { service } from '../service.entity.ts'
import { type Agreed, type AgreementDays, withAgreement, withoutAgreement } from './self-billing.rules.ts'

export type AgreementPaper = {
  /** The payee. */
  readonly business_id: string
  readonly agency_id: string | null
  readonly valid_from: string | null
  readonly valid_to: string | null
}

const holders = {
  'business.service': `select t.id, b.name, t.self_billing_from, t.self_billing_to
    from business.service t join business.business b on b.id = t.from_business_id
    where t.type = 'contractor-agency' and b.payment_company_id = $1 and t.to_business_id = $2
      and t.status <> 'deleted' and t.deleted_at is null`,
  'business.contractor_payee': `select t.id, b.name, t.self_billing_from, t.self_billing_to
    from business.contractor_payee t join business.business b on b.id = t.contractor_id
    where t.payment_company_id = $1 and t.agency_id = $2 and (t.effective_to is null or t.effective_to >= $3)
      and t.deleted_at is null`,
  // Placements of former and further payees keep the agreement themselves.
  'contract.temp_placement': `select t.id, b.name, t.self_billing_from, t.self_billing_to
    from contract.contract t join business.business b on b.id = t.contractor_id
    where t.keeps_self_billing and t.payment_company_id = $1 and t.agency_id = $2 and t.deleted_at is null`,
} as const
type Entity = keyof typeof holders
type Holder = Agreed & { readonly id: string; readonly name: string }

/** @throws precondition where the agreement in force would be lost, or the document names none of several agencies */
export async function followSelfBilling(
  context: VerbContext,
  paper: AgreementPaper,
  step: 'agreed' | 'rejected',
): Promise<void> {
  const { tx, clock } = context
  const agency_id = paper.agency_id ?? (await onlyAgency(context, paper.business_id))
  if (agency_id === null || paper.valid_from === null || paper.valid_to === null) return
  await lockKey(tx, 'self_billing', paper.business_id, agency_id)
  const today = clock.today()
  const days = { from: day(paper.valid_from), to: day(paper.valid_to) }
  const others = step === 'rejected' ? await verifiedDays(context, paper.business_id, agency_id) : []
  for (const entity of Object.keys(holders) as Entity[]) // Its keys.
    for (const now of await tx.rows<Holder>(
      `${holders[entity]} order by t.id for update of t`,
      entity === 'business.contractor_payee'
        ? [paper.business_id, agency_id, today]
        : [paper.business_id, agency_id],
    )) {
      const next =
        step === 'agreed' ? withAgreement(now, days, today) : withoutAgreement(now, days, today, others)
      if (next === null)
        throw precondition(
          `The self-billing agreement for ${now.name} ends on ${now.self_billing_to === null ? '' : formatDay(now.self_billing_to)}, and this one would leave a gap`,
        )
      await write(context, entity, now, next)
    }
}

/** The days of the verified documents of this payee with the agency. */
const verifiedDays = ({ tx }: VerbContext, company_id: string, agency_id: string): Promise<AgreementDays[]> =>
  tx.rows<AgreementDays>(
    `select valid_from as "from", valid_to as "to" from platform.document
     where type = 'self_billing_agreement' and business_id = $1 and (agency_id = $2 or agency_id is null)
       and status = 'completed' and valid_from is not null and valid_to is not null and deleted_at is null
     order by valid_from, id`,
    [company_id, agency_id],
  )

async function write(context: VerbContext, entity: Entity, now: Holder, next: Agreed): Promise<void> {
  const { self_billing_from, self_billing_to } = next
  if (self_billing_from === now.self_billing_from && self_billing_to === now.self_billing_to) return
  const { tx, clock } = context
  const change = { self_billing_from, self_billing_to, updated_at: clock.now() }
  if (entity === 'business.service') await updateRow(tx, service, now.id, change)
  else if (entity === 'business.contractor_payee') await updateRow(tx, contractor_payee, now.id, change)
  else
    await tx.run(
      'update contract.contract set self_billing_from = $2, self_billing_to = $3, updated_at = $4 where id = $1',
      [now.id, self_billing_from, self_billing_to, clock.now()],
    )
  context.audit({
    entity,
    entity_id: now.id,
    old_values: { self_billing_from: now.self_billing_from, self_billing_to: now.self_billing_to },
    new_values: { self_billing_from, self_billing_to },
  })
}

/** A document from before agreements named their agency is for the only one of the payee. */
async function onlyAgency({ tx }: VerbContext, company_id: string): Promise<string | null> {
  const [first, ...more] = await engagingAgencies(tx, company_id, null)
  if (more.length > 0) throw precondition('It names no agency: reject it, and add one for each agency')
  return first?.id ?? null
}
