import type { Viewer } from '#entity/access.ts'
import { agencyId, THE_PROVIDER } from './world.ts'

/** The administrator of an agency of the benchmark's world, by the agency's number, or of the provider. */
export function adminOf(agency: number): Viewer {
  const id = agencyId(agency)
  const category = agency === THE_PROVIDER ? 'provider' : 'agency'
  return {
    category,
    roles: [`${category}_admin`],
    user_id: 'bench',
    user_name: 'Bench',
    email: 'bench@example.test',
    business_id: id,
    business_name: 'Agency',
    business_type: category,
    business_contact_id: id,
    provider_id: id,
    features: [],
    session_id: 'bench',
    impersonator_user_id: null,
    impersonator_business_id: null,
    token: null,
    same_person_ids: [],
  }
}
