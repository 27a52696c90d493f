/** Settings that people enter in the product. A setting of the environment goes before. */
import type { Clock } from '#kernel/clock.ts'
import type { Tx } from './verb.ts'

type SettingKey = 'support_email' | 'mail_from' | 'vat_checks' | 'signing_certificate_ends'

/** Stands for the sender until somebody names one. */
export const DEFAULT_MAIL_FROM = 'stint@localhost.localdomain'

export async function keptSetting(tx: Pick<Tx, 'row'>, key: SettingKey): Promise<string | null> {
  const row = await tx.row<{ value: string }>(
    `select value #>> '{}' as value from platform.setting where key = $1`,
    [key],
  )
  return row?.value ?? null
}

export async function keepSetting(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  key: SettingKey,
  value: string,
  updated_by: string | null,
): Promise<void> {
  await tx.run(
    `insert into platform.setting (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by`,
    [key, JSON.stringify(value), clock.now(), updated_by],
  )
}
