import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import type { TaxCode } from '../engine/tax-code.rules.ts'
import { tax_code } from './employment.entity.ts'
import { type FactOf, factRow } from './fact-row.server.ts'

type Notice = {
  readonly source: 'p45' | 'p6' | 'p9' | 'starter' | 'default' | 'after_leaving' | 'takeover'
  readonly effective_from: Day
  readonly notice_date?: Day | undefined
  readonly previous_pay?: string | undefined
  readonly previous_tax?: string | undefined
}

/** Keeps a read code of an employment from a pay day on. @returns the id of the row */
export async function insertTaxCode(
  context: VerbContext,
  of: FactOf,
  code: TaxCode,
  notice: Notice,
): Promise<string> {
  const { tx } = context
  const { effective_from } = notice
  const effective_to = await versionFrom(context, tax_code, { employment_id: of.id }, effective_from)
  const values = {
    employment_id: of.id,
    code: code.text,
    regime: code.regime === 'uk' ? null : code.regime,
    is_week1: code.is_week1,
    source: notice.source,
    notice_date: notice.notice_date ?? null,
    previous_pay: notice.previous_pay ?? null,
    previous_tax: notice.previous_tax ?? null,
    effective_from,
  }
  const row = factRow(context, of)
  await insertRow(tx, tax_code, {
    ...row,
    ...values,
    effective_to,
    deleted_at: null,
    currency_id: await currencyId(context, 'GBP'),
  })
  context.audit({ entity: 'business.tax_code', entity_id: row.id, new_values: values })
  return row.id
}
