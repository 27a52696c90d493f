/** Accounts of payees with a flag that nobody has accepted: payments to them wait (decision 0100). */
import type { Tx } from '#server/verb.ts'
import { hasOpenFlags } from './find-flags.server.ts'
import { own_companies } from './flag.rules.ts'

/** The end of a number: equal accounts have equal ends (`accountKey`), so that few accounts are compared in full. */
const endOf = (a: string) =>
  `right('00000000' || upper(regexp_replace(coalesce(case when ${a}.sort_code <> '' then nullif(${a}.account_number, '') end,
     nullif(${a}.iban, ''), ${a}.account_number, ''), '[^0-9A-Za-z]', '', 'g')), 8)`

/** Those of these accounts with an open flag. */
export async function flaggedAccounts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const alike = await tx.rows<{ id: string }>(
    `with paid as (select a.id, a.business_id, ${endOf('a')} as number_end from business.bank_account a
       join business.business b on b.id = a.business_id
       where a.id = any ($1) and b.type in (${own_companies}) and a.status in ('pending', 'confirmed') and a.deleted_at is null)
     select distinct p.id from paid p
     join business.bank_account o on ${endOf('o')} = p.number_end and o.business_id <> p.business_id
       and o.status in ('pending', 'confirmed') and o.deleted_at is null
     order by p.id`,
    [ids],
  )
  const flagged = new Set<string>()
  for (const { id } of alike)
    if (await hasOpenFlags(tx, { entity: 'business.bank_account', entity_id: id })) flagged.add(id)
  return flagged
}
