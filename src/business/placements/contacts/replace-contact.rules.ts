/** Who changes the people of a placement in force, and when. Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { agency_writers, byRole, provider_staff } from '../../shared/who-may.rules.ts'

/** The people that a placement names. */
export const contact_types = [
  'timesheet_approver',
  'invoice_contact',
  'hiring_manager',
  'agency_consultant',
] as const
export type ContactType = (typeof contact_types)[number]

export const contact_labels = {
  timesheet_approver: 'Timesheet approver',
  invoice_contact: 'Invoice contact',
  hiring_manager: 'Hiring manager',
  agency_consultant: 'Consultant',
} as const satisfies Record<ContactType, string>

export const placement_contact_changers = {
  agency: agency_writers,
  client: client_placement_roles,
  provider: provider_staff,
} as const satisfies WhoMay

/** A placement names one person. */
export const namesOne = (type: ContactType): boolean =>
  type === 'agency_consultant' || type === 'hiring_manager'

/** Tells the people concerned. */
export const contact_replaced_topic = 'contact_replaced_mail'

/** Nobody approves for the other side. */
export const on_both_sides = 'The same person cannot act for both sides'

/** Drafts and waiting placements change on their form. */
const in_force = ['active', 'expired']

type PlacementFacts = { readonly human_id: string; readonly status: string }

/** The agency's consultant is no affair of the client. */
export function canReplaceContact(
  row: PlacementFacts,
  viewer: Pick<Viewer, 'category' | 'roles'>,
  type: ContactType,
): Verdict {
  const { client: _client, ...inside } = placement_contact_changers
  const person = byRole(viewer, type === 'agency_consultant' ? inside : placement_contact_changers)
  if (person !== true) return person
  return (
    in_force.includes(row.status) ||
    refuse(
      'precondition',
      `Placement ${row.human_id} is ${row.status.replaceAll('_', ' ')} and its people cannot be replaced`,
    )
  )
}

export type NewContact = {
  /** Active, of the right business and with the role. */
  readonly is_fit: boolean
  readonly has_joined: boolean
  /** One person, address or phone with the other side of the placement. */
  readonly is_other_side: boolean
}

/** The reason why the new person may not be named; null: they may. */
export function newContactFault(
  contact: NewContact | undefined,
  viewer: Pick<Viewer, 'category'>,
): string | null {
  if (!contact?.is_fit) return 'Contact not found'
  if (contact.is_other_side) return on_both_sides
  // The client names its own people before they have joined; others could name an address of their own.
  if (viewer.category !== 'client' && !contact.has_joined) return 'This person has not signed in yet'
  return null
}
