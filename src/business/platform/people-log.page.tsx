/** One entry of the provider's logs: an impersonation or a failed call (spec §2, other list areas). */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { api_exception, impersonation } from './people-log.entity.ts'

export const impersonation_record = record({
  entity: impersonation,
  what: 'Impersonation',
  title: 'user.name',
  meta: [{ field: 'started_at' }],
  cards: [
    {
      title: 'Impersonation',
      facts: [
        { field: 'impersonator_name' },
        { field: 'user.name', label: 'User' },
        { field: 'user.email', label: 'User Email' },
        { field: 'business.name', label: 'Business' },
        { field: 'started_at' },
        { field: 'ends_at' },
        { field: 'ended_at' },
        { field: 'ended_by' },
        { field: 'reason', wide: true },
        { field: 'actions', wide: true },
      ],
    },
  ],
})

export const api_exception_record = record({
  entity: api_exception,
  what: 'API exception',
  title: 'path',
  meta: [{ field: 'created_at' }],
  cards: [
    {
      title: 'Call',
      facts: [
        { field: 'created_at' },
        { field: 'method' },
        { field: 'path' },
        { field: 'action_id' },
        { field: 'status' },
        { field: 'business.name', label: 'Business' },
        { field: 'request_id' },
        { field: 'message', wide: true },
      ],
    },
  ],
})

export function ImpersonationPage() {
  return <RecordPage screen={impersonation_record} />
}

export function ApiExceptionPage() {
  return <RecordPage screen={api_exception_record} />
}
