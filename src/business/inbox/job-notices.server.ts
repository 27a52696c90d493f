/** Tells a person that their job ended: by a notice, or by a task where the job has problems. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { insertSelectSql } from '#server/write-row.server.ts'
import { notification_log } from '../platform/log.entity.ts'
import { inbox_people, new_notice_columns, person_columns } from './inbox-people.server.ts'

/** Jobs that ended this long ago are known or forgotten. */
const LOOK_BACK_DAYS = 2

/** Mailed reports are exports too; their addressees get the mail. Checks of an import show on its page. */
const ended = `select case when j.failed > 0 or j.status = 'failed' then 'job_problems' else 'job_finished' end as kind,
    j.id as entity_id, ${person_columns},
    case when j.status = 'failed' then 'Failed' when j.failed > 0 then 'Finished with problems' else 'Finished' end
      || ': ' || coalesce(j.label, case j.kind when 'export' then 'export' else 'bulk action' end) as title,
    case when j.status = 'failed' then coalesce(j.message, 'The job failed')
      when j.failed > 0 then j.failed || ' of ' || j.total || ' left out'
      else j.done || case j.done when 1 then ' row' else ' rows' end end as message,
    case when j.kind = 'export' then 'exports'
      when i.id is not null then 'platform/import/' || i.id
      when j.kind in ('transaction.pay_run.calculate', 'transaction.pay_run.check', 'transaction.pay_run.approve') then 'paye/pay_run/' || (j.input #>> '{ids,0}') end as link
  from platform.job j
  join ${inbox_people} p on p.id = (j.viewer ->> 'business_contact_id')::uuid
  left join platform.import i on i.id::text = j.input ->> 'import_id'
  where j.finished_at > $1::timestamptz - interval '${LOOK_BACK_DAYS} days' and j.status in ('completed', 'failed')
    and j.deleted_at is null and not j.input ? 'mailing' and j.kind not in ('ledger_check', 'platform.import.check')
    and (j.kind in ('export', 'platform.import.apply', 'platform.import.undo') or j.failed > 0 or j.status = 'failed')
    and not exists (select from log.notification_log n where n.fact_key = 'job:' || j.id)`

/** @returns the number of notices */
export const tellJobsEnded = (tx: Tx, at: Instant): Promise<number> =>
  tx.run(
    `${insertSelectSql(notification_log, {
      ...new_notice_columns,
      class: `case w.kind when 'job_problems' then 'task' else 'notice' end`,
      entity: `'platform.job'`,
      fact_key: `'job:' || w.entity_id`,
      actor_user_id: 'null',
      mail: `'off'`,
      created_at: '$1',
    })} from (${ended}) w on conflict (fact_key) do nothing`,
    [at],
  )

/** Snoozed rows come back at their time. @returns how many */
export const wakeSnoozed = (tx: Tx, at: Instant): Promise<number> =>
  tx.run(
    `update log.notification_log set state = 'open', snoozed_until = null
     where state = 'snoozed' and snoozed_until <= $1`,
    [at],
  )
