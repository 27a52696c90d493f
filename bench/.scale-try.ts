import { mkdtempSync, rmSync } from 'node:fs'
import { raiseInvoiceSets } from '#business/invoices/raise-invoice-sets.server.ts'
import { prepareDatabase } from '#server/command-prepare.ts'
import { openDatabase } from '#server/database.ts'
import { startEmbeddedDatabase } from '#server/embedded-database.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { act, viewerOf, worldOn } from '#test/fixtures/world.ts'
import { fillWorld } from './invoices/world.ts'
const home = mkdtempSync('/tmp/stint-bench-')
const embedded = await startEmbeddedDatabase({ home })
const roleSecret = decodeURIComponent(new URL(embedded.url).password)
const database = openDatabase({ url: embedded.url, readUrl: null, rolePrefix: 'stint', roleSecret, poolSize: 4 })
try {
  await prepareDatabase({ owner: database.owner, rolePrefix: 'stint', roleSecret })
  const world = worldOn(database)
  const ids = await fillWorld(world, database, 10)
  await inTransaction(database, (tx) => raiseInvoiceSets({ tx, clock: world.clock }, ids))
  await database.owner.query(`update business.bank_account set status='confirmed'`)
  const { rows } = await database.owner.query("select id, roles from business.business_contact where roles && array['provider_operations','provider_approver','provider_admin']")
  const who = async (role: string) => viewerOf(world, rows.find((r: any) => r.roles.includes(role)).id)
  const [ops, appr] = [await who('provider_operations'), await who('provider_approver')]
  world.clock.advance({ days: 40 })
  const t = async (n: string, f: () => Promise<any>) => { const a = performance.now(); const r = await f(); console.log(n, (performance.now() - a).toFixed(0), 'ms', JSON.stringify(r).slice(0, 200)); return r }
  const b = await t('create', () => act(world, ops, 'payment.payment_batch.create', { run_date: world.clock.today(), currency_id: '00000000-0000-7000-8000-000000000826' }))
  await act(world, ops, 'payment.payment_batch.submit', { id: b.id })
  await act(world, appr, 'payment.payment_batch.review', { id: b.id })
  await t('complete', () => act(world, appr, 'payment.payment_batch.complete', { id: b.id }))
  console.log((await verifyDatabase(database)).filter((f) => f.broken.length))
} finally { await database.close(); await embedded.stop(); rmSync(home, { recursive: true, force: true }) }
