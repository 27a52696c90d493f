import { expect } from 'vitest'
import { type DataKeySettings, decryptText } from '#server/data-key.ts'
import { LINK_PLACE } from '#server/mail/mail-queue.server.ts'
import type { TestDatabase } from '../database.ts'

/** The link of the last mail to an address, as the outbox holds it until it is sent; null before. */
export async function mailedLink(
  { owner }: Pick<TestDatabase, 'owner'>,
  settings: DataKeySettings,
  email: string,
): Promise<string | null> {
  const { rows } = await owner.query<{ link: string; body_text: string }>(
    `select o.payload ->> 'one_time_link' as link, m.body_text from log.mail m
     join platform.outbox o on o.payload ->> 'mail_id' = m.id::text where m."to" = $1 order by m.created_at desc, m.id desc limit 1`,
    [email],
  )
  expect(rows[0]?.body_text ?? '').not.toContain('http')
  return rows[0]?.link ? decryptText(settings, rows[0].link, LINK_PLACE) : null
}

/** Ends a sign-in by its mailed link. */
export const linkInput = (link: string | null) => ({
  challenge: new URL(link ?? 'http://none').searchParams.get('link') ?? '',
  method: 'mail',
})
