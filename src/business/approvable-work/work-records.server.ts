/** Reading, locking and recording approvable work: the same for every noun. */

import { loadVisible, visibleSql } from '#data/visible.ts'
import type { WhoMay } from '#entity/access.ts'
import { requireCan, type Verdict } from '#kernel/refusal.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { type Activity, type ActivityStep, activityRow } from '../shared/record-activities.server.ts'
import { in_force, isNoPayeeSql } from '../shared/stand-in.server.ts'
import { samePeople } from '../shared/who-may.rules.ts'
import { work_to_approve_topic } from './held-work.rules.ts'
import type { Asker, WorkFacts, WorkStatus } from './work.rules.ts'

export type WorkRow = WorkFacts &
  ActivityStep['row'] & {
    readonly contract_id: string
    readonly client_id: string
    readonly contractor_id: string
    readonly currency: string
    readonly submitted_date: string | null
    readonly placement_start: string
    readonly placement_end: string | null
  }

type WorkParties = Pick<
  WorkRow,
  'id' | 'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'
>
type WorkActivity = Activity<{
  row: WorkParties
  old_status: WorkStatus | null
  new_status: WorkStatus
  message: string
}>

/** One step in the life of a record, from the status of its row unless given. */
export type Step = {
  readonly row: WorkParties & { readonly status: WorkStatus }
  /** Null: the step creates the record. */
  readonly old_status?: WorkStatus | null
  readonly new_status: WorkStatus
  readonly message: string
  readonly comment?: string | null
  /** Changed values besides the status, for the audit log. */
  readonly old_values?: Readonly<Record<string, unknown>>
  readonly new_values?: Readonly<Record<string, unknown>>
}

type Asking = Pick<VerbContext, 'tx' | 'viewer' | 'clock'>

export interface WorkNoun<Row extends WorkRow, Action extends string> {
  readonly noun: 'timesheet' | 'expense'
  /** Columns that only this noun has, of `t` (the work) and `c` (its placement). */
  readonly columns: readonly string[]
  readonly can: Readonly<Record<Action, (row: Row, viewer: Asker) => Verdict>>
  readonly who: Readonly<Record<Action, WhoMay>>
  /** Inserts activities with the ids of their records. */
  readonly insertActivities: (
    tx: Tx,
    activities: readonly (WorkActivity & { readonly record_id: string })[],
  ) => Promise<unknown>
}

export function workRecords<Row extends WorkRow, Action extends string>({
  noun,
  columns,
  can,
  who,
  insertActivities,
}: WorkNoun<Row, Action>) {
  const entity = `transaction.${noun}` as const

  /** Reads without the viewer's row rules: the rows are locked, so the ids are theirs. */
  const read = ({ tx, viewer, clock }: Asking, seen: readonly { readonly id: string }[]): Promise<Row[]> =>
    tx.rows<Row>(
      `select t.id, t.human_id, t.status, t.contract_id, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
         t.submitted_by, t.submitted_as, t.submitted_date, t.approved_by, t.evidence_status,
         exists (select from platform.attachment a where a.parent_entity = '${entity}' and a.parent_id = t.id and a.deleted_at is null
           and not exists (select from transaction.refinement r where r.transaction_id = t.id and r.created_at > a.created_at)) as has_file,
         not ${isNoPayeeSql('any ($3)', 't.contractor_id', 'c.payment_company_id')} as pays_asker,
         y.alpha_code as currency, c.manual_timesheet_approval, c.start_date as placement_start, c.end_date as placement_end,
         ${columns.join(', ')},
         coalesce((select array_agg(n.business_contact_id::text order by n.id) from contract.contract_contact n
           where n.contract_id = c.id and n.type = 'timesheet_approver' and n.deleted_at is null), '{}') as approver_contact_ids,
         coalesce((select jsonb_agg(jsonb_build_object('contact_id', d.to_contact_id, 'for_name', f.name) order by f.name, d.id)
           from contract.contract_contact n
           join platform.delegation d on d.from_contact_id = n.business_contact_id and ${in_force('$2::date')}
           join business.business_contact f on f.id = d.from_contact_id
           join business.business_contact s on s.id = d.to_contact_id and ${isNoPayeeSql('s.user_id', 't.contractor_id', 'c.payment_company_id')}
           where n.contract_id = c.id and n.type = 'timesheet_approver' and n.deleted_at is null), '[]') as stand_ins
       from ${entity} t
       join contract.contract c on c.id = t.contract_id
       join platform.currency y on y.id = t.currency_id
       where t.id = any ($1) order by t.id`,
      [seen.map(({ id }) => id), clock.today(), samePeople(viewer)],
    )

  /** Locks in id order: of two decisions at once, the second sees the first. @throws not_found */
  const lock = async (asking: Asking, ids: readonly string[]): Promise<Row[]> =>
    read(asking, await loadVisible(asking.tx, asking.viewer, entity, ids, { lock: true, columns: 't.id' }))

  return {
    noun,
    entity,
    can,
    who,
    lock,
    /** The same, for an action. @throws the first refusal */
    lockFor: async (asking: Asking, action: Action, ids: readonly string[]): Promise<Row[]> => {
      const rows = await lock(asking, ids)
      for (const row of rows) requireCan(can[action](row, asking.viewer))
      return rows
    },
    /** For a batch of a job: leaves out the rows that are gone or no longer the viewer's. */
    lockVisible: async (asking: Asking, ids: readonly string[]): Promise<Row[]> => {
      const params: unknown[] = [ids]
      const visible = visibleSql(entity, asking.viewer, 't', params)
      return read(
        asking,
        await asking.tx.rows<{ id: string }>(
          `select t.id from ${entity} t where t.id = any ($1) and ${visible} order by t.id for update of t`,
          params,
        ),
      )
    },
    /** Writes each step twice: as an activity for the parties, and in the audit log (I16). */
    recordSteps: async (context: VerbContext, action: string, steps: readonly Step[]): Promise<void> => {
      const activities = steps.map((step) => ({ ...step, old_status: statusBefore(step) }))
      const { tx, viewer, clock } = context
      await insertActivities(
        tx,
        activities.map((step) => ({
          ...activityRow(clock, viewer, action, step),
          record_id: step.row.id,
        })),
      )
      for (const { row, old_status, new_status, old_values, new_values } of activities) {
        if (new_status === 'submitted' && old_status !== 'submitted')
          context.enqueue(work_to_approve_topic, `${work_to_approve_topic}:${row.id}:${clock.now()}`, {
            entity,
            id: row.id,
          })
        context.audit({
          entity,
          entity_id: row.id,
          ...(old_status === null ? {} : { old_values: { status: old_status, ...old_values } }),
          new_values: { status: new_status, ...new_values },
        })
      }
    },
  }
}

const statusBefore = ({ row, old_status }: Step) => (old_status === undefined ? row.status : old_status)
