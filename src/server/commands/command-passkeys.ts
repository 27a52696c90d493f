import type { Database } from '../database.ts'
import type { Settings } from '../settings.ts'

/** Passkeys of another host than ours: PUBLIC_URL changed, so nobody can sign in with them. Null = none. */
export async function foreignPasskeys(
  { owner }: Pick<Database, 'owner'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Promise<string | null> {
  const host = publicUrl === null ? 'localhost' : new URL(publicUrl).hostname
  const { rows } = await owner.query<{ rp_id: string; count: number }>(
    `select rp_id, count(*)::int as count from auth.factor where type = 'passkey' and rp_id <> $1 group by 1 order by 1`,
    [host],
  )
  if (rows.length === 0) return null
  const others = rows.map(({ rp_id, count }) => `${count} of ${rp_id}`).join(', ')
  return `Passkeys of another address do not work at ${host}: ${others}. Set PUBLIC_URL back, or let their people add new ones.`
}
