/** The first steps of the viewer's business, and whether this person has put them away. */
import { useQuery } from '@tanstack/react-query'
import type { MailFacts } from '#entity/setup-answer.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { call } from '#web/core/call.ts'
import { usePreference } from '#web/core/preferences.ts'
import { useSession } from '#web/core/session.ts'
import type { SetupStep } from './setup-step.view.ts'
import { isAtWork, isSetUp, type StepState, stepStates, stepsFor, stepsRequest } from './setup-steps.rules.ts'
import { setups } from './setup-steps.view.ts'

export type Stated = { readonly step: SetupStep; readonly state: StepState }

const isMailProven = async (signal: AbortSignal): Promise<boolean> =>
  (await call<{ mail: MailFacts }>('/api/installation', undefined, signal)).mail.state === 'done'

/** `steps` is null while they are read, and for a business that needs none. */
export function useSetup() {
  const session = useSession()
  const { category, roles, business_contact_id } = session
  const [is_hidden, setHidden] = usePreference(`setup_hidden/${business_contact_id}`, (raw) => raw === true)
  const mine = stepsFor(setups[category].steps, roles)
  const until = stepsFor(setups[category].until, roles)
  const query = useQuery({
    queryKey: ['setup_steps', business_contact_id],
    enabled: mine.length > 0,
    queryFn: async ({ signal }): Promise<readonly Stated[] | null> => {
      const asked = { until, steps: mine }
      const { query: text, variables } = stepsRequest(asked, {
        business_id: session.business.id,
        business_contact_id,
        today: session.today,
      })
      const answer = await builtQuery(text, variables, signal)
      const has = (root: string) => answer.rows(root).length > 0
      // A business at work is asked no more.
      const asks_mail = !isAtWork(until, has) && mine.some(({ done }) => done === 'mail')
      return stepStates(asked, has, asks_mail && (await isMailProven(signal)))
    },
  })
  const states = query.data ?? null
  return {
    steps: states === null || isSetUp(states) ? null : states,
    is_hidden,
    hide: (hidden: boolean) => setHidden(() => (hidden ? true : null)),
  }
}
