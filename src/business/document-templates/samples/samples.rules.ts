/** The wording that a new template of each kind begins with. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'
import type { TemplateKind } from '../blocks/template-kinds.rules.ts'
import { agency_terms } from './agency-sample.rules.ts'
import { business_terms, perm_confirmation, perm_terms } from './client-samples.rules.ts'
import {
  assignment_schedule,
  limited_contract,
  opt_out,
  paye_terms,
  self_billing,
  umbrella_contract,
} from './contractor-samples.rules.ts'
import {
  key_information_limited,
  key_information_paye,
  key_information_umbrella,
} from './key-information-samples.rules.ts'

const samples = {
  business_terms,
  perm_terms,
  limited_contract,
  umbrella_contract,
  paye_terms,
  self_billing,
  opt_out,
  assignment_schedule,
  perm_confirmation,
  key_information_paye,
  key_information_umbrella,
  key_information_limited,
  agency_terms,
} as const satisfies Record<TemplateKind, readonly Block[]>

export const sampleBlocks = (kind: TemplateKind): readonly Block[] => samples[kind]
