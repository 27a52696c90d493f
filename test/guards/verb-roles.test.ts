/** A person without the role learns nothing from an action: not even the rules of its fields (specification §8). */
import { expect, test } from 'vitest'
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { verbs } from '#business/verbs.ts'
import type { Category, Role, Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { systemClock } from '#kernel/clock.ts'
import { toFailure } from '#server/failure.ts'
import { perform } from '#server/perform.server.ts'

const viewers = (Object.keys(category_roles) as Category[]).flatMap((category) =>
  category_roles[category].map((role: Role) => ({ category, roles: [role] })),
)

/** What is asked before the database: it answers nobody here. */
async function refusalOf(asker: Pick<Viewer, 'category' | 'roles'>, action_id: string): Promise<string> {
  const viewer = { ...asker, impersonator_user_id: null } as Viewer // No more is read before the database.
  const transaction = () => Promise.reject(new Error('The role or the input should have refused.'))
  try {
    await perform({ database: { transaction }, clock: systemClock }, viewer, action_id, 'no object', null)
    return 'done'
  } catch (error) {
    return toFailure(error).body.code
  }
}

test('verbs: the role is asked before the input', async () => {
  const wrong: string[] = []
  for (const { action_id, who } of verbs.values()) {
    for (const viewer of viewers) {
      const code = await refusalOf(viewer, action_id)
      const expected = isOneOf(viewer, who) ? 'invalid' : 'not_allowed'
      if (code !== expected) wrong.push(`${action_id} ${viewer.roles.join()}: ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('verbs: some role may do each', () => {
  const closed = [...verbs.values()].filter(({ who }) => !viewers.some((viewer) => isOneOf(viewer, who)))
  expect(closed.map(({ action_id }) => action_id)).toEqual([])
})
