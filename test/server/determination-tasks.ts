/** Cases of the tasks of status determination statements: how each opens, for whom, and the ways in which it closes. */
import type { Viewer } from '#entity/access.ts'
import { admin, checker, operations, provider, type Stage } from './example-parts.ts'

type Step = (id: string) => Promise<unknown>
type Parts = {
  readonly stage: () => Stage
  /** A record that waits for a verb. */
  readonly waiting: (action_id: string) => Promise<string>
  readonly doingOne: (by: () => Viewer, action_id: string, more?: object) => Step
}

const noun = 'contract.status_determination'

export function determinationTasks({ stage, waiting, doingOne }: Parts) {
  const manager = () => stage().placed.client.manager
  const comment = 'It gives no reasons'
  const answer = { answer: 'The contract says so' }
  return {
    determination_to_verify: {
      open: () => waiting(`${noun}.verify`),
      people: () => [admin(stage()), provider(stage()), operations(stage()), checker(stage())],
      ends: {
        verify: doingOne(() => checker(stage()), `${noun}.verify`),
        reject: doingOne(() => admin(stage()), `${noun}.reject`, { comment }),
      },
    },
    determination_to_answer: {
      open: () => waiting(`${noun}.answer`),
      people: () => [manager()],
      ends: {
        uphold: doingOne(manager, `${noun}.answer`, { answer_outcome: 'upheld', ...answer }),
        'change, by the agency': doingOne(() => admin(stage()), `${noun}.answer`, {
          answer_outcome: 'changed',
          ...answer,
        }),
      },
    },
  }
}
