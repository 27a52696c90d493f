/** The schedules of a report. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { ReportKey } from './report-schedule.rules.ts'

const document = gql(`query report_schedules($report: String!) {
  schedules: platform_report_schedule(where: { report: { _eq: $report } }, order_by: [{ created_at: asc }, { id: asc }]) {
    id report format frequency weekday day_of_month period recipients is_paused since last_sent problem user_id user_name
  }
}`)

export type ScheduleRow = Answer<typeof document>['schedules'][number]

/** @param may whether the reader may open the report; else nothing is read */
export const useSchedules = (report: ReportKey, may: boolean) =>
  useQuery({
    queryKey: ['report_schedules', report],
    enabled: may,
    queryFn: async ({ signal }) => (await graphql(document, { report }, signal)).schedules,
  })
