/** Invoice sets, documents of every type and state, cash, batches and books of every deal. */
import { invoice_types } from '#business/invoices/invoice.entity.ts'
import { businessId, type Deal, gbp, partiesOf, uid, type World } from './world.ts'
import { contractOf } from './world-work.ts'

const deleted = '2026-01-01T00:00:00Z'

const set_sums = {
  client_net: '100',
  client_tax: '20',
  client_gross: '120',
  sale_net: '100',
  sale_tax: '20',
  sale_gross: '120',
  contractor_net: '70',
  contractor_tax: '14',
  contractor_gross: '84',
  fee_net: '5',
  fee_tax: '1',
  fee_gross: '6',
  on_costs: '0',
  agency_net: '25',
  agency_tax: '5',
  agency_gross: '30',
}

const works = [
  'timesheet',
  'expense',
  'perm_placement',
  'sales_invoice',
  'purchase_ledger',
  'adhoc_fee',
  'payslip',
] as const

function putSets(world: World, deal: Deal): void {
  for (const work of works) {
    for (const state of ['', ' gone']) {
      const isOf = (kind: string, source: string) =>
        work === kind ? uid(`transaction.${kind} ${deal.name} ${state ? 'gone' : source}`) : null
      world.put('transaction.invoice_set', `${deal.name} ${work}${state}`, {
        generated_for: work,
        generation_type: work === 'payslip' ? 'timesheet' : work,
        version: state ? 2 : 1,
        ...partiesOf(deal),
        contractor_payment_id: businessId(deal.company),
        contract_id: contractOf(deal),
        timesheet_id: isOf('timesheet', 'approved'),
        expense_id: isOf('expense', 'approved'),
        funding_model: 'direct',
        funding_type: 'funded',
        currency_id: gbp,
        raised_date: '2026-02-01',
        ...set_sums,
        deleted_at: state ? deleted : null,
      })
    }
  }
}

/** Every type open; the types of each side in every state, one deleted and one credited; sales settled in part. */
const variants: readonly [type: string, state: string][] = [
  ['provider-client', 'part'],
  ['agency-provider', 'part'],
  ['agency-funder', 'part'],
  ['agency-funder', 'credit part'],
  ...invoice_types.map(({ value }): [string, string] => [value, 'open']),
  ...[
    'provider-client',
    'agency-client',
    'funder-client',
    'contractor-agency',
    'agency-funder',
    'agency_earnings',
  ].flatMap((type) =>
    ['draft', 'generated', 'closed', 'cancelled', 'gone', 'credit'].map((state): [string, string] => [
      type,
      state,
    ]),
  ),
]

const invoiceName = (deal: Deal, type: string, state: string): string => `${deal.name} ${type} ${state}`

function putRefinements(world: World, deal: Deal): void {
  // One a document, so that a reason shows only to who has such a document; and some that no document carries.
  for (const kind of [...variants.map(([type, state]) => `${type} ${state}`), 'none']) {
    for (const state of kind === 'none' || kind === 'provider-client open' ? ['', ' gone'] : ['']) {
      world.put('transaction.refinement', `${deal.name} ${kind}${state}`, {
        human_id: `REF ${deal.name} ${kind}${state}`,
        mode: 'full',
        reason: `Reason of ${kind}`,
        transaction_id: contractOf(deal),
        transaction_type: 'timesheet',
        ...partiesOf(deal),
        created_by: 'somebody',
        deleted_at: state ? deleted : null,
      })
    }
  }
}

