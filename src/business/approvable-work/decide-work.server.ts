/** The decisions on approvable work: approve, raise, reject and cancel, all rows of a call or none. */
import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { unnestSql } from '#server/write-row.server.ts'
import { idsInput, reasonInput } from '../shared/chosen-input.server.ts'
import { requireSubmissionsSeen, seenInput } from '../shared/seen.server.ts'
import { approveMany } from './approve-many.server.ts'
import { requireUndecided } from './held-work.server.ts'
import { standsInFor, type WorkAction } from './work.rules.ts'
import type { Step, WorkRow, workRecords } from './work-records.server.ts'

const approveInput = z.strictObject({
  ids: idsInput,
  comment: z.string().trim().max(4000).optional(),
  /** The newest submission among them that the approver saw. */
  submitted_until: seenInput,
})
const acceptInput = z.strictObject({ ids: idsInput, comment: z.string().trim().max(4000).optional() })
const raiseInput = z.strictObject({ ids: idsInput })
const closeInput = z.strictObject({ ids: idsInput, comment: reasonInput })

type Changed<Status extends string = string> = {
  readonly id: string
  readonly human_id: string
  readonly status: Status
}
/** The reason of a suspense is on the record, for its readers; an approver's answer leaves it out. */
type Approved = Changed<'approved' | 'suspense'>
type Settled = Approved & { readonly suspense_reason: string | null }

interface Raising<Row extends WorkRow> {
  /** Invoice sets by record, and the reasons of the records that cannot be invoiced. */
  readonly raise: (
    context: VerbContext,
    rows: readonly Row[],
  ) => Promise<{ raised: ReadonlyMap<string, string>; refused: ReadonlyMap<string, string> }>
  /** Funds the held documents of these clients where the hold is over. */
  readonly judge: (
    context: VerbContext,
    keys: readonly { readonly client_id: string; readonly principal_id: null }[],
  ) => Promise<unknown>
  /** Columns besides the status that the step sets. */
  readonly set?: string
}

const outcome_columns = { id: 'uuid', status: 'text', suspense_reason: 'text' } as const

type Records<Row extends WorkRow, Action extends string> = ReturnType<
  typeof workRecords<Row, Action | WorkAction>
>

/** The changed records, under the plural of their noun. */
const changedOf = <Status extends z.ZodType>(noun: string, status: Status) =>
  z.strictObject({
    [`${noun}s`]: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), status })),
  })

const settledOf = (noun: string) =>
  z.strictObject({
    [`${noun}s`]: z.array(
      z.strictObject({
        id: z.uuid(),
        human_id: z.string(),
        status: z.enum(['approved', 'suspense']),
        suspense_reason: z.string().nullable(),
      }),
    ),
  })

export function workDecisions<Row extends WorkRow, Action extends string>(
  records: Records<Row, Action>,
  raising: Raising<Row>,
) {
  const { noun, entity, can, who, lockFor, lockVisible } = records
  const { settleRaised, approveRows } = settling(records, raising)
  const answer = <T>(rows: T) => ({ [`${noun}s`]: rows })
  return {
    settleRaised,
    approve: verb({
      action_id: `${entity}.approve`,
      since: '0.1.0',
      summary: `Approves several ${noun}s, all of them or none`,
      machine: 'allowed',
      impersonator: 'refused',
      who: who.approve,
      input: approveInput,
      output: changedOf(noun, z.enum(['approved', 'suspense'])),
      run: async (context, { ids, comment, submitted_until }) => {
        const rows = await lockFor(context, 'approve', ids)
        requireSubmissionsSeen(rows, submitted_until)
        await requireUndecided(context, entity, ids)
        return answer(await approveRows(context, rows, comment ?? null))
      },
    }),
    /** Raises approved work that waits in suspense. Rows that still cannot be invoiced keep waiting, unless all do. */
    raise: verb({
      action_id: `${entity}.raise`,
      since: '0.1.0',
      summary: `Raises the invoices of approved ${noun}s that wait in suspense`,
      machine: 'allowed',
      impersonator: 'allowed',
      who: who.raise,
      input: raiseInput,
      output: settledOf(noun),
      run: async (context, { ids }) => {
        const rows = await lockFor(context, 'raise', ids)
        const settled = await settleRaised(context, 'raise', rows, null)
        if (settled.every((one) => one.suspense_reason !== null))
          throw precondition([...new Set(settled.map((one) => one.suspense_reason))].join('. '))
        return answer(settled)
      },
    }),
    accept: accepting(records, raising.judge),
    reject: closing(records, 'reject', 'rejected', 'Rejected'),
    cancel: closing(records, 'cancel', 'cancelled', 'Cancelled'),
    many: approveMany({ noun, entity, lockVisible, can: can.approve, approve: approveRows }),
  }
}

