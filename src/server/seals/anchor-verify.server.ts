/** Compares the chains with anchors kept outside of the database: a chain that was cut, or made anew, is a fault. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../verb.ts'
import { type Anchor, type AnchorContent, anchorHash, readAnchor } from './anchor-key.ts'

/** An anchor's file, and null for a file that is none of ours. */
export type KeptAnchor = { readonly file: string; readonly anchor: Anchor | null }

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

/** @param public_key of this installation; null where only the files are at hand */
export async function verifyAnchors(
  tx: Tx,
  kept: readonly KeptAnchor[],
  public_key: string | null,
  most: number,
): Promise<string[]> {
  const broken: string[] = []
  for (const { file, anchor } of kept) {
    if (broken.length >= most) break
    if (anchor === null) broken.push(`${file} is no anchor, or its signature is false`)
    else if (public_key !== null && anchor.public_key !== public_key)
      broken.push(`${file} is signed with another key`)
    else broken.push(...(await faultsOf(tx, anchor.content)))
  }
  return broken.slice(0, most)
}

async function faultsOf(tx: Tx, content: AnchorContent): Promise<string[]> {
  const name = `anchor ${content.no}`
  const found = await tx.row<{ anchor: Anchor }>('select anchor from log.anchor where no = $1', [content.no])
  const broken: string[] = []
  if (!found) broken.push(`${name} is gone from the database`)
  else if (anchorHash(found.anchor.content) !== anchorHash(content))
    broken.push(`${name} is another one in the database`)
  const seals = await tx.rows<{ chain: number; no: number }>(
    `select a.chain, a.no from jsonb_to_recordset($1::jsonb) a(chain int, no bigint, mac text)
     left join log.tx_mac m on m.chain = a.chain and m.no = a.no
     where a.no > 0 and m.mac is distinct from a.mac`,
    [JSON.stringify(content.seals)],
  )
  for (const { chain, no } of seals)
    broken.push(`chain ${chain} of seals was cut or made anew: ${name} saw another transaction ${no}`)
  const audit = await tx.rows<{ chain_id: string; chain_no: number }>(
    `select a.chain_id, a.chain_no from jsonb_to_recordset($1::jsonb) a(chain_id uuid, chain_no bigint, hash text)
     left join log.audit m on m.chain_id = a.chain_id and m.chain_no = a.chain_no
     where a.chain_no > 0 and m.hash is distinct from a.hash`,
    [JSON.stringify(content.audit)],
  )
  for (const { chain_id, chain_no } of audit)
    broken.push(`audit chain ${chain_id} was cut or made anew: ${name} saw another row ${chain_no}`)
  return broken
}
