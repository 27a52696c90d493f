/** Compares rows of money and evidence with their seals (quality R12, migrations/0028). */
import type { Tx } from './verb.ts'

type Sealed = { no: number; name: string; key: string }

/** The first rows changed or deleted behind the product's back, in words; none = all intact. */
export async function verifySeals(tx: Tx, most: number): Promise<string[]> {
  const tables = await tx.rows<Sealed>('select no, name, key from log.sealed_table order by name')
  const strange = await tx.rows<{ what: string }>(
    `select format('seal of %s is of no table', s.id) as what from log.seal s
     where not exists (select from log.sealed_table t where t.no = s.table_no) limit $1`,
    [most],
  )
  const broken = strange.map((row) => row.what)
  for (const { no, name, key } of tables) {
    if (broken.length >= most) break
    // Table and key are the migration's own. Older rows, and rows of the owner, have no seal.
    const rows = await tx.rows<{ id: string; is_there: boolean }>(
      `select s.id, r.id is not null as is_there from log.seal s
       left join (select ${key} as id, bit_xor(log.hash_of(to_jsonb(t))) as hash from ${name} t group by 1) r on r.id = s.id
       where s.table_no = $1 and s.hash is distinct from r.hash limit $2`,
      [no, most - broken.length],
    )
    for (const { id, is_there } of rows) {
      const of = key === 'id' ? name : `${name} of ${id}: one of them`
      const what = is_there ? 'is not what the product has written' : 'is gone'
      broken.push(key === 'id' ? `${of} ${id} ${what}` : `${of} ${what}`)
    }
  }
  return broken
}
