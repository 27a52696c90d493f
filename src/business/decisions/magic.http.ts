/**
 * Calls of a mailed link (spec §7): `POST /api/magic/query`, `file`, `pdf` and `action`. The token in the header is
 * the proof; cookies and sessions count for nothing. Opening the page `/m/{token}` looks nothing up.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { labelOf } from '#entity/choices.ts'
import { frozenAt } from '#kernel/clock.ts'
import { conflict, notAllowed } from '#kernel/errors.ts'
import { toMs } from '#kernel/instant.ts'
import { missLink, requireLookup } from '#server/auth/auth-throttle.server.ts'
import { contentDisposition, sendFile, takeDownload } from '#server/http/api-storage.ts'
import { goneOf } from '#server/http/client-gone.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { addressKey } from '#server/http/http-limits.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { printedPdf } from '#server/pdf/pdf-kept.server.ts'
import { openContext, untilDecided } from '#server/perform.server.ts'
import { requestFacts } from '#server/security/request-facts.ts'
import { writeSecurityEvent } from '#server/security/security-write.server.ts'
import { renderedFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { held_texts } from '../approvable-work/held-work.rules.ts'
import { isDecidedByMail } from './approval-rule.server.ts'
import { holdDecision } from './hold-decision.server.ts'
import { type AskedAddress, deadLink, type MagicLink, openLink } from './magic-link.http.ts'
import { above_limit } from './mailed-decision.rules.ts'
import { signsOfWork } from './mailed-work.rules.ts'
import { readMailedFile, readMailedWork } from './mailed-work.server.ts'
import { mailedWorkPdf } from './mailed-work-pdf.server.ts'
import { undoDecision } from './undo-decision.server.ts'

/** The page learns the names of its record from the first answer. */
const callInput = z.object({
  category: z.string().max(50).optional(),
  module: z.string().max(50).optional(),
  entity: z.string().max(50).optional(),
  body: z.unknown().optional(),
})

const actionInput = z.discriminatedUnion('action', [
  z.object({ action: z.literal('approve') }),
  z.object({ action: z.literal('reject'), comment: z.string().trim().max(4000).default('') }),
  z.object({ action: z.literal('undo'), decision_id: z.uuid() }),
])
type Action = z.infer<typeof actionInput>

const fileInput = z.strictObject({ id: z.uuid() })

type Call = AskedAddress & { readonly token: string; readonly body: unknown; readonly link: MagicLink }