function settling<Row extends WorkRow, Action extends string>(
  { entity, recordSteps }: Pick<Records<Row, Action>, 'entity' | 'recordSteps'>,
  { raise, set }: Raising<Row>,
) {
  /** Raises the documents, sets the status that follows, and records the steps. */
  const settleRaised = async (
    context: VerbContext,
    action: 'approve' | 'raise',
    rows: readonly Row[],
    comment: string | null,
  ): Promise<Settled[]> => {
    const { raised, refused } = await raise(context, rows)
    const outcomes = rows.map(({ id, human_id }): Settled => {
      const suspense_reason = refused.get(id) ?? null
      return { id, human_id, status: suspense_reason === null ? 'approved' : 'suspense', suspense_reason }
    })
    const params: unknown[] = [context.clock.now()]
    await context.tx.run(
      `update ${entity} t set status = o.status, suspense_reason = o.suspense_reason, updated_at = $1${set ? `, ${set}` : ''}
       from ${unnestSql(outcome_columns, outcomes, params, 'o')} where t.id = o.id`,
      params,
    )
    const steps = rows.flatMap((row) =>
      stepsOf(action, row, refused.get(row.id), raised.get(row.id) ?? null, {
        comment,
        for_name: standsInFor(row, context.viewer),
      }),
    )
    await recordSteps(context, action, steps)
    return outcomes
  }

  /**
   * The set-based core of the verb and of its job, over locked rows. A client's approval never fails for a gap in the
   * agency's set-up: the work is approved and waits in suspense with its reason.
   */
  const approveRows = async (
    context: VerbContext,
    rows: readonly Row[],
    comment: string | null,
  ): Promise<Approved[]> => {
    const { viewer, clock } = context
    // The agency in the client's name: the provider accepts the evidence before anything is funded.
    const evidence = viewer.category === 'agency' ? 'waiting' : null
    await context.tx.run(
      `update ${entity} set approved_at = $2, approved_by = $3, approved_by_name = $4, evidence_status = $5 where id = any ($1)`,
      [rows.map((row) => row.id), clock.now(), viewer.user_id, viewer.user_name, evidence],
    )
    const settled = await settleRaised(context, 'approve', rows, comment)
    return settled.map(({ id, human_id, status }) => ({ id, human_id, status }))
  }

  return { settleRaised, approveRows }
}

/** Accepts the evidence of approvals by hand; accepted work may be funded. */
const accepting = <Row extends WorkRow, Action extends string>(
  { noun, entity, who, lockFor, recordSteps }: Records<Row, Action>,
  judge: Raising<Row>['judge'],
) =>
  verb({
    action_id: `${entity}.accept_evidence`,
    since: '0.1.0',
    summary: `Accepts the evidence of approvals of ${noun}s in the name of the client`,
    machine: 'allowed',
    impersonator: 'refused',
    who: who.accept_evidence,
    input: acceptInput,
    output: changedOf(noun, z.string()),
    run: async (context, { ids, comment = null }) => {
      const rows = await lockFor(context, 'accept_evidence', ids)
      await context.tx.run(
        `update ${entity} set evidence_status = 'accepted', updated_at = $2 where id = any ($1)`,
        [rows.map((row) => row.id), context.clock.now()],
      )
      const message = 'Evidence of the approval accepted'
      await recordSteps(
        context,
        'accept_evidence',
        rows.map((row) => ({
          row,
          new_status: row.status,
          message,
          comment,
          old_values: { evidence_status: 'waiting' },
          new_values: { evidence_status: 'accepted' },
        })),
      )
      const clients = [...new Set(rows.map((row) => row.client_id))]
      await judge(
        context,
        clients.map((client_id) => ({ client_id, principal_id: null })),
      )
      return { [`${noun}s`]: rows.map(({ id, human_id, status }) => ({ id, human_id, status })) }
    },
  })

const closing = <Row extends WorkRow, Action extends string>(
  { noun, entity, who, lockFor, recordSteps }: Records<Row, Action>,
  action: 'reject' | 'cancel',
  new_status: 'rejected' | 'cancelled',
  message: string,
) =>
  verb({
    action_id: `${entity}.${action}`,
    since: '0.1.0',
    summary: `${action === 'reject' ? 'Rejects' : 'Cancels'} several ${noun}s, all of them or none`,
    machine: 'allowed',
    impersonator: action === 'reject' ? 'refused' : 'allowed',
    who: who[action],
    input: closeInput,
    output: changedOf(noun, z.literal(new_status)),
    run: async (context, { ids, comment }) => {
      const rows = await lockFor(context, action, ids)
      await requireUndecided(context, entity, ids)
      await context.tx.run(`update ${entity} set status = $2, updated_at = $3 where id = any ($1)`, [
        ids,
        new_status,
        context.clock.now(),
      ])
      const steps = rows.map((row) => ({
        row,
        new_status,
        message: action === 'reject' ? forSomebody(message, standsInFor(row, context.viewer)) : message,
        comment,
      }))
      await recordSteps(context, action, steps)
      return { [`${noun}s`]: rows.map(({ id, human_id }) => ({ id, human_id, status: new_status })) }
    },
  })

/** `Approved for Nina Holt` */
const forSomebody = (message: string, for_name: string | null): string =>
  for_name === null ? message : `${message} for ${for_name}`

/** The approval, and apart from it the suspense: every party reads the first, agency and provider the second too. */
function stepsOf(
  action: 'approve' | 'raise',
  row: WorkRow,
  reason: string | undefined,
  invoice_set_id: string | null,
  { comment, for_name }: { readonly comment: string | null; readonly for_name: string | null },
): Step[] {
  const new_values = { invoice_set_id }
  if (action === 'raise') {
    return reason === undefined
      ? [{ row, new_status: 'approved', message: 'Invoices raised', new_values }]
      : [{ row, new_status: 'suspense', message: reason }]
  }
  const approved: Step = {
    row,
    new_status: 'approved',
    message: forSomebody('Approved', for_name),
    comment,
    new_values,
  }
  if (reason === undefined) return [approved]
  return [approved, { row, old_status: 'approved', new_status: 'suspense', message: reason }]
}
