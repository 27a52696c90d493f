/** The steps that an administrator takes with a person of the business, and the question before each. */
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#kernel/messages.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { call } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { canResetFactors, reset_waits } from './factor-reset.rules.ts'
import { canResend } from './invitation.rules.ts'
import { canDeactivate, reactivation_waits } from './leaving.rules.ts'
import type { PersonOfBusiness } from './person-state.rules.ts'
import { role_waits } from './role-change.rules.ts'

type StepName =
  | 'invite'
  | 'resend'
  | 'revoke'
  | 'end_sessions'
  | 'reset_factors'
  | 'stop_factor_reset'
  | 'deactivate'
  | 'deactivate_everywhere'
  | 'reactivate'
  | 'reactivate_everywhere'

export interface Step {
  readonly action: StepName
  readonly label: string
  readonly tone?: 'danger'
  readonly disabledReason?: string | null
}

type Asker = Pick<Session, 'category' | 'roles' | 'user' | 'impersonator_user_id'>

/** The steps that fit the person's state, the harmless first. */
export function personSteps(person: PersonOfBusiness, session: Asker): readonly Step[] {
  const steps = stepsOfState(person, session)
  return session.impersonator_user_id === null
    ? steps
    : steps.map((step) => ({ ...step, disabledReason: errorText.impersonating }))
}

function stepsOfState(person: PersonOfBusiness, { category, roles, user }: Asker): readonly Step[] {
  const { state, invitation, sessions } = person
  const isProvider = roles.includes('provider_admin')
  const viewer = { category, roles, user_id: user.id }
  if (state === 'not_invited')
    return [
      {
        action: 'invite',
        label: 'Invite',
        disabledReason: person.roles.length === 0 ? 'This person has no role yet' : null,
      },
      leave(person, user.id),
    ]
  if (state === 'inactive') return [{ action: 'reactivate', label: 'Reactivate' }]
  if (state === 'deactivated')
    return [
      {
        action: 'reactivate_everywhere',
        label: 'Reactivate',
        disabledReason: isProvider ? null : 'The provider has deactivated this person',
      },
    ]
  if (state !== 'joined')
    return [
      {
        action: 'resend',
        label: 'Resend invitation',
        disabledReason: invitation && reasonOf(canResend(invitation)),
      },
      { action: 'revoke', label: 'Revoke invitation', tone: 'danger' },
    ]
  const leaver = { id: person.user_id ?? '', is_active: true, is_confirmed: true }
  return [
    {
      action: 'end_sessions',
      label: 'End sessions',
      disabledReason: sessions === 0 ? 'This person is not signed in' : null,
    },
    person.factor_reset_at === null
      ? {
          action: 'reset_factors',
          label: 'Reset second factors',
          tone: 'danger',
          disabledReason: reasonOf(canResetFactors({ user_id: person.user_id, has_joined: true }, viewer)),
        }
      : { action: 'stop_factor_reset', label: 'Stop the factor reset' },
    isProvider
      ? {
          action: 'deactivate_everywhere',
          label: 'Deactivate',
          tone: 'danger',
          disabledReason: reasonOf(canDeactivate(leaver, viewer)),
        }
      : leave(person, user.id),
  ]
}

const leave = ({ user_id }: PersonOfBusiness, own_id: string): Step => ({
  action: 'deactivate',
  label: 'Deactivate',
  tone: 'danger',
  disabledReason: user_id === own_id ? 'You cannot make yourself inactive: ask another admin' : null,
})