export function magicRoutes(app: FastifyInstance, context: HttpContext): void {
  const answering =
    (answer: (call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('referrer-policy', 'no-referrer')
      return answer(await openCall(context, request), request, reply)
    }
  app.post(
    '/api/magic/query',
    answering(async ({ link }) => ({ success: true, data: await viewOf(context, link) })),
  )
  app.post(
    '/api/magic/action',
    answering(async (call, _request, reply) => {
      const body = parseInput(actionInput, call.body)
      const decide = () => untilDecided(context.database, (tx) => act(tx, context, call, body), true)
      const data = await context.turns.verb.take(call.link.viewer, decide, { gone: () => goneOf(reply) })
      return { success: true, data }
    }),
  )
  app.post(
    '/api/magic/file',
    answering(async ({ link, body }, _request, reply) => {
      const { id } = parseInput(fileInput, body)
      await takeDownload(context, link.viewer, reply)
      const file = await inTransaction(context.database, (tx) => readMailedFile(tx, link.viewer, link, id))
      return sendFile(context, reply, file)
    }),
  )
  const rendered = renderedFiles(context.settings.files)
  app.post(
    '/api/magic/pdf',
    answering(async ({ link }, _request, reply) => {
      const page = await inTransaction(context.database, (tx) =>
        mailedWorkPdf(tx, link.viewer, link.entity, link.entity_id),
      )
      context.shedding.admit('pdf')
      const print = () => printedPdf({ ...context, rendered }, page, { for_request: true })
      const file = await context.turns.pdf.take(link.viewer, print, { gone: () => goneOf(reply) })
      return reply
        .header('content-disposition', contentDisposition(file.file_name))
        .header('x-content-type-options', 'nosniff')
        .type('application/pdf')
        .send(Buffer.from(file.bytes))
    }),
  )
}

/** @throws too_many for a network that guesses; the one text for links that do not work */
async function openCall(context: HttpContext, request: FastifyRequest): Promise<Call> {
  const { database, clock, cookie, security } = context
  const { body, ...address } = parseInput(callInput, request.body)
  const { token } = request.headers
  if (typeof token !== 'string') throw deadLink()
  const net = { secret: cookie.secret, net: addressKey(request.ip) }
  await requireLookup(database.app, net, clock.now())
  const link = await inTransaction(database, (tx) => openLink(tx, clock.now(), token, address))
  if (link === null) {
    await missLink(database.app, net, clock.now())
    await security.note({ kind: 'magic_refused', outcome: 'refused', user_id: null })
    throw deadLink()
  }
  const facts = requestFacts()
  if (facts) facts.viewer = link.viewer
  await context.rates.business(link.viewer)
  return { ...address, token, body, link }
}

/** The page's answer: the record, and the decisions that are open. */
function viewOf({ database, clock }: HttpContext, link: MagicLink) {
  return inTransaction(database, async (tx) => {
    const { viewer, entity, entity_id, expires_at, decision, is_waiting } = link
    const now = clock.now()
    const { record, usual, beside } = await readMailedWork(tx, viewer, entity, entity_id)
    const isOpen = is_waiting && decision === null
    const needs_sign_in = isOpen && !(await isDecidedByMail(tx, now, entity, entity_id))
    const [module, name] = entity.split('.')
    return {
      category: viewer.category,
      module,
      entity: name,
      record,
      usual,
      signs: isOpen ? signsOfWork(record, clock.today(), beside) : [],
      actions: isOpen && !needs_sign_in ? ['approve', 'reject'] : [],
      needs_sign_in,
      expires_at,
      person: { name: viewer.user_name, business: viewer.business_name },
      decision: decision && {
        ...decision,
        // Of the server: a phone's clock may be wrong.
        ms_left: decision.state === 'held' ? Math.max(0, toMs(decision.undo_until) - toMs(now)) : 0,
      },
    }
  })
}

/** One transaction for the use of the link and the decision. The link's lock makes a second tap wait for the first. */
async function act(tx: Tx, context: HttpContext, { token, link, ...address }: Call, body: Action) {
  const clock = frozenAt(context.clock)
  const now = clock.now()
  const open = await openLink(tx, now, token, address, { lock: true })
  if (open === null) throw deadLink()
  const { viewer, entity, entity_id, decision } = open
  const told = async (step: string) => {
    const work = await tx.row<{ human_id: string }>(`select human_id from ${entity} where id = $1`, [
      entity_id,
    ])
    await writeSecurityEvent(tx, clock, {
      kind: 'magic_used',
      outcome: 'ok',
      says: `${step} ${work?.human_id}`,
    })
  }
  if (body.action === 'undo') {
    const step = openContext({ tx, clock }, viewer, 'request.held_decision.undo')
    const undone = await undoDecision(step.context, body.decision_id)
    // A repeat changes nothing.
    if (decision !== null) await told('Undo')
    await step.finish()
    return undone
  }
  if (decision?.action === body.action)
    return { decision_id: decision.decision_id, state: 'held', undo_until: decision.undo_until }
  if (decision !== null) throw conflict(decision.state === 'held' ? held_texts.own : held_texts.too_late)
  if (!(await isDecidedByMail(tx, now, entity, entity_id))) throw notAllowed(above_limit)
  const step = openContext({ tx, clock }, viewer, `${entity}.hold_decision`)
  const comment = body.action === 'reject' ? body.comment : undefined
  const held = await holdDecision(step.context, {
    entity,
    ids: [entity_id],
    decision: body.action,
    comment,
    via: 'link',
  })
  await tx.run(
    'insert into auth.magic_use (token_id, action, held_decision_id, used_at) values ($1, $2, $3, $4)',
    [open.id, body.action, held.decision_id, now],
  )
  await told(labelOf(body.action))
  await step.finish()
  return held
}
