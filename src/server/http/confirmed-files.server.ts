/**
 * Files with personal data leave as confirmed as they are made (people, step-up): a session that somebody found open must
 * not carry them away.
 */
import { hasPersonalPapers } from '#business/platform/personal-data.rules.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { requireRecent } from '../auth/auth-step-up.server.ts'
import { stepUpOf } from '../perform.server.ts'
import { HALF_AN_HOUR, type Tx } from '../verb.ts'
import type { JobFile, ZippedRow } from './api-file.server.ts'

type Within = { readonly tx: Tx; readonly clock: Clock }

async function requireWithin(
  within: Within,
  { session_id }: Viewer,
  seconds: number | 'once' | null,
): Promise<void> {
  if (typeof seconds === 'number') await requireRecent(within, session_id, seconds)
}

/** @throws notAllowed with the ways to confirm, where the making of the file asked for a confirmation */
export async function requireConfirmedJob(within: Within, viewer: Viewer, file: JobFile): Promise<void> {
  const verb = verbs.get(file.action_id ?? '')
  if (verb) await requireWithin(within, viewer, stepUpOf(verb, file.input))
}

/** @throws notAllowed with the ways to confirm, where papers of people are among them */
export async function requireConfirmedFiles(
  within: Within,
  viewer: Viewer,
  rows: readonly ZippedRow[],
): Promise<void> {
  await requireWithin(within, viewer, havePapers(rows) ? HALF_AN_HOUR : null)
}

/** Whether papers of people are among the files: their archive is an export of personal data. */
export const havePapers = (rows: readonly Pick<ZippedRow, 'parent_entity'>[]): boolean =>
  rows.some(({ parent_entity }) => hasPersonalPapers(parent_entity))
