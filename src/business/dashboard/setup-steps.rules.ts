/** The request of the first steps, and the reading of its answer. Pure. */
import type { Role } from '#entity/access.ts'
import { type Entity, rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { isFor } from './dashboard.rules.ts'

interface Some<A> {
  readonly entity: Entity
  readonly where: (asker: A) => Where
}
interface Step<A> {
  readonly id: string
  readonly done: Some<A> | 'mail'
  readonly waits?: Some<A>
  readonly roles?: readonly Role[]
}
interface Steps<A, S extends Step<A>> {
  readonly steps: readonly S[]
  /** A row of any of these kinds ends the first steps. */
  readonly until: readonly Some<A>[]
}

/** `waits`: somebody else has the next word. */
export type StepState = 'done' | 'waits' | 'open'

export const stepsFor = <S extends { readonly roles?: readonly Role[] }>(
  steps: readonly S[],
  roles: readonly Role[],
): readonly S[] => steps.filter((step) => isFor(step, roles))

/** One root for each question, of at most one row: whether there is any, never how many. */
export function stepsRequest<A>({ steps, until }: Steps<A, Step<A>>, asker: A) {
  const roots = [
    ...until.map(({ entity, where }, at) => ({ name: `until_${at}`, entity, where })),
    ...steps.flatMap(({ id, done, waits }) => [
      ...(done === 'mail' ? [] : [{ name: `done_${id}`, ...done }]),
      ...(waits ? [{ name: `waits_${id}`, entity: waits.entity, where: waits.where }] : []),
    ]),
  ]
  const head = roots.map(({ name, entity }) => `$w_${name}: ${rootName(entity)}_bool_exp!`).join(', ')
  const body = roots.map(
    ({ name, entity }) => `${name}: ${rootName(entity)}(where: $w_${name}, limit: 1) { id }`,
  )
  return {
    query: `query setup_steps(${head}) { ${body.join(' ')} }`,
    variables: Object.fromEntries(roots.map(({ name, where }) => [`w_${name}`, where(asker)])),
  }
}

export const isAtWork = (until: readonly unknown[], has: (root: string) => boolean): boolean =>
  until.some((_, at) => has(`until_${at}`))

/** The state of each step; null once the first work is there. */
export function stepStates<A, S extends Step<A>>(
  { steps, until }: Steps<A, S>,
  has: (root: string) => boolean,
  is_mail_proven: boolean,
): readonly { readonly step: S; readonly state: StepState }[] | null {
  if (isAtWork(until, has)) return null
  return steps.map((step) => {
    const is_done = step.done === 'mail' ? is_mail_proven : has(`done_${step.id}`)
    if (is_done) return { step, state: 'done' }
    return { step, state: step.waits && has(`waits_${step.id}`) ? 'waits' : 'open' }
  })
}

export const isSetUp = (states: readonly { readonly state: StepState }[]): boolean =>
  states.every(({ state }) => state === 'done')

/** The step to do now: the first open one that work needs, else any open one, else one that somebody else holds up. */
export const nextStep = <
  T extends { readonly step: { readonly optional?: boolean }; readonly state: StepState },
>(
  states: readonly T[],
): T | undefined =>
  states.find(({ step, state }) => state === 'open' && !step.optional) ??
  states.find(({ state }) => state === 'open') ??
  states.find(({ state }) => state === 'waits')