const words: Readonly<Record<StepName, { readonly says: (name: string) => string; readonly done: string }>> =
  {
    invite: { says: (name) => `${name} gets a mail with a link to join.`, done: 'Invitation sent' },
    resend: {
      says: (name) => `${name} gets a new link. The one of before stops working.`,
      done: 'Invitation sent',
    },
    revoke: { says: (name) => `The link of ${name} stops working.`, done: 'Invitation revoked' },
    end_sessions: {
      says: (name) => `${name} is signed out of this business everywhere.`,
      done: 'Sessions ended',
    },
    reset_factors: {
      says: (name) =>
        `${name} signs in without their second factors. Ask them first, in person or by telephone.`,
      done: 'Second factors reset',
    },
    stop_factor_reset: {
      says: (name) => `${name} keeps their second factors. The administrators who agreed are told.`,
      done: 'Factor reset stopped',
    },
    deactivate: {
      says: (name) => `${name} is signed out and cannot act for this business.`,
      done: 'Person deactivated',
    },
    deactivate_everywhere: {
      says: (name) => `${name} is signed out and cannot sign in, for any business.`,
      done: 'Person deactivated',
    },
    reactivate: { says: (name) => `${name} can act for this business again.`, done: 'Person reactivated' },
    reactivate_everywhere: {
      says: (name) =>
        `${name} can sign in again. Another administrator confirms roles that can release money.`,
      done: 'Person reactivated',
    },
  }

/** The answer where a second person confirms. */
const waits: Partial<Readonly<Record<StepName, string>>> = {
  reset_factors: reset_waits,
  reactivate_everywhere: reactivation_waits,
}

const withReason: readonly StepName[] = ['deactivate_everywhere', 'reset_factors', 'stop_factor_reset']

/** Where each step goes, with its input. */
function callOf(
  { action }: Step,
  person: PersonOfBusiness,
  business_id: string,
  reason: string,
): { readonly action_id: string; readonly input: Record<string, unknown> } {
  const { id, first_name, last_name, email, contact_phone, roles, is_active, user_id } = person
  const phone = contact_phone === null ? {} : { contact_phone }
  const contact = { id, first_name, last_name, email, ...phone, roles, is_active }
  const update = (change: object) => ({
    action_id: 'business.business_contact.update',
    input: { ...contact, ...change },
  })
  switch (action) {
    case 'invite':
      return update({ invite: true })
    case 'deactivate':
      return update({ is_active: false })
    case 'reactivate':
      return update({ is_active: true })
    case 'resend':
      return { action_id: 'log.unconfirmed_user.resend', input: { business_contact_id: id } }
    case 'revoke':
      return { action_id: 'log.unconfirmed_user.revoke', input: { business_contact_id: id } }
    case 'deactivate_everywhere':
      return { action_id: 'platform.user.deactivate', input: { user_id, reason } }
    case 'reactivate_everywhere':
      return { action_id: 'platform.user.reactivate', input: { user_id } }
    case 'reset_factors':
      return { action_id: 'platform.user.reset_factors', input: { user_id, reason } }
    case 'stop_factor_reset':
      return { action_id: 'platform.user.stop_factor_reset', input: { user_id, reason } }
    case 'end_sessions':
      return { action_id: 'logoutUser', input: { business_id, user_id } }
  }
}

export function PersonStepDialog({
  person,
  step,
  business_id,
  onClose,
}: {
  person: PersonOfBusiness
  step: Step
  business_id: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const { says, done } = words[step.action]
  const { action_id } = callOf(step, person, business_id, '')
  const onDone = () => {
    void client.invalidateQueries({ queryKey: ['people_of', business_id] })
    void client.invalidateQueries({ queryKey: ['role_changes'] })
  }
  const { run, errors } = useAction<{ role_change_id?: string | null } | null>(action_id, {
    success: (saved) => (saved?.role_change_id ? (waits[step.action] ?? role_waits) : done),
    onDone,
    shows: ['reason'],
    ...(step.action === 'end_sessions'
      ? { send: (input: Record<string, unknown>) => call<null>('/api/permission/logoutUser', input) }
      : {}),
  })
  return (
    <ConfirmAction
      open
      onClose={onClose}
      label={step.label}
      {...(step.tone ? { tone: step.tone } : {})}
      description={says(`${person.first_name} ${person.last_name}`)}
      withComment={withReason.includes(step.action) ? 'required' : false}
      error={errors.reason}
      onConfirm={async (reason) => (await run(callOf(step, person, business_id, reason).input)) !== undefined}
    />
  )
}
