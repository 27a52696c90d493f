/** The effect of HMRC's answer on a sent return. A message that HMRC may have is never sent again. Pure. */
import type { EngineAnswer, EngineError } from './engine-answer.rules.ts'

/** `submit` sends the return, `list` looks for it after a lost answer, `poll` asks for HMRC's decision. */
export type SendStep = 'submit' | 'list' | 'poll'

export type StepFacts = {
  readonly step: SendStep
  readonly transaction_id: string
  readonly correlation_id: string | null
  readonly irmark: string
  readonly receipt_mark: string
  /** The host that the setting names. */
  readonly origin: string
  /** Since the message left. */
  readonly waited_seconds: number
  /** Since a person sent it. */
  readonly asked_seconds: number
}

export type Outcome =
  | {
      readonly to: 'acknowledged'
      readonly correlation_id: string
      readonly poll_url: string | null
      readonly wait_seconds: number
    }
  | { readonly to: 'accepted'; readonly receipt: string; readonly words: string }
  | { readonly to: 'rejected'; readonly errors: readonly EngineError[]; readonly may_send_again: boolean }
  /** The state stays. `never_left`: HMRC has nothing of it. */
  | {
      readonly to: 'again'
      readonly never_left: boolean
      readonly wait_seconds: number
      readonly words: string
    }
  | { readonly to: 'unknown'; readonly words: string }

const SOON = 60
const LATER = 300
const HOUR = 3600
/** HMRC's list answers, and does not name it: from then on a person decides. */
export const MISSING_SECONDS = 1800
/** No answer at all. */
export const SILENT_SECONDS = 72 * HOUR
/** No connection at all. */
export const UNREACHED_SECONDS = 24 * HOUR
const LEAST_SECONDS = 2

/** HMRC's numbers of a message that was not taken, as polls give them: wrong credentials, and a failure of its own. */
const not_taken = ['1046', '3000']

const again = (wait_seconds: number, words: string, never_left = false): Outcome => ({
  to: 'again',
  never_left,
  wait_seconds,
  words,
})

const unknown = (words: string): Outcome => ({ to: 'unknown', words })

/** @param reason why there is no answer that can be read, in words */
export function afterSilence({ step, waited_seconds }: StepFacts, reason: string): Outcome {
  if (waited_seconds >= SILENT_SECONDS) return unknown(reason)
  return again(step === 'submit' ? SOON : waited_seconds >= HOUR ? LATER : SOON, reason)
}

/** The connection was never made. After a day a person decides whether to file elsewhere. */
export function afterNoConnection(facts: StepFacts, reason: string): Outcome {
  if (facts.step !== 'submit') return afterSilence(facts, reason)
  return facts.asked_seconds >= UNREACHED_SECONDS
    ? unknown(`${reason}, and has nothing of this return`)
    : again(LATER, reason, true)
}

export function afterAnswer(facts: StepFacts, answer: EngineAnswer): Outcome {
  if (answer.kind === 'list')
    return facts.step === 'list' ? afterList(facts, answer.messages) : misplaced(facts)
  if (answer.kind === 'deleted') return misplaced(facts)
  if (answer.kind === 'error') return afterError(facts, answer)
  if (facts.step === 'list' || !isOurs(facts, answer)) return misplaced(facts)
  if (answer.kind === 'response') return afterResponse(facts, answer)
  return acknowledged(facts, answer)
}

const misplaced = (facts: StepFacts): Outcome => afterSilence(facts, 'HMRC answered about something else')

function isOurs(facts: StepFacts, answer: { transaction_id: string; correlation_id: string }): boolean {
  const { transaction_id, correlation_id } = facts
  if (answer.transaction_id !== '' && answer.transaction_id !== transaction_id) return false
  return correlation_id === null ? answer.correlation_id !== '' : answer.correlation_id === correlation_id
}

function afterList(facts: StepFacts, messages: Extract<EngineAnswer, { kind: 'list' }>['messages']): Outcome {
  const found = messages.find(({ transaction_id }) => transaction_id === facts.transaction_id)
  if (found !== undefined && found.correlation_id !== '')
    return {
      to: 'acknowledged',
      correlation_id: found.correlation_id,
      poll_url: null,
      wait_seconds: LEAST_SECONDS,
    }
  const words = 'HMRC’s list of messages does not name this return'
  return facts.waited_seconds >= MISSING_SECONDS ? unknown(words) : again(SOON, words)
}

/** Credentials never go to another host, and neither do questions. */
function acknowledged(
  { origin, waited_seconds }: StepFacts,
  { correlation_id, poll_url, poll_seconds }: Extract<EngineAnswer, { kind: 'acknowledgement' }>,
): Outcome {
  if (waited_seconds >= SILENT_SECONDS) return unknown('HMRC acknowledged it and did not decide')
  const is_named = URL.canParse(poll_url) && new URL(poll_url).origin === origin
  const least = waited_seconds >= HOUR ? LATER : LEAST_SECONDS
  return {
    to: 'acknowledged',
    correlation_id,
    poll_url: is_named ? poll_url : null,
    wait_seconds: Math.max(poll_seconds, least),
  }
}

function afterResponse(
  { irmark, receipt_mark }: StepFacts,
  { marks, words, correlation_id }: Extract<EngineAnswer, { kind: 'response' }>,
): Outcome {
  if (marks.length === 0) return { to: 'accepted', receipt: correlation_id, words }
  const is_ours = marks.some((mark) => mark === irmark || mark.toUpperCase() === receipt_mark)
  return is_ours
    ? { to: 'accepted', receipt: receipt_mark, words }
    : unknown('HMRC’s receipt shows the mark of another file')
}

function afterError(
  facts: StepFacts,
  { errors, is_content, ...named }: Extract<EngineAnswer, { kind: 'error' }>,
): Outcome {
  const words = errors.map(({ number, text }) => `${number} ${text}`.trim()).join('. ')
  if (facts.step === 'list') return afterSilence(facts, words)
  if (facts.step === 'poll' && named.correlation_id !== '' && !isOurs(facts, named)) return misplaced(facts)
  if (is_content) return { to: 'rejected', errors, may_send_again: false }
  if (errors.every(({ type }) => type === 'recoverable'))
    return facts.step === 'submit' ? again(LATER, words, true) : afterSilence(facts, words)
  if (facts.step === 'submit') return { to: 'rejected', errors, may_send_again: true }
  return errors.some(({ number }) => not_taken.includes(number))
    ? { to: 'rejected', errors, may_send_again: true }
    : unknown(words)
}
