/** The key that signs anchors, and the form of an anchor as it is kept outside of the database. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { canonicalJson, sha256 } from '../audit-chain.ts'

export type AnchorKey = { readonly secret: KeyObject; readonly public_key: string }

const content = z.object({
  no: z.number(),
  at: z.string(),
  /** The hash of the anchor before. */
  previous: z.string(),
  /** The end of each chain of seals. */
  seals: z.array(z.object({ chain: z.number(), no: z.number(), mac: z.string() })),
  /** The end of each audit chain. */
  audit: z.array(z.object({ chain_id: z.string(), chain_no: z.number(), hash: z.string() })),
})
export type AnchorContent = z.infer<typeof content>

const anchor = z.object({ content, signature: z.string(), public_key: z.string() })
export type Anchor = z.infer<typeof anchor>

/** The installation's key, made at its first start and readable only to its user. */
export function keptAnchorKey(file: string): AnchorKey {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    try {
      writeFileSync(file, made, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of this installation was first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const secret = createPrivateKey(readFileSync(file))
  const public_key = createPublicKey(secret).export({ type: 'spki', format: 'der' }).toString('base64')
  return { secret, public_key }
}

/** Its name in the next anchor and in a mail. */
export const anchorHash = (of: AnchorContent): string => sha256(canonicalJson(of))

export function signAnchor(key: AnchorKey, of: AnchorContent): Anchor {
  const signature = sign(null, Buffer.from(canonicalJson(of)), key.secret).toString('base64')
  return { content: of, signature, public_key: key.public_key }
}

/** @returns null for a text that is no anchor, or is not signed by the key that it names */
export function readAnchor(text: string): Anchor | null {
  try {
    const read = anchor.parse(JSON.parse(text))
    const key = createPublicKey({ key: Buffer.from(read.public_key, 'base64'), format: 'der', type: 'spki' })
    const said = Buffer.from(canonicalJson(read.content))
    return verify(null, said, key, Buffer.from(read.signature, 'base64')) ? read : null
  } catch {
    return null
  }
}
