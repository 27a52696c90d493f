/** The subject of a request, a placement or a party: read as it is now, compared and changed by its own room. */
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { applyPartyChanges } from './apply-party-changes.server.ts'
import { takeCompanyOn } from './company-requests/take-company-on.server.ts'
import { storedPartyChanges } from './party-changes/party-changes-input.server.ts'
import { loadSubject } from './party-changes/party-facts.server.ts'
import { applyChanges } from './placement-changes/apply-changes.server.ts'
import { storedChanges } from './placement-changes/requested-changes.server.ts'
import { loadStanding, movedSince, standsAt } from './placement-changes/standing-placement.server.ts'
import type { ChangesOf } from './request/change.rules.ts'
import { changeLabel, type RequestedChanges } from './request/change-request.rules.ts'
import {
  isPartySubject,
  type PartyChanges,
  type PartySubject,
  party_fact_labels,
} from './request/party-change.rules.ts'

export type Target =
  | { readonly about: 'placement'; readonly contract_id: string; readonly asked: RequestedChanges }
  | {
      readonly about: 'party'
      readonly subject: PartySubject
      readonly id: string
      readonly asked: PartyChanges
    }
  /** A limited company that a request asks for, and that nobody has taken on yet. */
  | { readonly about: 'new_company'; readonly asked: PartyChanges }

type Row = {
  readonly subject: string
  readonly type: string
  readonly contract_id: string | null
  readonly entity_id: string | null
  readonly data: unknown
}

/** Null for a request that another verb decides. */
export function targetOf({ subject, contract_id, entity_id, data }: Row): Target | null {
  if (contract_id !== null) {
    const asked = storedChanges(data)
    return asked === null ? null : { about: 'placement', contract_id, asked }
  }
  if (!isPartySubject(subject)) return null
  const asked = storedPartyChanges(data)
  if (entity_id === null)
    return asked === null || subject !== 'payment_company' ? null : { about: 'new_company', asked }
  return asked === null ? null : { about: 'party', subject, id: entity_id, asked }
}

type OpenTarget = {
  /** Names of the facts that have changed since the request. */
  readonly moved: readonly string[]
  /** The same request against the facts of now, without changes made by now. */
  readonly rebased: ChangesOf<string>
  readonly apply: (human_id: string) => Promise<void>
}

/** Locks the subject. */
export async function openTarget(context: VerbContext, target: Target): Promise<OpenTarget> {
  if (target.about === 'placement') return openPlacement(context, target.contract_id, target.asked)
  if (target.about === 'new_company')
    return {
      moved: [],
      rebased: target.asked,
      apply: (human_id) => takeCompanyOn(context, { human_id, ...target.asked }),
    }
  return openParty(context, target)
}

async function openPlacement(
  context: VerbContext,
  contract_id: string,
  asked: RequestedChanges,
): Promise<OpenTarget> {
  const standing = present(await loadStanding(context.tx, contract_id, { lock: true }), 'the placement')
  const changes = asked.changes.flatMap((change) => {
    const old = standsAt(standing, change, asked.effective_from)
    return old === change.new ? [] : [{ ...change, old }]
  })
  return {
    moved: movedSince(standing, asked).map(({ change }) => changeLabel(change)),
    rebased: { ...asked, changes },
    apply: (human_id) => applyChanges(context, standing, { human_id, ...asked }),
  }
}

async function openParty(
  context: VerbContext,
  { subject, id, asked }: Extract<Target, { about: 'party' }>,
): Promise<OpenTarget> {
  const standing = present(await loadSubject(context.tx, subject, id, { lock: true }), 'the party')
  return {
    moved: asked.changes
      .filter(({ field, old }) => standing.facts[field] !== old)
      .map(({ field }) => party_fact_labels[field]),
    rebased: {
      effective_from: asked.effective_from,
      changes: asked.changes.flatMap((change) => {
        const old = standing.facts[change.field]
        return old === change.new ? [] : [{ ...change, old }]
      }),
    },
    apply: (human_id) => applyPartyChanges(context, standing, { human_id, ...asked }),
  }
}
