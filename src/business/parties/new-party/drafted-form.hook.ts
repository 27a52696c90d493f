/** The form of a new party over its draft on the server. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../../shared/form-choices.view.ts'
import { type PartyDraft, usePartyDraft } from '../onboarding/party-draft.hook.ts'
import type { PartyKind } from '../onboarding.rules.ts'

/** @returns the keeper of the draft, and the properties that the forms of all kinds share; a sent form opens the party's page */
export function useDraftedForm(kind: PartyKind, draft: PartyDraft | null) {
  const { category } = useSession()
  const go = useGo()
  // A reload goes on with the draft; the form itself stays as it is.
  const kept = usePartyDraft(kind, draft, (id) => go.replace(`${window.location.pathname}?draft=${id}`))
  const form = {
    action_id: 'business.party.submit',
    fixed: { ...(kept.id === undefined ? {} : { draft_id: kept.id }), kind },
    steps: true,
    review: true,
    draft: false,
    keeps: true,
    onChange: kept.keep,
    submit: 'Submit for approval',
    success: ({ human_id }: Made) => `${human_id} is submitted`,
    onDone: ({ id }: Made) => {
      kept.end()
      go.replace(pathOf({ category, path: `business/${kind}`, id }))
    },
  } as const
  return { kept, form }
}

/** The typed values, over the form's first values. */
export const startOf = <S extends object>(start: S, draft: PartyDraft | null): S => ({
  ...start,
  ...draft?.values,
})

const pickedOf = (value: unknown, label: string | null | undefined) =>
  typeof value === 'string' && label ? { value, label } : undefined

export const agencyOf = (draft: PartyDraft | null) => ({
  ...agency_field,
  picked: pickedOf(draft?.values.agency_id, draft?.agency_name),
})

export const companyPicked = (draft: PartyDraft | null) =>
  pickedOf(draft?.values.payment_company_id, draft?.company_name)