function putInvoice(world: World, deal: Deal, type: string, state: string): void {
  const name = invoiceName(deal, type, state)
  const isCredit = state.startsWith('credit')
  const sign = isCredit ? '-' : ''
  const isInPart = state.endsWith('part')
  world.put('transaction.invoice', name, {
    human_id: `INV ${name}`,
    invoice_set_id: uid(`transaction.invoice_set ${deal.name} timesheet`),
    type,
    generation_type: 'timesheet',
    status: isCredit || isInPart || state === 'gone' ? 'open' : state,
    funding_type: 'funded',
    ...partiesOf(deal),
    from_business_id: businessId(deal.agency),
    to_business_id: businessId(deal.client),
    from_invoice_entity_id: uid(`transaction.invoice_entity ${deal.agency}`),
    to_invoice_entity_id: uid(`transaction.invoice_entity ${deal.client}`),
    assigned_to_id: businessId(deal.provider),
    contract_id: contractOf(deal),
    timesheet_id: uid(`transaction.timesheet ${deal.name} approved`),
    expense_id: uid(`transaction.expense ${deal.name} approved`),
    transaction_id: uid(`transaction.timesheet ${deal.name} approved`),
    transaction_type: 'timesheet',
    payment_company_id: businessId(deal.company),
    payment_company_type: 'limited',
    currency_id: gbp,
    amount: `${sign}100.00`,
    tax_amount: `${sign}20.00`,
    total_amount: `${sign}120.00`,
    outstanding_balance: state === 'closed' ? '0.00' : `${sign}${isInPart ? '36' : '120'}.00`,
    paid_amount: isInPart ? `${sign}84.00` : '0.00',
    business_tax_id: '00000000-0000-7000-8000-0000000000a1',
    raised_date: '2026-02-01',
    tax_point: '2026-02-01',
    due_date: '2026-03-01',
    is_credit_note: isCredit,
    parent_invoice_id: isCredit
      ? uid(`transaction.invoice ${invoiceName(deal, type, isInPart ? 'part' : 'open')}`)
      : null,
    refinement_id: uid(`transaction.refinement ${name}`),
    payable_bank_account_id: uid(`business.bank_account ${deal.provider}`),
    consolidated_invoice_id: uid(`transaction.consolidated_invoice ${deal.name} provider-client open`),
    deleted_at: state === 'gone' ? deleted : null,
  })
  // What a document's issuer reads of its delivery.
  world.put('log.mail', `of ${name}`, {
    fact_key: `of ${name}`,
    to: 'nobody@example.org',
    subject: `Document ${name}`,
    body_text: 'Text',
    parent_entity: 'transaction.invoice',
    parent_id: uid(`transaction.invoice ${name}`),
    provider_id: businessId(deal.provider),
    agency_id: businessId(deal.agency),
    sender_business_id: businessId(deal.agency),
  })
  world.put('transaction.disallowance', name, {
    invoice_id: uid(`transaction.invoice ${name}`),
    principal_id: businessId(deal.provider),
    reason: 'Age disapproval',
    amount: '120.00',
    outstanding_balance: '120.00',
    on_date: '2026-06-01',
    ...partiesOf(deal),
    currency_id: gbp,
  })
  world.put('transaction.recourse_entry', name, {
    invoice_id: uid(`transaction.invoice ${name}`),
    principal_id: businessId(deal.provider),
    reason: 'Age disapproval',
    amount: '90.00',
    balance: '90.00',
    debt_amount: '120.00',
    gone_out: '90.00',
    fees: '3.00',
    received: '0.00',
    is_reassigned: false,
    on_date: '2026-06-01',
    ...partiesOf(deal),
    currency_id: gbp,
  })
}

function putConsolidated(world: World, deal: Deal): void {
  // The last is of a type that no consolidation has: the client's rule asks for the type.
  for (const type of ['provider-client', 'agency-client', 'funder-client', 'contractor-agency']) {
    for (const state of ['draft', 'generated', 'open', 'closed', 'canceled', 'gone']) {
      const { contractor_id: _, ...parties } = partiesOf(deal)
      world.put('transaction.consolidated_invoice', `${deal.name} ${type} ${state}`, {
        human_id: `CON ${deal.name} ${type} ${state}`,
        type,
        status: state === 'gone' ? 'open' : state,
        ...parties,
        from_business_id: businessId(deal.agency),
        to_business_id: businessId(deal.client),
        funding_model: 'direct',
        currency_id: gbp,
        amount: '100',
        tax_amount: '20',
        total_amount: '120',
        payable_bank_account_id: uid(`business.bank_account ${deal.provider}`),
        timesheet_summary_document_id: uid(`platform.document ${deal.name} transaction.timesheet`),
        mail_proof_document_id: uid(`platform.document ${deal.name} transaction.invoice`),
        deleted_at: state === 'gone' ? deleted : null,
      })
    }
  }
}

