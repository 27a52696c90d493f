/**
 * Messages to HMRC's Transaction Engine (document submission protocol). Credentials and our number are added as a message
 * leaves: the stored file has neither. The mark covers the body alone, so that it stays right. Pure.
 */
import { assert } from '#kernel/assert.ts'
import { ENVELOPE, type ReturnKind } from './govtalk.rules.ts'
import { el, writeXml, type XmlNode } from './xml.rules.ts'

export type Sender = { readonly id: string; readonly password: string }

export type Outgoing = {
  readonly kind: ReturnKind
  readonly transaction_id: string
}

type Program = { readonly vendor_id: string; readonly version: string }

const classOf = (kind: ReturnKind): string => `HMRC-PAYE-RTI-${kind.toUpperCase()}`

const senderOf = ({ id, password }: Sender): XmlNode =>
  el('SenderDetails', [
    el('IDAuthentication', [
      el('SenderID', id),
      el('Authentication', [el('Method', 'clear'), el('Role', 'principal'), el('Value', password)]),
    ]),
  ])

/** Replaces one element of our own header, which is before the body. */
function replaced(message: string, before: string, after: string): string {
  const at = message.indexOf(before)
  assert(at > 0 && at < message.indexOf('<Body>'), `a header with ${before}`)
  return `${message.slice(0, at)}${after}${message.slice(at + before.length)}`
}

/** @param content the stored file */
export function submissionOf(
  content: string,
  { transaction_id }: Outgoing,
  sender: Sender,
  { vendor_id, version }: Program,
): string {
  const number = writeXml(el('TransactionID', transaction_id))
  const empty = '<CorrelationID></CorrelationID>'
  const route = writeXml(
    el('ChannelRouting', [
      el('Channel', [el('URI', vendor_id), el('Product', 'Stint'), el('Version', version)]),
    ]),
  )
  const target = '</TargetDetails>'
  const numbered = replaced(content, empty, `${number}${empty}`)
  const signed = replaced(numbered, '<SenderDetails></SenderDetails>', writeXml(senderOf(sender)))
  return replaced(signed, target, `${target}${route}`)
}

type Step = { readonly qualifier: 'poll' | 'request'; readonly does: 'submit' | 'delete' | 'list' }

function message(outgoing: Outgoing, { qualifier, does }: Step, correlation_id: string, sender?: Sender) {
  const root = el(
    'GovTalkMessage',
    [
      el('EnvelopeVersion', '2.0'),
      el('Header', [
        el('MessageDetails', [
          el('Class', classOf(outgoing.kind)),
          el('Qualifier', qualifier),
          el('Function', does),
          el('TransactionID', outgoing.transaction_id),
          el('CorrelationID', correlation_id),
          el('Transformation', 'XML'),
        ]),
        sender === undefined ? el('SenderDetails', []) : senderOf(sender),
      ]),
      el('GovTalkDetails', [el('Keys', [])]),
      el('Body', []),
    ],
    { xmlns: ENVELOPE },
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n`
}

/** Asks for the answer to a message that was acknowledged. */
export const pollOf = (outgoing: Outgoing, correlation_id: string): string =>
  message(outgoing, { qualifier: 'poll', does: 'submit' }, correlation_id)

/** Lets HMRC drop an answer that was read. */
export const deleteOf = (outgoing: Outgoing, correlation_id: string): string =>
  message(outgoing, { qualifier: 'request', does: 'delete' }, correlation_id)

/** Asks which messages of the sender HMRC has. */
export const listOf = (outgoing: Outgoing, sender: Sender): string =>
  message(outgoing, { qualifier: 'request', does: 'list' }, '', sender)
