import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { contract_statuses } from './contract.entity.ts'

/** The steps of a contract's life, for agency and provider: approvals, documents raised, reasons why not. */
export const contract_activity = entity({
  module: 'contract',
  name: 'contract_activity',
  label: 'Contract Activity',
  plural: 'Contract Activities',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    contract_id: f.uuid('Contract'),
    action: f.code('Action'),
    old_status: f.nullable(f.choice('Old Status', contract_statuses)),
    new_status: f.choice('New Status', contract_statuses),
    ...f.step,
    ...f.parties,
  },
  relations: { contract: f.to_one('contract.contract', 'contract_id') },
})
