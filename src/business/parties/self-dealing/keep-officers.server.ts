import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'

type Looked = { readonly number: string; readonly officers?: readonly { readonly name: string }[] }

/** Keeps the active officers of looked-up companies: a client's are compared with the people of its agencies. */
export async function keepOfficers(tx: Tx, companies: readonly Looked[], now: Instant): Promise<void> {
  for (const { number, officers } of companies) {
    if (!officers) continue
    const names = [...new Set(officers.map(({ name }) => name))]
    await tx.run('delete from business.company_officer where brn = $1 and not name = any ($2)', [
      number,
      names,
    ])
    await tx.run(
      `insert into business.company_officer (brn, name, found_at) select $1::text, name, $3::timestamptz from unnest($2::text[]) name
       order by name on conflict (brn, name) do update set found_at = excluded.found_at`,
      [number, names, now],
    )
  }
}
