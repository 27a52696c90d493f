/** A signed statement of where each chain ends, made daily and kept where no writer of the database can reach it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#kernel/clock.ts'
import { claimOnce } from '../claim-once.server.ts'
import type { Database } from '../database.ts'
import { queueMail } from '../mail/mail-queue.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type Anchor, type AnchorContent, type AnchorKey, anchorHash, signAnchor } from './anchor-key.ts'

export type AnchorKeeper = {
  readonly key: AnchorKey
  /** Outside of the database. */
  readonly folder: string
  /** Further addresses, like an auditor's. */
  readonly mail_to: readonly string[]
}

type Writing = { readonly tx: Tx; readonly clock: Clock }

async function nextContent({ tx, clock }: Writing): Promise<AnchorContent> {
  const last = await tx.row<{ anchor: Anchor }>('select anchor from log.anchor order by no desc limit 1')
  return {
    no: (last?.anchor.content.no ?? 0) + 1,
    at: clock.now(),
    previous: last ? anchorHash(last.anchor.content) : '',
    seals: await tx.rows('select chain, no, mac from log.seal_ends() order by chain'),
    audit: await tx.rows('select chain_id, chain_no, hash from log.audit_head order by chain_id'),
  }
}

/** Administrators of providers, since the numbers in an anchor reveal the volume of all businesses. */
const ADMINS = `select distinct lower(u.email) as email from business.business_contact c
  join business.business b on b.id = c.business_id join platform."user" u on u.id = c.user_id
  where b.type = 'provider' and b.deleted_at is null and b.is_active and 'provider_admin' = any (c.roles)
    and c.is_active and c.deleted_at is null and u.is_active and u.deleted_at is null order by 1`

async function mailAnchor({ tx, clock }: Writing, keeper: AnchorKeeper, anchor: Anchor): Promise<void> {
  const admins = await tx.rows<{ email: string }>(ADMINS)
  const { no, at } = anchor.content
  const body_text = [
    `Anchor ${no} of Stint's records, made at ${at}.`,
    `SHA-256: ${anchorHash(anchor.content)}`,
    `Please keep this mail. To check the records later, save the text below as anchor-${no}.json in a folder and run "npm run verify -- --anchors FOLDER". It reports each record that was cut or changed since.`,
    JSON.stringify(anchor),
  ].join('\n\n')
  for (const to of new Set([...admins.map((one) => one.email), ...keeper.mail_to]))
    await queueMail(
      { tx, clock },
      {
        fact_key: `anchor:${no}:${to}`,
        to,
        subject: `Stint: anchor ${no} of the records, please keep`,
        body_text,
      },
    )
}

/** Makes the next anchor and mails it. @returns null when this day has one */
function makeAnchor(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  keeper: AnchorKeeper,
): Promise<Anchor | null> {
  return inTransaction(database, async (tx) => {
    if (!(await claimOnce(tx, { key: `anchor:${clock.today()}`, action_id: 'anchor', at: clock.now() })))
      return null
    await tx.run(`select pg_advisory_xact_lock(hashtext('stint anchor'))`)
    const anchor = signAnchor(keeper.key, await nextContent({ tx, clock }))
    await tx.run('insert into log.anchor (no, at, anchor) values ($1, $2, $3)', [
      anchor.content.no,
      anchor.content.at,
      JSON.stringify(anchor),
    ])
    await mailAnchor({ tx, clock }, keeper, anchor)
    return anchor
  })
}

/** Writes the anchor beside the database; an existing file stays. */
function keepFile(folder: string, anchor: Anchor): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${String(anchor.content.no).padStart(6, '0')}.json`)
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(anchor)}\n`, { mode: 0o600, flag: 'wx' })
}

/** The day's anchor, once; its file is written after the commit. */
export async function anchorDay(
  within: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  keeper: AnchorKeeper,
): Promise<Anchor | null> {
  const anchor = await makeAnchor(within, keeper)
  if (anchor !== null) keepFile(keeper.folder, anchor)
  return anchor
}
