import { isStintError } from '#kernel/errors.ts'
import { inSavepoint } from '#server/tx.ts'
import type { Stage } from './stage.ts'

/** Runs a step that some worlds refuse: returns null on a refusal and undoes its writes. */
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
