import type { VerbContext } from '#server/verb.ts'

/** A row of contract.contract; missing values take the table's default. The calling verbs decide access. */
export async function insertContractRow(
  { tx, viewer, clock }: VerbContext,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = { ...facts, created_by: viewer.user_id, created_at: clock.now(), updated_at: clock.now() }
  const names = Object.keys(columns)
  await tx.run(
    `insert into contract.contract (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  )
}
