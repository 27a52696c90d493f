/** Reads answers of HMRC's Transaction Engine: whole, in its envelope, without entities of their own. Pure. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { ENVELOPE } from './govtalk.rules.ts'

export type EngineError = {
  readonly number: string
  readonly type: string
  readonly text: string
  readonly location: string
}

type Named = { readonly transaction_id: string; readonly correlation_id: string }

export type Listed = Named & { readonly status: string }

export type EngineAnswer =
  | (Named & { readonly kind: 'acknowledgement'; readonly poll_url: string; readonly poll_seconds: number })
  | (Named & {
      readonly kind: 'response'
      /** HMRC's words, with the mark that it signed where it signs one. */
      readonly words: string
      readonly marks: readonly string[]
    })
  | (Named & {
      readonly kind: 'error'
      readonly errors: readonly EngineError[]
      /** HMRC read the content and refuses it. */
      readonly is_content: boolean
    })
  | { readonly kind: 'list'; readonly messages: readonly Listed[] }
  | { readonly kind: 'deleted' }

/** No such answer. The reason is for people. */
export class AnswerFault extends Error {
  override name = 'AnswerFault'
}

/** An element as the parser gives it: text, attributes as `@_…`, children by name. */
type Element = { readonly [name: string]: unknown }

const lists = ['Error', 'Text', 'Location', 'StatusRecord', 'Message']
const TAGS_DEEP = 40
const parser = new XMLParser({
  ignoreAttributes: false,
  // Prefixes of elements go; the namespace of the root stays.
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: TAGS_DEEP,
  trimValues: true,
  isArray: (name) => lists.includes(name),
})

const ERRORS_MAX = 1000
const LETTERS_MAX = 1000
const POLL_SECONDS_MAX = 86_400
/** The error around those of the content. */
const CONTENT_REFUSED = '3001'

function at(from: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Element)[name] : undefined), // Checked one line up.
    from,
  )
}

const raw = (value: unknown): string => {
  if (typeof value === 'string') return value
  const inner = at(value, '#text')
  return typeof inner === 'string' ? inner : ''
}
/** Letters that a text column and a page can hold. */
const text = (value: unknown): string =>
  raw(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LETTERS_MAX)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const texts = (value: unknown): string =>
  list(value).map(text).filter(Boolean).join(' ').slice(0, LETTERS_MAX)

/** @throws AnswerFault for anything but a whole answer */
export function readAnswer(xml: string): EngineAnswer {
  const root = at(parsed(xml), 'GovTalkMessage')
  if (text(at(root, '@_xmlns')) !== ENVELOPE) throw new AnswerFault('HMRC answered in another form')
  const details = at(root, 'Header', 'MessageDetails')
  const named = {
    transaction_id: text(at(details, 'TransactionID')),
    correlation_id: text(at(details, 'CorrelationID')),
  }
  const qualifier = text(at(details, 'Qualifier'))
  const does = text(at(details, 'Function'))
  if (qualifier === 'error') return { kind: 'error', ...named, ...errorsOf(root) }
  if (does === 'submit' && qualifier === 'acknowledgement') return acknowledgementOf(details, named)
  if (does === 'submit' && qualifier === 'response') return responseOf(root, named)
  if (does === 'list' && qualifier === 'response') return { kind: 'list', messages: listedOf(root) }
  if (does === 'delete' && qualifier === 'response') return { kind: 'deleted' }
  throw new AnswerFault('HMRC answered in another form')
}

/** The parser throws for element names that JavaScript reserves (`__proto__`). */
function parsed(xml: string): unknown {
  const loud = xml.toUpperCase()
  // A document type could name files and entities of its own: none of HMRC's answers has one.
  if (loud.includes('<!DOCTYPE') || loud.includes('<!ENTITY'))
    throw new AnswerFault('HMRC’s answer has a document type')
  if (XMLValidator.validate(xml) !== true) throw new AnswerFault('HMRC’s answer is cut off')
  try {
    return parser.parse(xml)
  } catch {
    throw new AnswerFault('HMRC’s answer cannot be read')
  }
}

function acknowledgementOf(details: unknown, named: Named): EngineAnswer {
  const endpoint = at(details, 'ResponseEndPoint')
  const seconds = Number(text(at(endpoint, '@_PollInterval')))
  if (named.correlation_id === '') throw new AnswerFault('HMRC’s acknowledgement has no number')
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > POLL_SECONDS_MAX)
    throw new AnswerFault('HMRC’s acknowledgement has no interval')
  return { kind: 'acknowledgement', ...named, poll_url: text(endpoint), poll_seconds: seconds }
}

function responseOf(root: unknown, named: Named): EngineAnswer {
  const success = at(root, 'Body', 'SuccessResponse')
  if (success === undefined) throw new AnswerFault('HMRC’s response says no success')
  const receipt = at(success, 'IRmarkReceipt')
  const signed = at(receipt, 'Signature', 'SignedInfo', 'Reference', 'DigestValue')
  const words = texts(at(receipt, 'Message'))
  const marks = [text(signed), ...words.split(' ').map((word) => word.replace(/[.,:]+$/, ''))].filter(Boolean)
  return {
    kind: 'response',
    ...named,
    words: [words, texts(at(success, 'Message'))].filter(Boolean).join(' '),
    marks: receipt === undefined ? [] : marks,
  }
}

function listedOf(root: unknown): readonly Listed[] {
  const report = at(root, 'Body', 'StatusReport')
  if (report === undefined) throw new AnswerFault('HMRC’s list of messages is missing')
  return list(at(report, 'StatusRecord')).map((record) => ({
    transaction_id: text(at(record, 'TransactionID')),
    correlation_id: text(at(record, 'CorrelationID')),
    status: text(at(record, 'Status')),
  }))
}

const errorOf = (error: unknown): EngineError => ({
  number: text(at(error, 'Number')),
  type: text(at(error, 'Type')),
  text: texts(at(error, 'Text')),
  location: texts(at(error, 'Location')),
})

/** Errors of the content are in the body; those of the message in the envelope. */
function errorsOf(root: unknown): { readonly errors: readonly EngineError[]; readonly is_content: boolean } {
  const ofMessage = list(at(root, 'GovTalkDetails', 'GovTalkErrors', 'Error')).map(errorOf)
  const ofContent = list(at(root, 'Body', 'ErrorResponse', 'Error')).map(errorOf)
  const is_content =
    ofContent.length > 0 ||
    ofMessage.some(({ number, type }) => number === CONTENT_REFUSED || type === 'business')
  const errors =
    ofContent.length > 0
      ? [...ofMessage.filter(({ number }) => number !== CONTENT_REFUSED), ...ofContent]
      : ofMessage
  if (errors.length === 0) throw new AnswerFault('HMRC’s error says nothing')
  return { errors: errors.slice(0, ERRORS_MAX), is_content }
}
