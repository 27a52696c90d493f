/** A worker's own holiday: a fund for each employment. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { HolidayFund } from './holiday.card.tsx'

const document = gql(`query my_holiday {
  movements: transaction_holiday_movement(order_by: [{ created_at: desc }, { id: desc }] limit: 200) {
    id employment_id
  }
}`)

export function MyHolidayPage() {
  const query = useQuery({
    queryKey: ['my_holiday'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).movements,
  })
  const employments = [...new Set((query.data ?? []).map(({ employment_id }) => employment_id))]
  return (
    <>
      <PageHeader title="Holiday" />
      <div className="flex max-w-200 flex-col gap-4 px-4 pb-6">
        {query.isSuccess && employments.length === 0 && (
          <p className="text-n11">Holiday that is held for you shows here, once your pay retains it.</p>
        )}
        {employments.map((id) => (
          <HolidayFund key={id} employment_id={id} />
        ))}
      </div>
    </>
  )
}
