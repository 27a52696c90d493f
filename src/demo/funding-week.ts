/** Advances of one week: collection notes, reassigned debt, refunds. */
import { attempt } from './attempt.ts'
import { clients } from './cast-clients.ts'
import { makeAccount, payoutAccount } from './make-accounts.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const operations = 'provider_operations'
type Made = { readonly id: string }

/** The provider's notes to an agency: one open, one withdrawn, one paid by its next earnings. */
export function noteCosts(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    const note = (agency: string, amount: string, reason: string) =>
      stage.act<Made>(operations, 'transaction.collection_note.create', {
        agency_id: businessId(world, agency),
        amount,
        reason,
      })
    if (repeats === 5) {
      const { id } = await note('larkfield', '35.00', 'Fee of the bank for a payment that came back')
      await stage.act(operations, 'transaction.collection_note.send', { id })
      await note('copperbeech', '120.00', 'Court fee of a claim that was withdrawn')
    }
    if (repeats === 2) {
      const { id } = await note('copperbeech', '48.00', 'Copies of signed timesheets')
      await stage.act(operations, 'transaction.collection_note.cancel', {
        id,
        reason: 'The agency had them itself',
      })
    }
    if (repeats === 0) await note('copperbeech', '22.50', 'Trace of a payment at the payee’s request')
  })
}

/** One unpaid debt goes back to its agency; a funder's debt goes back by mistake and is taken again. */
export function giveBack(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    // A client of a funder has documents of its agency, too.
    const oldest = async (client: string, ...types: readonly string[]): Promise<string | undefined> => {
      const rows = await stage.tx.rows<Made>(
        `select i.id from transaction.invoice i
         where i.client_id = $1 and i.type = any ($2) and i.status = 'open'
           and not i.is_credit_note and i.reassigned_on is null and i.outstanding_balance = i.total_amount
         order by i.due_date, i.human_id limit 3`,
        [businessId(world, client), types],
      )
      return rows.at(-1)?.id
    }
    if (repeats === 4) {
      const id = await oldest('stonebridge', 'provider-client', 'agency-client')
      const reason = 'The client disputes who ordered the work and will not pay us'
      if (id) await attempt(stage, 'provider_admin', 'transaction.invoice.reassign', { id, reason })
    }
    if (repeats === 1) {
      const id = await oldest('halcyon', 'funder-client')
      if (!id) return
      const reason = 'Past what our terms allow'
      const given = await attempt(stage, 'northgate_admin', 'transaction.invoice.reassign', { id, reason })
      if (given)
        await stage.act('northgate_admin', 'transaction.invoice.take_back', {
          id,
          reason: 'It was the wrong invoice: this one is due next month',
        })
    }
  })
}

/** Overpaid clients: one refund for the next run, one withdrawn, one pending. */
export function payBack(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    if (repeats > 2) return
    const over = await tooMuch(stage)
    if (!over) return
    await openAccount(world, stage, over.client_id)
    const refund = await stage.act<{ refund_id: string }>(operations, 'transaction.payment_receipt.refund', {
      id: over.id,
      amount: over.unmatched_amount,
      reason: 'Paid twice by the client, who asked for it back',
    })
    if (repeats === 1)
      await stage.act(operations, 'transaction.payment_receipt.cancel_refund', {
        refund_id: refund.refund_id,
        reason: 'The client would rather have it set against its next invoice',
      })
  })
}

type Over = { readonly id: string; readonly client_id: string; readonly unmatched_amount: string }

function tooMuch(stage: Stage): Promise<Over | undefined> {
  return stage.tx
    .rows<Over>(
      `select s.id, s.client_id, s.unmatched_amount from transaction.payment_receipt_summary s
       join platform.currency y on y.id = s.currency_id and y.alpha_code = 'GBP'
       where s.type = 'receipt' and s.status = 'partially_matched' and s.unmatched_amount > 0
         and s.principal_id = s.provider_id order by s.human_id limit 1`,
    )
    .then(([first]) => first)
}

/** The account for a client's refund. */
async function openAccount(world: World, stage: Stage, client_id: string): Promise<void> {
  const known = await stage.tx.row<Made>(
    `select id from business.bank_account where business_id = $1 and status = 'confirmed' limit 1`,
    [client_id],
  )
  const client = clients.find(({ key }) => businessId(world, key) === client_id)
  if (known || !client) return
  await makeAccount(stage, operations, client_id, payoutAccount(client.name, 'GBP'), 'payout')
}
