import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { gapWords } from '../../parties/compliance/insurance.rules.ts'
import { placementGaps } from '../../parties/compliance/insurance-sums.server.ts'
import { loadVersions } from '../../rates/load-versions.server.ts'
import { coverageErrors } from '../../rates/rate-version.rules.ts'
import { furtherPayeesSql } from '../../shared/further-payees-sql.server.ts'
import { type InsideReason, inside_words } from '../../shared/inside-ir35.rules.ts'
import { untaxedReasonSql } from '../../shared/inside-ir35-sql.server.ts'
import { grossMissingSql, undeclaredSql } from '../checks/construction-missing.server.ts'
import { service_in_force_sql } from '../checks/placement-checks.server.ts'
import { construction_refused, countsFrom, undeclared } from '../construction.rules.ts'
import { on_both_sides } from '../contacts/replace-contact.rules.ts'
import { samePersonSql } from '../contacts/same-person.server.ts'
import { who } from '../placement.rules.ts'
import { type PayeesOf, payeeOf } from '../placement-payee.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { lockParties } from './lock-parties.server.ts'
import { lockTemp, moveTemp, tempStepInput } from './step-temp.server.ts'

/**
 * Asks for approval: of the agency where its own rules want it, then of client and contractor. The provider decides
 * last.
 */
export const submitPlacement = verb({
  action_id: 'contract.temp_placement.submit',
  since: '0.1.0',
  summary: 'Submits a temporary placement for approval',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input: tempStepInput,
  output: stepAnswer,
  run: async (context, { id }) => {
    const row = await lockTemp(context, 'submit', id)
    await lockParties(context.tx, id)
    await requireReadyParties(context, id)
    await requirePayee(context, id)
    await requireOutside(context, id)
    await requireConstruction(context, id)
    await requireInsurance(context, id)
    await requireTwoSides(context, id)
    await requireCoverage(context, id)
    return moveTemp(context, 'submit', row, null)
  },
})

/** @throws invalid under the party that is not onboarded, or switched off */
async function requireReadyParties({ tx }: VerbContext, id: string): Promise<void> {
  const unready = await tx.rows<{ field: string; noun: string; human_id: string; lacks: string }>(
    `select n.field, n.noun, b.human_id, case when b.status <> 'onboarded' then 'is not onboarded yet'
       when not b.is_active then 'is switched off'
       else 'has no service in force with the agency' end as lacks
     from contract.contract c
     cross join lateral (values ('client_id', 'Client', c.client_id), ('contractor_id', 'Contractor', c.contractor_id),
       ('funder_id', 'Funder', c.funder_id), ('agency_id', 'Agency', c.agency_id)) n (field, noun, business_id)
     join business.business b on b.id = n.business_id
     where c.id = $1 and not (b.status = 'onboarded' and b.is_active and b.deleted_at is null
       and ${service_in_force_sql('b.id', 'c.agency_id')})`,
    [id],
  )
  if (unready.length > 0)
    throw invalid(
      Object.fromEntries(
        unready.map(({ field, noun, human_id, lacks }) => [field, `${noun} ${human_id} ${lacks}`]),
      ),
    )
}

type Paid = PayeesOf & {
  readonly human_id: string
  readonly agency_id: string
  readonly start: Day
  readonly end: Day | null
  readonly company_id: string
}

/** @throws invalid where no payee of the first day is that of the placement, or it changes on a day of the placement */
async function requirePayee({ tx }: VerbContext, id: string): Promise<void> {
  const paid = present(
    await tx.row<Paid>(
      `select b.human_id, c.agency_id, c.start_date as start, c.end_date as end, c.payment_company_id as company_id,
         b.payment_type, coalesce(b.payment_company_id, b.id) as payment_company_id, b.former_payments,
         ${furtherPayeesSql({ contractor: 'b.id', agency: 'c.agency_id' })} as further_payees,
         null::boolean as conduct_regs_opt_out
       from contract.contract c join business.business b on b.id = c.contractor_id where c.id = $1`,
      [id],
    ),
    'the contractor of the placement',
  )
  const { faults } = payeeOf(paid, paid)
  if (faults.payment_company_id !== undefined)
    throw invalid({
      contractor_id: `Contractor ${paid.human_id} is paid otherwise by now: save the placement again`,
    })
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** @throws precondition where the work is inside IR35 and no payroll deducts tax from the fee of its company */
async function requireOutside({ tx }: VerbContext, id: string): Promise<void> {
  const found = await tx.row<{ reason: InsideReason | null }>(
    `select ${untaxedReasonSql('c', 'c.start_date')} as reason from contract.contract c where c.id = $1`,
    [id],
  )
  if (found?.reason) throw precondition(inside_words[found.reason])
}

/** @throws invalid under the field of construction work without gross payment status, or of a missing declaration */
async function requireConstruction({ tx, clock }: VerbContext, id: string): Promise<void> {
  const lacks = present(
    await tx.row<{ gross: boolean; declaration: boolean }>(
      `select ${grossMissingSql('c', '$2')} as gross, ${undeclaredSql('c')} as declaration
       from contract.contract c where c.id = $1`,
      [id, countsFrom(clock.today())],
    ),
    'the placement',
  )
  if (lacks.gross || lacks.declaration)
    throw invalid({
      ...(lacks.gross ? { is_construction: construction_refused } : {}),
      ...(lacks.declaration ? { is_unsupervised: undeclared } : {}),
    })
}

/** @throws precondition where the limited company is not insured for the sums that the agency asks for */
async function requireInsurance({ tx, clock }: VerbContext, id: string): Promise<void> {
  const gaps = await placementGaps(tx, id, clock.today())
  if (gaps.length > 0) throw precondition(gaps.map(gapWords).join('. '))
}

/** @throws precondition where one person, address or phone is on both sides */
async function requireTwoSides({ tx }: VerbContext, id: string): Promise<void> {
  const both = await tx.row(
    `select 1 from contract.contract c
     join business.business_contact a on a.business_id = c.agency_id and a.deleted_at is null and a.is_active
     join business.business_contact o on o.business_id in (c.client_id, c.contractor_id) and o.deleted_at is null and o.is_active
     where c.id = $1 and ${samePersonSql('a', 'o')} limit 1`,
    [id],
  )
  if (both !== undefined) throw precondition(on_both_sides)
}

/** @throws invalid under the rate of which a side has days without the other */
async function requireCoverage({ tx }: VerbContext, id: string): Promise<void> {
  const errors = coverageErrors(await loadVersions(tx, id))
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
