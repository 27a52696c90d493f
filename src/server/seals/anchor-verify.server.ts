/**
 * Checks the chains of seals and of the audit against anchors. An anchor is a signed daily record of the end of each
 * chain, kept outside the database. A cut or rebuilt chain is a fault.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../verb.ts'
import { type Anchor, type AnchorContent, anchorHash, readAnchor } from './anchor-key.ts'

/** A file and its anchor; null where the file is not an anchor, or its signature is wrong. */
export type KeptAnchor = { readonly file: string; readonly anchor: Anchor | null }

/** The anchors of `.json` files; a missing folder has none. */
export function readAnchors(folders: readonly string[]): KeptAnchor[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => ({
          file: join(folder, name),
          anchor: readAnchor(readFileSync(join(folder, name), 'utf8')),
        })),
    )
}

/** @param public_key of this installation; null skips its check */
export async function verifyAnchors(
  tx: Tx,
  files: readonly KeptAnchor[],
  public_key: string | null,
  max_findings: number,
): Promise<string[]> {
  const findings: string[] = []
  for (const { file, anchor } of files) {
    if (findings.length >= max_findings) break
    if (anchor === null) findings.push(`${file} is not an anchor, or its signature is wrong`)
    else if (public_key !== null && anchor.public_key !== public_key)
      findings.push(`${file} is signed with another key`)
    else findings.push(...(await findingsOf(tx, anchor.content)))
  }
  return findings.slice(0, max_findings)
}

async function findingsOf(tx: Tx, content: AnchorContent): Promise<string[]> {
  const label = `anchor ${content.no}`
  const found = await tx.row<{ anchor: Anchor }>('select anchor from log.anchor where no = $1', [content.no])
  const findings: string[] = []
  if (!found) findings.push(`${label} is missing from the database`)
  else if (anchorHash(found.anchor.content) !== anchorHash(content))
    findings.push(`${label} differs from the one in the database`)
  const seals = await tx.rows<{ chain: number; no: number }>(
    `select a.chain, a.no from jsonb_to_recordset($1::jsonb) a(chain int, no bigint, mac text)
     left join log.tx_mac m on m.chain = a.chain and m.no = a.no
     where a.no > 0 and m.mac is distinct from a.mac`,
    [JSON.stringify(content.seals)],
  )
  for (const { chain, no } of seals)
    findings.push(`chain ${chain} of seals was cut or rebuilt: transaction ${no} differs from ${label}`)
  const audit = await tx.rows<{ chain_id: string; chain_no: number }>(
    `select a.chain_id, a.chain_no from jsonb_to_recordset($1::jsonb) a(chain_id uuid, chain_no bigint, hash text)
     left join log.audit m on m.chain_id = a.chain_id and m.chain_no = a.chain_no
     where a.chain_no > 0 and m.hash is distinct from a.hash`,
    [JSON.stringify(content.audit)],
  )
  for (const { chain_id, chain_no } of audit)
    findings.push(`audit chain ${chain_id} was cut or rebuilt: row ${chain_no} differs from ${label}`)
  return findings
}