function putParts(world: World, deal: Deal, type: string, state: string): void {
  const name = invoiceName(deal, type, state)
  const invoice_id = uid(`transaction.invoice ${name}`)
  world.put('transaction.invoice_line', name, {
    invoice_id,
    ...partiesOf(deal),
    position: 1,
    description: `Line of ${name}`,
    units: '4',
    rate: '25',
    amount: '100',
    tax_type: 'standard',
    tax_rate: '20',
    tax_amount: '20',
    total_amount: '120',
  })
  world.put('transaction.payment_receipt_detail', name, {
    payment_receipt_summary_id: uid(
      `transaction.payment_receipt_summary ${deal.name} receipt client matched`,
    ),
    invoice_id,
    amount: '10',
    currency_id: gbp,
    post_date: '2026-03-01',
    ...partiesOf(deal),
    created_by: 'somebody',
  })
  world.put('transaction.credit_allocation', name, {
    credit_note_id: uid(`transaction.invoice ${invoiceName(deal, 'provider-client', 'credit')}`),
    invoice_id,
    amount: '5',
    post_date: '2026-03-01',
    ...partiesOf(deal),
  })
}

function putCash(world: World, deal: Deal): void {
  const provider_id = businessId(deal.provider)
  for (const state of ['', ' gone']) {
    world.put('transaction.bank_line', `${deal.name}${state}`, {
      bank_account_id: uid(`business.bank_account ${deal.provider}`),
      provider_id,
      transaction_date: '2026-03-01',
      amount: '100',
      currency_id: gbp,
      dedupe_key: `${deal.name}${state}`,
      deleted_at: state ? deleted : null,
    })
    world.put('transaction.bank_statement', `${deal.name}${state}`, {
      bank_account_id: uid(`business.bank_account ${deal.provider}`),
      provider_id,
      currency_id: gbp,
      format: 'csv',
      file_name: 'march.csv',
      sha256: '0',
      from_date: '2026-03-01',
      to_date: '2026-03-01',
      line_count: '1',
      duplicate_count: '0',
      money_in: '100',
      money_out: '0',
      created_by: 'somebody',
      deleted_at: state ? deleted : null,
    })
    world.put('payment.payment_batch', `${deal.name}${state}`, {
      human_id: `PAY ${deal.name}${state}`,
      principal_id: provider_id,
      provider_id,
      currency_id: gbp,
      run_date: '2026-03-01',
      made_by: 'somebody',
      deleted_at: state ? deleted : null,
    })
  }
  world.put('transaction.payment_receipt_summary', `${deal.name} by another client`, {
    human_id: `RCP ${deal.name} by another client`,
    type: 'receipt',
    status: 'matched',
    for_business_id: businessId(deal.client),
    principal_id: provider_id,
    ...partiesOf(deal),
    client_id: businessId('L6'),
    currency_id: gbp,
    amount: '100',
    transaction_date: '2026-03-01',
    created_by: 'somebody',
  })
  for (const type of ['receipt', 'payment']) {
    for (const of of ['client', 'contractor', 'agency'] as const) {
      for (const state of ['matched', 'cancelled', 'gone']) {
        const isLine = type === 'receipt' && of === 'client' && state === 'matched'
        world.put('transaction.payment_receipt_summary', `${deal.name} ${type} ${of} ${state}`, {
          human_id: `RCP ${deal.name} ${type} ${of} ${state}`,
          type,
          status: state === 'gone' ? 'matched' : state,
          for_business_id: businessId(deal[of]),
          principal_id: provider_id,
          ...partiesOf(deal),
          bank_line_id: isLine ? uid(`transaction.bank_line ${deal.name}`) : null,
          bank_account_id: uid(`business.bank_account ${deal.provider}`),
          payment_batch_id: uid(`payment.payment_batch ${deal.name}`),
          currency_id: gbp,
          amount: '100',
          transaction_date: '2026-03-01',
          comment: 'internal',
          created_by: 'somebody',
          deleted_at: state === 'gone' ? deleted : null,
        })
      }
    }
  }
}

function putCollectionNotes(world: World, deal: Deal): void {
  const { provider_id, agency_id, funder_id } = partiesOf(deal)
  for (const state of ['', ' gone']) {
    world.put('transaction.collection_note', `${deal.name}${state}`, {
      human_id: `COL ${deal.name}${state}`,
      source: 'reversal',
      reason: 'The client’s money went back',
      provider_id,
      agency_id,
      funder_id,
      principal_id: provider_id,
      currency_id: gbp,
      amount: '30',
      raised_date: '2026-03-01',
      invoice_id: uid(`transaction.invoice ${invoiceName(deal, 'agency_earnings', 'open')}`),
      payment_receipt_summary_id: uid(
        `transaction.payment_receipt_summary ${deal.name} payment agency matched`,
      ),
      created_by: 'somebody',
      deleted_at: state ? deleted : null,
    })
  }
}

