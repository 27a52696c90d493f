/** Stores a return in place of its earlier build; the same content is never kept twice. */
import { type Day, partsOf } from '#kernel/day.ts'
import { conflict } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { Fault } from './fps.rules.ts'
import { bodyOf, type Employer, messageOf, type ReturnKind } from './govtalk.rules.ts'
import { irmarkOfBody } from './irmark.server.ts'
import { type LateReason, rti_submission } from './rti-submission.entity.ts'
import { can, not_sent, type ReturnFacts } from './rti-submission.rules.ts'
import type { XmlNode } from './xml.rules.ts'

export type SchemeOfReturn = Employer & {
  readonly id: string
  readonly provider_id: string
  readonly agency_id: string | null
  readonly ended_on: Day | null
}

/** The end of the scheme, where it is in this tax year. */
export const endIn = ({ ended_on }: Pick<SchemeOfReturn, 'ended_on'>, tax_year: number): Day | null =>
  ended_on !== null && partsOf(taxYearStart(ended_on)).year === tax_year ? ended_on : null

export type NewReturn = {
  readonly kind: ReturnKind
  readonly pay_run_id: string | null
  readonly year_correction_id: string | null
  readonly tax_year: number
  readonly tax_month: number
  readonly period_end: Day
  readonly employee_count: number
  readonly late_reason: LateReason | null
  readonly is_final: boolean
  readonly no_payment: boolean
  readonly inactive_months: number
  readonly claims_allowance: boolean
}

/** Without faults, the elements of the return. */
export type Made = { readonly faults: readonly Fault[] } | { readonly content: readonly XmlNode[] }

export type Before = ReturnFacts & { readonly id: string }

export type KeptReturn = {
  readonly id: string
  readonly human_id: string
  readonly status: 'built' | 'validated'
  readonly faults: readonly Fault[]
}

/** The employer's references, for the header. The caller holds the lock on the scheme. */
export async function schemeOfReturn({ tx }: VerbContext, id: string): Promise<SchemeOfReturn | undefined> {
  return tx.row<SchemeOfReturn>(
    `select id, office_number, paye_reference, accounts_office_reference, corporation_tax_reference, provider_id, agency_id,
       ended_on
     from business.paye_scheme where id = $1`,
    [id],
  )
}

/**
 * @param before the build that this one replaces
 * @throws conflict when it was sent or filed, or another return has the same content
 */
export async function keepReturn(
  context: VerbContext,
  scheme: SchemeOfReturn,
  { period_end, ...facts }: NewReturn,
  made: Made,
  before: Before | undefined,
): Promise<KeptReturn> {
  const { tx, viewer, clock } = context
  if (before) requireCan(can.build(before, viewer))
  const faults = 'faults' in made ? made.faults : []
  const message =
    'content' in made
      ? { kind: facts.kind, tax_year: facts.tax_year, period_end, employer: scheme, content: made.content }
      : null
  const mark = message === null ? null : irmarkOfBody(bodyOf(message, null))
  if (mark !== null) await requireNew(context, facts.kind, mark.base64, before?.id ?? null)
  const now = clock.now()
  const status = mark === null ? ('built' as const) : ('validated' as const)
  const values = {
    ...facts,
    status,
    faults: [...faults],
    fault_count: faults.length,
    content: message === null || mark === null ? null : messageOf(message, mark.base64),
    irmark: mark?.base64 ?? null,
    receipt_mark: mark?.base32 ?? null,
    ...not_sent,
    answer: null,
    receipt: null,
    filer: null,
    filed_at: null,
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    updated_at: now,
  }
  const id = before?.id ?? newUuid(clock)
  const human_id = before?.human_id ?? (await nextHumanId(tx, 'RTI'))
  if (before) await updateRow(tx, rti_submission, id, values)
  else {
    await insertRow(tx, rti_submission, {
      ...values,
      id,
      human_id,
      paye_scheme_id: scheme.id,
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      created_at: now,
    })
    await replaceRejected(context, { ...facts, paye_scheme_id: scheme.id }, { id, human_id })
  }
  context.audit({
    entity: 'transaction.rti_submission',
    entity_id: id,
    new_values: { human_id, ...facts, status, fault_count: faults.length, irmark: values.irmark },
  })
  return { id, human_id, status, faults }
}

type Place = Pick<NewReturn, 'kind' | 'pay_run_id' | 'year_correction_id' | 'tax_year' | 'tax_month'> & {
  readonly paye_scheme_id: string
}

/** Rejected returns stay as they are; the task to correct them ends. */
async function replaceRejected(
  { tx, audit }: Pick<VerbContext, 'tx' | 'audit'>,
  { kind, paye_scheme_id, pay_run_id, year_correction_id, tax_year, tax_month }: Place,
  by: { readonly id: string; readonly human_id: string },
): Promise<void> {
  const rejected = await tx.rows<{ id: string }>(
    `select id from transaction.rti_submission where kind = $1 and paye_scheme_id = $2 and status = 'rejected'
       and pay_run_id is not distinct from $3::uuid and year_correction_id is not distinct from $7::uuid
       and tax_year = $4 and tax_month = $5 and id <> $6`,
    [kind, paye_scheme_id, pay_run_id, tax_year, tax_month, by.id, year_correction_id],
  )
  for (const { id } of rejected)
    audit({ entity: 'transaction.rti_submission', entity_id: id, new_values: { replaced_by: by.human_id } })
}

async function requireNew({ tx }: VerbContext, kind: string, irmark: string, own: string | null) {
  const same = await tx.row<{ human_id: string }>(
    'select human_id from transaction.rti_submission where irmark = $1 and kind = $2 and id is distinct from $3',
    [irmark, kind, own],
  )
  if (same) throw conflict(`Return ${same.human_id} says the same already`)
}
