/** Versions by date: no day has two, and an older version ends on the day before the next begins. */
import type { Entity } from '#entity/entity.ts'
import { tableOf } from '#entity/entity.ts'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { lockKey } from './lock-key.server.ts'

type Within = Pick<VerbContext, 'tx' | 'clock'>

/** Null: versions without this column's value, such as a limit of no agency. */
type Key<E extends Entity> = Readonly<Partial<Record<keyof E['fields'] & string, string | null>>>

/** Versions of a key that are not replaced, as SQL; its values begin at parameter `first`. */
function ofKey(key: object, first: number): string {
  const entries = Object.entries(key)
  const held = entries.filter(([, value]) => value !== null).map(([name], i) => `${name} = $${i + first}`)
  const empty = entries.filter(([, value]) => value === null).map(([name]) => `${name} is null`)
  return [...held, ...empty, 'deleted_at is null'].join(' and ')
}

const valuesOf = (key: object): string[] => Object.values(key).filter((value) => value !== null)

async function endBefore<E extends Entity>(
  { tx, clock }: Within,
  entity: E,
  key: Key<E>,
  effective_from: string,
  replaces: '=' | '>=',
): Promise<void> {
  const values = valuesOf(key)
  await lockKey(tx, 'versions', tableOf(entity), ...values)
  const where = ofKey(key, 3)
  const params = [effective_from, clock.now(), ...values]
  await tx.run(
    `update ${tableOf(entity)} set deleted_at = $2, updated_at = $2
     where ${where} and effective_from ${replaces} $1::date`,
    params,
  )
  await tx.run(
    `update ${tableOf(entity)} set effective_to = $1::date - 1, updated_at = $2
     where ${where} and effective_from < $1::date and (effective_to is null or effective_to >= $1::date)`,
    params,
  )
}

/**
 * Makes room for a version from `effective_from` on: ends the version in force on the day before, and takes out the
 * versions that begin on that day or later. `key` names the columns whose versions follow one another.
 */
export function endVersions<E extends Entity>(
  context: Within,
  entity: E,
  key: Key<E>,
  effective_from: string,
): Promise<void> {
  return endBefore(context, entity, key, effective_from, '>=')
}

/**
 * Makes room for a version before later ones, which stay: only a version of the same day is taken out.
 * @returns the last day of the new version; null where none follows
 */
export async function versionFrom<E extends Entity>(
  context: Within,
  entity: E,
  key: Key<E>,
  effective_from: Day,
): Promise<Day | null> {
  await endBefore(context, entity, key, effective_from, '=')
  const next = await context.tx.row<{ last: Day | null }>(
    `select min(effective_from) - 1 as last from ${tableOf(entity)}
     where ${ofKey(key, 2)} and effective_from > $1::date`,
    [effective_from, ...valuesOf(key)],
  )
  return next?.last ?? null
}

type Span = { readonly id: string; readonly effective_from: Day; readonly effective_to: Day | null }

/**
 * Ends one version on the day before `effective_from`. @returns its last day
 * @throws invalid where that day is not within the version
 */
export async function endVersion(
  { tx, clock }: Within,
  entity: Entity,
  old: Span,
  effective_from: Day,
): Promise<Day> {
  if (effective_from <= old.effective_from)
    throw invalid({ effective_from: validationText.min_date(formatDay(old.effective_from)) })
  if (old.effective_to !== null && effective_from > old.effective_to)
    throw invalid({ effective_from: validationText.max_date(formatDay(addDays(old.effective_to, 1))) })
  const effective_to = addDays(effective_from, -1)
  await updateRow(tx, entity, old.id, { effective_to, updated_at: clock.now() })
  return effective_to
}
