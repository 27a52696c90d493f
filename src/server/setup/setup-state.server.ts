/** The set-up of an empty installation: its finished steps, and whether it is over. */
import type pg from 'pg'
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'

/** The mail step while its code is under way, and after it. */
export type MailStep = {
  readonly state: 'code_sent' | 'done' | 'skipped'
  readonly support_email: string | null
  readonly mail_from: string | null
  readonly code_hash: string | null
  readonly expires_at: Instant | null
  readonly tries: number
}

export type SetupSteps = {
  readonly you?: { readonly user_id: string }
  readonly business?: { readonly business_id: string; readonly contact_id: string }
  readonly mail?: MailStep
  readonly address?: { readonly state: 'done' | 'skipped' }
  readonly bank?: { readonly state: 'skipped' }
  readonly second?: { readonly state: 'skipped' }
}

/** Demo worlds need no set-up. */
const isOver = 'select setup_completed_at is not null or is_demo as is_over from platform.installation'

export async function isSetUp(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ is_over: boolean }>(isOver)
  return rows[0]?.is_over ?? false
}

/** The steps, held against other calls of the set-up until commit. */
export async function holdSteps(tx: Tx): Promise<SetupSteps> {
  const row = await tx.row<{ steps: SetupSteps }>(
    'select setup_steps as steps from platform.installation for update',
  )
  return row?.steps ?? {}
}

/** The mail step alone, not held. */
export async function readMailStep(tx: Tx): Promise<MailStep | null> {
  const row = await tx.row<{ mail: MailStep | null }>(
    `select setup_steps -> 'mail' as mail from platform.installation`,
  )
  return row?.mail ?? null
}

export async function keepSteps(tx: Tx, steps: SetupSteps): Promise<void> {
  await tx.run('update platform.installation set setup_steps = $1', [JSON.stringify(steps)])
}
