/** A copy of a placement in force for another payee: its parties, terms, rates and people from a day on. */
import type { Day } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { fromSource, insertSelectSql } from '#server/write-row.server.ts'
import { rate, service_charge } from '../rates/rate.entity.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { contract_entity } from '../terms/contract-terms.entity.ts'
import { contract_contact } from './contract-contact.entity.ts'
import { temp_placement } from './contract-kinds.entity.ts'

type Copy = {
  readonly of: string
  readonly from: Day
  readonly payment_company_id: string
  readonly conduct_regs_opt_out: boolean
  readonly change_request_id: string
  /** The person that asked for the change. */
  readonly asked_by: string
  /** The person behind an impersonation. */
  readonly asked_as: string | null
}

const party_names = ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id'] as const

/** Agreed to, and not in force yet. Documents and signatures stay with the placement before. */
export async function copyPlacement(
  context: VerbContext,
  copy: Copy,
): Promise<{ readonly id: string; readonly human_id: string }> {
  const { tx, clock } = context
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'TMP')
  await tx.run(
    `${insertSelectSql(temp_placement, {
      ...fromSource('o', ['title', 'end_date', 'funding_type', 'funding_model', 'expense_funding_type']),
      ...fromSource('o', ['currency_id', 'base_currency_id', 'po_number', 'consultant_contact_id']),
      ...fromSource('o', ['timesheet_frequency', 'unit_type', 'standard_units', 'timesheet_submit']),
      ...fromSource('o', ['manual_timesheet_approval', 'is_extended_contractor_payment_terms']),
      ...fromSource('o', ['ir35_status', 'ir35_determined_by', 'is_construction', 'is_unsupervised']),
      ...fromSource('o', ['is_vulnerable_work']),
      ...fromSource('o', ['awr_role', 'awr_comparable_rate']),
      ...fromSource('o', ['work_location', 'notice_type', 'notice_period', 'notice_period_unit']),
      ...fromSource('o', [
        'notice_initial',
        'notice_initial_unit',
        'notice_duration',
        'notice_duration_unit',
      ]),
      ...fromSource('o', ['no_right_to_serve_notice', ...party_names]),
      id: '$1',
      human_id: '$2',
      status: "'awaiting_raise_approval'",
      start_date: '$3::date',
      payment_company_id: '$4::uuid',
      conduct_regs_opt_out: '$5::boolean and not o.is_vulnerable_work',
      opt_out_told_on: 'null',
      // The new payee may be outside payroll.
      paye_scheme_id: 'null',
      change_request_id: '$6::uuid',
      awr_qualifying_date: 'null',
      open_checks: 'null',
      evidence_status: 'null',
      created_by: '$7',
      submitted_by: '$7',
      created_at: '$8',
      updated_at: '$8',
    })} from contract.contract o where o.id = $9`,
    [
      id,
      human_id,
      copy.from,
      copy.payment_company_id,
      copy.conduct_regs_opt_out,
      copy.change_request_id,
      copy.asked_by,
      clock.now(),
      copy.of,
    ],
  )
  // Terms that hold from a later day than the copy do not hold before it either.
  await tx.run(
    `update contract.contract n set former_terms = o.former_terms, submitted_as = $3
     from contract.contract o where n.id = $1 and o.id = $2`,
    [id, copy.of, copy.asked_as],
  )
  await copyRates(context, id, copy)
  await copyTerms(context, id, copy)
  return { id, human_id }
}

const from_then = { effective_from: 'greatest(o.effective_from, $2::date)' } as const
const stands = '(o.effective_to is null or o.effective_to >= $2::date) and o.deleted_at is null'
const stamps = { created_at: '$3', updated_at: '$3' } as const

async function copyRates({ tx, clock }: VerbContext, id: string, { of, from }: Copy): Promise<void> {
  // A pair of rates keeps its group in the copy, under an id of its own.
  await tx.run(
    `with groups as materialized (select g.group_id, platform.new_id() as fresh from (select distinct group_id from contract.rate
       where contract_id = $4) g)
     ${insertSelectSql(rate, {
       ...fromSource('o', [
         'name',
         'sub_type',
         'value_text',
         'value_numeric',
         'value_boolean',
         'value_jsonb_object',
       ]),
       ...fromSource('o', ['effective_to', ...party_names]),
       ...from_then,
       ...stamps,
       id: 'platform.new_id()',
       contract_id: '$1::uuid',
       group_id: 'g.fresh',
       replaced_by_id: 'null',
     })} from contract.rate o join groups g on g.group_id = o.group_id where o.contract_id = $4 and ${stands}`,
    [id, from, clock.now(), of],
  )
  await tx.run(
    `${insertSelectSql(service_charge, {
      ...fromSource('o', [
        'fee_type',
        'currency_id',
        'service_type',
        'funding_type',
        'type',
        'value',
        'fee_base',
        'payment_terms',
      ]),
      ...fromSource('o', ['payment_terms_type', 'effective_to', 'provider_id', 'agency_id', 'funder_id']),
      ...from_then,
      ...stamps,
      id: 'platform.new_id()',
      transaction_id: '$1::uuid',
      replaced_by_id: 'null',
    })} from contract.service_charge o where o.transaction_id = $4 and ${stands}`,
    [id, from, clock.now(), of],
  )
}

async function copyTerms({ tx, clock }: VerbContext, id: string, { of, from }: Copy): Promise<void> {
  await tx.run(
    `${insertSelectSql(contract_entity, {
      ...fromSource('o', ['business_id', 'type', 'payment_terms', 'effective_to', ...party_names]),
      ...from_then,
      ...stamps,
      id: 'platform.new_id()',
      contract_id: '$1::uuid',
    })} from contract.contract_entity o where o.contract_id = $4 and ${stands}`,
    [id, from, clock.now(), of],
  )
  await tx.run(
    `${insertSelectSql(contract_contact, {
      ...fromSource('o', ['business_contact_id', 'type', ...party_names]),
      ...stamps,
      id: 'platform.new_id()',
      contract_id: '$1::uuid',
    })} from contract.contract_contact o where o.contract_id = $2 and o.deleted_at is null`,
    [id, of, clock.now()],
  )
}
