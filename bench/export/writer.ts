/** The product's writers alone, on rows in memory as the data endpoint gives them. Prints one line of JSON. */
import { open } from 'node:fs/promises'
import pg from 'pg'
import { entities, findEntity } from '#business/entities.ts'
import { findField } from '#entity/path.ts'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { formats } from '#server/export/export-formats.ts'
import { columns, HAND } from './asked.ts'
import type { PeerCase } from './peer.ts'

export interface WriterMeasured {
  readonly write_seconds: number
}

const PAGE = 250
const invoice = present(findEntity('transaction.invoice'), 'the invoices')
const shapes = columns.map(({ field, label }) => ({
  label,
  shape: present(findField(entities, invoice, field), field).field,
}))

async function write({ file, format }: PeerCase, rows: readonly (readonly unknown[])[]): Promise<void> {
  async function* pages() {
    for (let at = 0; at < rows.length; at += PAGE) yield rows.slice(at, at + PAGE)
  }
  const about = {
    title: 'Invoices',
    business_name: 'Provider',
    user_name: 'Robin',
    as_of: systemClock.now(),
    facts: [],
    rows_matched: rows.length,
    rows_held: rows.length,
  }
  const into = await open(file, 'w')
  try {
    for await (const bytes of formats[format].write(shapes, pages(), about, new AbortController().signal))
      await into.writeFile(bytes)
  } finally {
    await into.close()
  }
}

async function measure(asked: PeerCase): Promise<WriterMeasured> {
  pg.types.setTypeParser(1082, (text) => text)
  const client = new pg.Client({ connectionString: asked.url })
  await client.connect()
  try {
    const read = async (limit: string) => {
      const { rows } = await client.query<unknown[]>({ text: HAND + limit, rowMode: 'array' })
      return rows.map((row) => row.map((cell, at) => (at < 8 ? cell : Number(cell))))
    }
    await write(asked, await read(' limit 5000'))
    const rows = await read('')
    globalThis.gc?.()
    const from = performance.now()
    await write(asked, rows)
    return { write_seconds: (performance.now() - from) / 1000 }
  } finally {
    await client.end()
  }
}

process.stdout.write(`${JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as PeerCase))}\n`) // As main.ts sends it.
