/** Encrypts secrets that the database keeps: mailed links, secrets of second factors (AES-256-GCM). */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type DataKeySettings = {
  /** 64 hexadecimal digits; null until the installation's own is read or derived. */
  dataKey: string | null
  /** The previous key, until all values are encrypted with the new one. */
  dataKeyOld: string | null
}

export const dataKeysOf = (env: {
  readonly DATA_KEY?: string | undefined
  readonly DATA_KEY_OLD?: string | undefined
}): DataKeySettings => ({ dataKey: env.DATA_KEY ?? null, dataKeyOld: env.DATA_KEY_OLD ?? null })

export const dataKeyInput = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, {
    error: 'is no key; write 64 hexadecimal digits, made by: openssl rand -hex 32',
  })
  .optional()

export const newDataKey = (): string => randomBytes(KEY_BYTES).toString('hex')

/** Names a key inside of a value without telling it. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

function keysOf({ dataKey, dataKeyOld }: DataKeySettings): [Buffer, ...Buffer[]] {
  if (dataKey === null) throw new Error('The settings hold no DATA_KEY.')
  return [Buffer.from(dataKey, 'hex'), ...(dataKeyOld === null ? [] : [Buffer.from(dataKeyOld, 'hex')])]
}

/**
 * `keyid.nonce.ciphertext`, as columns named `*_enc` hold it.
 * @param place the column, so that a value copied to another place does not open there
 */
export function encryptText(settings: DataKeySettings, text: string, place: string): string {
  const [key] = keysOf(settings)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [idOf(key), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** @throws Error for a foreign key, and for a value that was changed or comes from another place */
export function decryptText(settings: DataKeySettings, value: string, place: string): string {
  const [id, nonce = '', sealed = ''] = value.split('.')
  const key = keysOf(settings).find((one) => idOf(one) === id)
  if (!key) throw new Error(`The value is encrypted with another key (${id}): set DATA_KEY_OLD to it.`)
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** A text's code under the present key, then under the old one: for secrets that are only compared. */
export const macsOf = (settings: DataKeySettings, text: string): readonly Buffer[] =>
  keysOf(settings).map((key) => createHmac('sha256', key).update(text).digest())

/** Whether the value is encrypted with the present key. */
export const isPresentKey = (settings: DataKeySettings, value: string): boolean =>
  value.startsWith(`${idOf(keysOf(settings)[0])}.`)