function putBatchItem(world: World, deal: Deal): void {
  const provider_id = businessId(deal.provider)
  const payment_batch_id = uid(`payment.payment_batch ${deal.name}`)
  world.put('transaction.refund', deal.name, {
    payment_receipt_summary_id: uid(`transaction.payment_receipt_summary ${deal.name} by another client`),
    for_business_id: businessId(deal.client),
    principal_id: provider_id,
    provider_id,
    currency_id: gbp,
    amount: '1',
    reason: 'Paid twice',
    requested_by: 'somebody',
  })
  world.put('payment.payment_file', deal.name, {
    payment_batch_id,
    provider_id,
    currency_id: gbp,
    format: 'csv',
    file_name: 'batch.csv',
    content: '',
    sha256: '0',
    amount: '1',
    payment_count: '1',
    processing_day: '2026-03-02',
    made_by: 'somebody',
  })
  // Of an account there is one, whichever deals pay through it.
  if (!world.has('payment.payment_file_setting', deal.company))
    world.put('payment.payment_file_setting', deal.company, {
      bank_account_id: uid(`business.bank_account ${deal.company}`),
      provider_id,
      service_user_number: '123456',
      user_name: 'Somebody',
    })
  world.put('payment.payment_batch_item', deal.name, {
    payment_batch_id: uid(`payment.payment_batch ${deal.name}`),
    invoice_id: uid(`transaction.invoice ${invoiceName(deal, 'contractor-agency', 'open')}`),
    payee_id: businessId(deal.company),
    bank_account_id: uid(`business.bank_account ${deal.company}`),
    provider_id: businessId(deal.provider),
    agency_id: businessId(deal.agency),
    contractor_id: businessId(deal.contractor),
    currency_id: gbp,
    amount: '84',
  })
}

function putBooks(world: World, deal: Deal): void {
  // Books of the provider, and those of a funder where there is one (money.md §1.5, indirect).
  for (const principal of [deal.provider, ...(deal.funder ? [deal.funder] : [])]) {
    const name = `${deal.name} ${principal}`
    const transaction_id = world.put('ledger.transaction', name, {
      kind: 'invoice_set',
      source_entity: 'transaction.invoice_set',
      source_id: uid(`transaction.invoice_set ${deal.name} timesheet`),
      principal_id: businessId(principal),
      provider_id: businessId(deal.provider),
      agency_id: businessId(deal.agency),
      fact_key: name,
      post_date: '2026-03-01',
    })
    for (const [kind, amount] of [
      ['client_receivable', '120'],
      ['sales', '-120'],
    ] as const) {
      const business = kind === 'sales' ? deal.agency : deal.client
      const account = `${principal} ${kind} ${business}`
      if (!world.has('ledger.account', account)) {
        world.put('ledger.account', account, {
          principal_id: businessId(principal),
          kind,
          business_id: businessId(business),
          currency_id: gbp,
        })
      }
      world.put('ledger.posting', `${name} ${kind}`, {
        transaction_id,
        account_id: uid(`ledger.account ${account}`),
        invoice_id: uid(`transaction.invoice ${invoiceName(deal, 'provider-client', 'open')}`),
        agency_id: businessId(deal.agency),
        currency_id: gbp,
        amount,
        post_date: '2026-03-01',
      })
    }
  }
}

export function putDocuments(world: World, deals: readonly Deal[], businesses: readonly string[]): void {
  for (const business of businesses) {
    world.put('transaction.invoice_entity', business, {
      content_hash: business,
      business_id: businessId(business),
      business_name: `Business ${business}`,
      business_type: 'any',
      invoicing_address: 'Street 1',
      country_code: 'GB',
    })
  }
  for (const deal of deals) putRefinements(world, deal)
  for (const deal of deals) putSets(world, deal)
  for (const deal of deals) putConsolidated(world, deal)
  for (const deal of deals) for (const [type, state] of variants) putInvoice(world, deal, type, state)
  for (const deal of deals) putCash(world, deal)
  for (const deal of deals) for (const [type, state] of variants) putParts(world, deal, type, state)
  for (const deal of deals) putCollectionNotes(world, deal)
  for (const deal of deals) putBatchItem(world, deal)
  for (const deal of deals) putBooks(world, deal)
}
