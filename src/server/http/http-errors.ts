import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FailureCode } from '#kernel/error-help.ts'
import type { ErrorBody, StepUpNeed } from '#kernel/errors.ts'
import { toFailure } from '../failure.ts'
import type { Log } from '../log.ts'
import { requestFacts } from '../security/request-facts.ts'
import { CallerGone } from '../turns/turns.ts'
import { refusalHeaders } from './early-headers.ts'
import { BadTokenError, SignedOutError } from './signed-out.ts'

/** A failed call's body (spec §7): the success flag and the user's message. */
type FailureBody = {
  readonly success: false
  readonly message: string
  readonly code: Exclude<FailureCode, 'lost'>
  readonly errors?: Readonly<Record<string, string>>
  readonly step_up?: StepUpNeed
  readonly step?: 'sso'
}

const failed = (code: FailureBody['code'], message: string): FailureBody => ({
  success: false,
  message,
  code,
})

const unreadable = 'The request could not be read'

/** Faults that Fastify finds before any of our code runs, in our words. */
function protocolFailure(error: FastifyError): { status: number; body: FailureBody } | null {
  const status = error.statusCode ?? 500
  if (status === 429) return { status, body: failed('too_many', 'Too many requests. Please wait a minute.') }
  if (status === 413) return { status, body: failed('invalid', 'This is too large to be sent') }
  if (status === 415) return { status, body: failed('invalid', 'This call takes JSON') }
  if (status >= 400 && status < 500 && error.code?.startsWith('FST_'))
    return { status, body: failed('invalid', unreadable) }
  return null
}

/** An address that cannot be read, found before any route or hook. */
export function answerUnreadable(is_https: boolean) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = protocolFailure(error) ?? { status: 400, body: failed('invalid', unreadable) }
    void reply.code(status).headers(refusalHeaders(is_https, request.id)).send(body)
  }
}

const BROKEN: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers a request that Node could not read, over its bare connection, and ends it. */
export function answerBroken(is_https: boolean, log: Pick<Log, 'info'>) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = BROKEN[error.code ?? ''] ?? 400
    const request_id = randomUUID()
    const lines = Object.entries(refusalHeaders(is_https, request_id)).map((line) => `${line.join(': ')}\r\n`)
    log.info({ request_id, status, cause: error.code }, 'a request could not be read')
    const body = JSON.stringify(failed('invalid', status === 408 ? 'The request took too long' : unreadable))
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
    socket.destroy(error)
  }
}

/** A call of the product, not a page or a file of one. */
export function isApi(request: FastifyRequest): boolean {
  return /^\/(api|graphql|v1)(\/|\?|$)/.test(request.url)
}

/** Answers a page address that is no file. */
export type PageAnswer = (request: FastifyRequest, reply: FastifyReply) => void

type Watch = {
  /** Handles a fault of ours, besides the log. */
  readonly onFault: (request: FastifyRequest, error: unknown) => Promise<void>
  /** Handles a refusal, for the security log. */
  readonly onRefusal: (code: ErrorBody['code'] | 'unavailable') => Promise<void>
}

/** Every failure has one shape; bugs and outages are logged with their stack and stay unnamed to callers. */
export function answerFailures(app: FastifyInstance, pageNotFound: PageAnswer, watch: Watch): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof SignedOutError) {
      if (error instanceof BadTokenError) void reply.header('www-authenticate', 'Bearer')
      return reply.code(401).send(failed('signed_out', error.message))
    }
    // Nobody reads it; the status is that of other servers' logs.
    if (error instanceof CallerGone) return reply.code(499).send()
    const protocol = protocolFailure(error)
    if (protocol) return reply.code(protocol.status).send(protocol.body)
    const { status, body, unexpected, retry_after } = toFailure(error)
    const facts = requestFacts()
    if (facts) facts.code = body.code
    if (unexpected) request.log.error({ err: error }, 'request failed')
    if (body.code === 'internal') await watch.onFault(request, error)
    else if (!('step_up' in body || 'step' in body)) await watch.onRefusal(body.code)
    if (retry_after !== null) void reply.header('retry-after', String(retry_after))
    return reply.code(status).send({ success: false, ...body })
  })
  // Nothing returns the reply: Fastify would await it, with two listeners more on an answer that has many.
  app.setNotFoundHandler((request, reply) => {
    if (!isApi(request) && ['GET', 'HEAD'].includes(request.method)) {
      pageNotFound(request, reply)
      return
    }
    const path = request.url.split('?')[0]
    void reply.code(404).send(failed('not_found', `There is no call ${request.method} ${path}`))
  })
}
