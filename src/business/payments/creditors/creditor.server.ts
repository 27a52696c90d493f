/** Finds and makes creditors of payroll: HMRC, pension providers, courts and authorities. */
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertBusiness } from '../../parties/insert-party.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'

export const hmrc_name = 'HM Revenue & Customs'

/** The creditors of these names, made where one is new. An account is entered later, and confirmed by a second person. */
export async function creditorsOf(
  context: VerbContext,
  provider_id: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)].toSorted()
  if (wanted.length === 0) return new Map()
  await lockKey(context.tx, 'creditors', provider_id)
  const known = await context.tx.rows<{ id: string; key: string }>(
    `select id, lower(name) as key from business.business
     where provider_id = $1 and type = 'creditor' and deleted_at is null and lower(name) = any ($2)`,
    [provider_id, wanted.map(keyOf)],
  )
  const ids = new Map(known.map(({ id, key }) => [key, id]))
  for (const name of wanted) {
    if (ids.has(keyOf(name))) continue
    const base_currency_id = await currencyId(context, 'GBP')
    const made = await insertBusiness(context, { type: 'creditor', name, provider_id, base_currency_id })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, name, status: 'onboarded', type: 'creditor' },
    })
    ids.set(keyOf(name), made.id)
  }
  return new Map(wanted.map((name) => [name, ids.get(keyOf(name)) ?? '']))
}

const keyOf = (name: string): string => name.toLowerCase()
