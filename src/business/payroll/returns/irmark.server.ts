/** HMRC's mark of a message: the hash of its body without the mark itself ("IRmark step by step"). */
import { createHash } from 'node:crypto'
import { assert } from '#kernel/assert.ts'
import { writeXml, type XmlNode } from './xml.rules.ts'

export type Irmark = {
  /** In the message. */
  readonly base64: string
  /** For people, and on HMRC's receipt. */
  readonly base32: string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** @param canonical the body in canonical form, without the mark */
export function irmarkOf(canonical: string): Irmark {
  const sha1 = createHash('sha1').update(canonical, 'utf8').digest()
  return { base64: sha1.toString('base64'), base32: base32(sha1) }
}

/** Whether a text is a whole message, with a body to mark. */
export const isMessage = (text: string): boolean =>
  /<GovTalkMessage[\s>]/.test(text) && /<Body[\s>][\s\S]*<\/Body>/.test(text)

/**
 * The body of a whole message as it is marked: with the namespaces of the message, and without the mark. White space
 * beside the mark stays.
 */
export function bodyToMark(message: string): string {
  const text = message.replaceAll('\r\n', '\n')
  const [body] = /<Body[\s>][\s\S]*<\/Body>/.exec(text) ?? []
  const [, namespaces] = /<GovTalkMessage((?:\s+xmlns(?::\w+)?="[^"]*")*)/.exec(text) ?? []
  assert(body !== undefined && namespaces !== undefined, 'a message with a body')
  const declared = namespaces.trim().split(/\s+/).toSorted().join(' ')
  return body.replace('<Body', `<Body ${declared}`).replace(/<IRmark[^>]*>[^<]*<\/IRmark>/, '')
}

/** The mark of a body that our writer writes. */
export const irmarkOfBody = (body: XmlNode): Irmark => irmarkOf(writeXml(body))
