import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import type { AskedSide, ChangesOf } from './change.rules.ts'
import { sendRequestNotice } from './request-notice.server.ts'
import {
  askNext,
  insertFlows,
  insertRequest,
  type RequestParties,
  type RequestSubject,
  recordRequestStep,
  shownValues,
} from './write-request.server.ts'

type Opening<A> = {
  readonly asked: A
  /** The sides that approve, in their order. */
  readonly sides: readonly AskedSide[]
  readonly comment: string
  /** Of a company that is asked for; kept apart from the changes. */
  readonly account?: Readonly<Record<string, string | undefined>> | undefined
  /** Audited beside the request's human id. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Opens a request of changes: asks its first side, records the step and mails the approvers. */
export async function openRequest<A extends ChangesOf<string>>(
  context: VerbContext,
  parties: RequestParties,
  subject: RequestSubject,
  { asked, sides, comment, account, facts }: Opening<A>,
): Promise<{ id: string; human_id: string; waits_for: AskedSide }> {
  const { id, human_id } = await insertRequest(context, parties, {
    ...subject,
    data: asked,
    ...shownValues(asked),
    waits_for: null,
    asked_account: account ?? null,
  })
  await insertFlows(context, id, parties, sides)
  const waits_for = present(await askNext(context, id), 'somebody to ask')
  await recordRequestStep(context, {
    id,
    parties,
    old_status: null,
    new_status: 'pending',
    comment,
    new_values: { human_id, ...facts },
  })
  await sendRequestNotice(context, id, 'asked')
  return { id, human_id, waits_for }
}
