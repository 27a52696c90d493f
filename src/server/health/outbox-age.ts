/** Since when messages wait for their delivery: one measurement for readiness, metrics and alarms. */

import { TRIES } from '../mail/mail-tries.rules.ts'

export type OutboxAge = { readonly topic: string; readonly seconds: number }

/** Held messages wait for a person, not for their delivery (`npm run restore -- --release`). */
export const outbox_ages = `select topic, extract(epoch from now() - min(created_at))::int as seconds
  from platform.outbox where delivered_at is null and not is_held and attempts < ${TRIES} group by topic`

export const oldestOf = (ages: readonly OutboxAge[]): number =>
  ages.reduce((oldest, { seconds }) => Math.max(oldest, seconds), 0)
