/** Messages to HMRC and answers of HMRC: what leaves, what is read, and what it means. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { AnswerFault, readAnswer } from './engine-answer.rules.ts'
import { deleteOf, listOf, pollOf, submissionOf } from './engine-message.rules.ts'
import { placeOf, workerAt, workersOf } from './error-worker.rules.ts'
import { bodyOf, ENVELOPE, type Message, messageOf } from './govtalk.rules.ts'
import { bodyToMark, irmarkOf, irmarkOfBody } from './irmark.server.ts'
import { can, type ReturnFacts } from './rti-submission.rules.ts'
import {
  afterAnswer,
  afterNoConnection,
  afterSilence,
  MISSING_SECONDS,
  SILENT_SECONDS,
  type StepFacts,
  UNREACHED_SECONDS,
} from './send-step.rules.ts'
import { el } from './xml.rules.ts'

const worker = (fore: readonly string[], sur: string) =>
  el('Employee', [
    el('EmployeeDetails', [el('Name', [...fore.map((name) => el('Fore', name)), el('Sur', sur)])]),
  ])
const sample: Message = {
  kind: 'fps',
  tax_year: 2025,
  period_end: day('2025-07-05'),
  employer: {
    office_number: '123',
    paye_reference: 'AB45678',
    accounts_office_reference: '123PA00012345',
    corporation_tax_reference: null,
  },
  content: [worker(['Ann'], 'Smith'), worker(['Bo', 'Lee'], 'Stone & Sons')],
}
const mark = irmarkOfBody(bodyOf(sample, null))
const content = messageOf(sample, mark.base64)
const outgoing = { kind: 'fps', transaction_id: 'A'.repeat(32) } as const
const sender = { id: 'ISV635', password: 'p<1>&"' }
const CORRELATION = 'C'.repeat(32)

const answer = (qualifier: string, does: string, { more = '', errors = '', body = '' } = {}) =>
  `<?xml version="1.0"?><GovTalkMessage xmlns="${ENVELOPE}"><EnvelopeVersion>2.0</EnvelopeVersion><Header><MessageDetails><Class>HMRC-PAYE-RTI-FPS</Class><Qualifier>${qualifier}</Qualifier><Function>${does}</Function><TransactionID>${outgoing.transaction_id}</TransactionID><CorrelationID>${CORRELATION}</CorrelationID>${more}</MessageDetails></Header><GovTalkDetails><Keys/>${errors}</GovTalkDetails><Body>${body}</Body></GovTalkMessage>`
const endpoint = (url: string, interval = '10') =>
  `<ResponseEndPoint PollInterval="${interval}">${url}</ResponseEndPoint>`
const error = (number: string, type: string) =>
  `<GovTalkErrors><Error><RaisedBy>Gateway</RaisedBy><Number>${number}</Number><Type>${type}</Type><Text>Words of ${number}</Text><Location/></Error></GovTalkErrors>`
const success = (receipt: string) =>
  `<SuccessResponse xmlns="http://www.inlandrevenue.gov.uk/SuccessResponse">${receipt}<Message code="1">Thank you</Message></SuccessResponse>`
const receiptOf = (said: string) => `<IRmarkReceipt><Message code="0000">${said}</Message></IRmarkReceipt>`
const listed = (transaction_id: string) =>
  `<StatusReport><StatusRecord><CorrelationID>${CORRELATION}</CorrelationID><TransactionID>${transaction_id}</TransactionID><Status>SUBMISSION_ACKNOWLEDGE</Status></StatusRecord></StatusReport>`

describe('messages', () => {
  const sent = submissionOf(content, outgoing, sender, { vendor_id: '1234', version: '0.1.0' })

  test('submission: adds number, credentials and program, and keeps the mark', () => {
    expect(irmarkOf(bodyToMark(sent))).toEqual(mark)
    expect(sent).toContain(
      `<TransactionID>${outgoing.transaction_id}</TransactionID><CorrelationID></CorrelationID>`,
    )
    expect(sent).toContain('<SenderID>ISV635</SenderID>')
    expect(sent).toContain('<Value>p&lt;1&gt;&amp;"</Value>')
    expect(sent).toContain(
      '</TargetDetails><ChannelRouting><Channel><URI>1234</URI><Product>Stint</Product><Version>0.1.0</Version></Channel></ChannelRouting></GovTalkDetails><Body>',
    )
    expect(content).not.toContain('ISV635')
  })

  test('polls and deletions have no credentials; the list of messages does', () => {
    for (const message of [pollOf(outgoing, CORRELATION), deleteOf(outgoing, CORRELATION)]) {
      expect(message).toContain('<SenderDetails></SenderDetails>')
      expect(message).toContain(`<CorrelationID>${CORRELATION}</CorrelationID>`)
    }
    expect(listOf(outgoing, sender)).toContain('<Function>list</Function>')
    expect(listOf(outgoing, sender)).toContain('<SenderID>ISV635</SenderID>')
  })
})

describe('answers', () => {
  test('an acknowledgement has a number, an address and an interval', () => {
    const url = 'https://hmrc.example/poll'
    expect(readAnswer(answer('acknowledgement', 'submit', { more: endpoint(url) }))).toEqual({
      kind: 'acknowledgement',
      transaction_id: outgoing.transaction_id,
      correlation_id: CORRELATION,
      poll_url: url,
      poll_seconds: 10,
    })
    const never = answer('acknowledgement', 'submit', { more: endpoint(url, 'never') })
    expect(() => readAnswer(never)).toThrow('HMRC’s acknowledgement has no interval')
  })

  test.each([
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${answer('response', 'submit', { body: '&b;' })}`],
    ['the half of an answer', answer('acknowledgement', 'submit').slice(0, -30)],
    ['another document', '<html><body>Sign in</body></html>'],
    ['another namespace', answer('acknowledgement', 'submit').replace(ENVELOPE, 'urn:other')],
    ['a reserved name', answer('response', 'submit', { body: '<__proto__>1</__proto__>' })],
    ['a response without success', answer('response', 'submit', { body: '<Other/>' })],
    ['an error without words', answer('error', 'submit')],
    ['another function', answer('response', 'dance')],
  ])('refuses %s', (_, xml) => {
    expect(() => readAnswer(xml)).toThrow(AnswerFault)
  })

  test('errors of the content take the place of the error around them', () => {
    const body = `<err:ErrorResponse xmlns:err="http://www.govtalk.gov.uk/CM/errorresponse"><err:Error><err:Number>7900</err:Number><err:Type>business</err:Type><err:Text>A &amp; B</err:Text><err:Location>/x</err:Location></err:Error></err:ErrorResponse>`
    expect(readAnswer(answer('error', 'submit', { errors: error('3001', 'business'), body }))).toMatchObject({
      kind: 'error',
      is_content: true,
      errors: [{ number: '7900', type: 'business', text: 'A & B', location: '/x' }],
    })
  })
})

describe('the worker of an error', () => {
  test.each([
    [
      '/hd:GovTalkMessage[1]/hd:Body[1]/r:IRenvelope[1]/r:FullPaymentSubmission[1]/r:Employee[2]/r:NINO[1]',
      2,
    ],
    ['/FullPaymentSubmission/Employee/Payment', 1],
    ['/r:FullPaymentSubmission[1]/r:EmployeeDetails[3]', null],
    ['', null],
  ])('%s', (location, place) => {
    expect(placeOf(location)).toBe(place)
  })

  test('is named as in the file that was sent', () => {
    expect(workersOf(content)).toEqual(['Ann Smith', 'Bo Lee Stone & Sons'])
    expect(workerAt(workersOf(content), '/r:Employee[2]/r:NINO[1]')).toBe('Bo Lee Stone & Sons')
    expect(workerAt(workersOf(content), '/r:Employee[3]')).toBe('')
  })
})

const facts: StepFacts = {
  step: 'submit',
  transaction_id: outgoing.transaction_id,
  correlation_id: null,
  irmark: mark.base64,
  receipt_mark: mark.base32,
  origin: 'https://hmrc.example',
  waited_seconds: 0,
  asked_seconds: 0,
}
const polling: StepFacts = { ...facts, step: 'poll', correlation_id: CORRELATION }
const listing: StepFacts = { ...facts, step: 'list', waited_seconds: 60 }

describe('what an answer means', () => {
  const xml = {
    acknowledged: answer('acknowledgement', 'submit', { more: endpoint('https://hmrc.example/poll') }),
    forged: answer('acknowledgement', 'submit', { more: endpoint('https://other.example/poll') }),
    accepted: answer('response', 'submit', { body: success(receiptOf(`The IRmark was: ${mark.base32}.`)) }),
    other_file: answer('response', 'submit', { body: success(receiptOf(`${'B'.repeat(32)}`)) }),
    no_receipt: answer('response', 'submit', { body: success('') }),
    credentials: answer('error', 'submit', { errors: error('1046', 'fatal') }),
    content: answer('error', 'submit', { errors: error('3001', 'business') }),
    busy: answer('error', 'submit', { errors: error('1000', 'recoverable') }),
    not_there: answer('error', 'submit', { errors: error('2000', 'fatal') }),
    listed: answer('response', 'list', { body: listed(outgoing.transaction_id) }),
    not_listed: answer('response', 'list', { body: listed('D'.repeat(32)) }),
  }
  type Row = readonly [keyof typeof xml, StepFacts, Readonly<Record<string, unknown>>]
  test.each<Row>([
    ['acknowledged', facts, { to: 'acknowledged', poll_url: 'https://hmrc.example/poll', wait_seconds: 10 }],
    ['forged', facts, { to: 'acknowledged', poll_url: null }],
    ['credentials', facts, { to: 'rejected', may_send_again: true }],
    ['content', facts, { to: 'rejected', may_send_again: false }],
    ['busy', facts, { to: 'again', never_left: true }],
    ['listed', facts, { to: 'again', never_left: false }],
    ['acknowledged', polling, { to: 'acknowledged', correlation_id: CORRELATION }],
    ['acknowledged', { ...polling, correlation_id: 'other' }, { to: 'again' }],
    ['acknowledged', { ...polling, waited_seconds: SILENT_SECONDS }, { to: 'unknown' }],
    ['accepted', polling, { to: 'accepted', receipt: mark.base32 }],
    ['other_file', polling, { to: 'unknown' }],
    ['no_receipt', polling, { to: 'accepted', receipt: CORRELATION }],
    ['content', polling, { to: 'rejected', may_send_again: false }],
    ['credentials', polling, { to: 'rejected', may_send_again: true }],
    ['busy', polling, { to: 'again', never_left: false }],
    ['not_there', polling, { to: 'unknown' }],
    ['listed', listing, { to: 'acknowledged', correlation_id: CORRELATION }],
    ['not_listed', listing, { to: 'again', never_left: false }],
    ['not_listed', { ...listing, waited_seconds: MISSING_SECONDS }, { to: 'unknown' }],
    ['credentials', listing, { to: 'again', never_left: false }],
    ['accepted', listing, { to: 'again', never_left: false }],
  ])('%s', (name, at, meaning) => {
    expect(afterAnswer(at, readAnswer(xml[name]))).toMatchObject(meaning)
  })

  test('a message that may have left never leaves again by itself', () => {
    expect(afterSilence(facts, 'No answer')).toMatchObject({ to: 'again', never_left: false })
    expect(afterSilence({ ...listing, waited_seconds: SILENT_SECONDS }, 'No answer')).toEqual({
      to: 'unknown',
      words: 'No answer',
    })
    expect(afterNoConnection(facts, 'Away')).toMatchObject({ to: 'again', never_left: true })
    expect(afterNoConnection(listing, 'Away')).toMatchObject({ to: 'again', never_left: false })
    expect(afterNoConnection({ ...facts, asked_seconds: UNREACHED_SECONDS }, 'Away')).toEqual({
      to: 'unknown',
      words: 'Away, and has nothing of this return',
    })
  })
})

describe('what people may do', () => {
  const staff = { category: 'provider', roles: ['provider_operations'] } as const
  const row = (status: ReturnFacts['status'], more: Partial<ReturnFacts> = {}): ReturnFacts => ({
    human_id: 'RTI000001',
    status,
    unknown_since: null,
    may_send_again: false,
    ...more,
  })
  const unknown = { unknown_since: '2025-06-20T11:00:00.000Z' }
  test.each<readonly [ReturnFacts, readonly (keyof typeof can)[]]>([
    [row('built'), ['build']],
    [row('validated'), ['build', 'download', 'file_outside', 'send']],
    [row('sent'), ['download']],
    [row('sent', unknown), ['download', 'file_outside', 'take_back']],
    [row('acknowledged'), ['download']],
    [row('acknowledged', unknown), ['download', 'file_outside', 'take_back']],
    [row('accepted'), ['download']],
    [row('rejected'), ['download']],
    [row('rejected', { may_send_again: true }), ['download', 'file_outside', 'send']],
    [row('filed_outside'), ['download']],
  ])('%o', (facts_of_row, allowed) => {
    const actions = Object.keys(can) as (keyof typeof can)[] // Its keys.
    expect(actions.filter((action) => can[action](facts_of_row, staff) === true)).toEqual(allowed)
    const agency = { category: 'agency', roles: ['agency_admin'] } as const
    expect(actions.filter((action) => can[action](facts_of_row, agency) === true)).toEqual([])
  })
})
