import { isStintError } from '#kernel/errors.ts'
import { inSavepoint } from '#server/tx.ts'
import type { Stage } from './stage.ts'

/** Does what may not be possible in every world: null where the verb says so, and what it began is undone. */
export async function attempt<O>(
  stage: Stage,
  person: string,
  action_id: string,
  input: unknown,
): Promise<O | null> {
  try {
    return await inSavepoint(stage.tx, () => stage.act<O>(person, action_id, input))
  } catch (refusal) {
    if (isStintError(refusal) && refusal.code === 'precondition') return null
    throw refusal
  }
}
