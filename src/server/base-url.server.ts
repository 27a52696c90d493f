import type { Settings } from './settings.ts'
import type { Tx } from './verb.ts'

/** The address of this installation for links in mails: PUBLIC_URL, or that of a server that lives. */
export async function baseUrl(tx: Tx, { publicUrl }: Pick<Settings, 'publicUrl'>): Promise<string> {
  if (publicUrl !== null) return publicUrl
  const node = await tx.row<{ address: string }>(
    'select address from platform.node where address is not null order by seen_at desc, id limit 1',
  )
  return node?.address ?? 'http://localhost'
}
