/** HMRC's Transaction Engine as far as we call it: messages in memory, answered as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLParser } from 'fast-xml-parser'
import { present } from '#kernel/assert.ts'

const ENVELOPE = 'http://www.govtalk.gov.uk/CM/envelope'
const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true })

type Details = {
  Class: string
  Qualifier: string
  Function: string
  TransactionID: string
  CorrelationID: string
}
type Parsed = {
  GovTalkMessage: {
    Header: {
      MessageDetails: Details
      SenderDetails: { IDAuthentication?: { SenderID: string; Authentication: { Value: string } } } | ''
    }
  }
}
type Kept = { transaction_id: string; correlation_id: string; class: string; irmark: string }
export type StubError = { number: string; type: string; text: string; location?: string }

export class TransactionEngineStub {
  /** Messages in their order, as `request submit`. */
  readonly asked: string[] = []
  readonly raw: string[] = []
  /** Submissions that HMRC took and did not delete. */
  readonly kept: Kept[] = []
  readonly sender = { id: 'ISV635', password: 'testing1 & <more>' }
  url = ''
  /** What happens to a submission: `lost` is taken and gets no answer, `late` is not taken and gets none. */
  submits: 'taken' | 'lost' | 'late' | 'down' | StubError = 'taken'
  /** The decision that polls give. */
  decides: 'working' | 'accepted' | readonly StubError[] = 'working'
  poll_seconds = 10
  /** Another host, that acknowledgements name. */
  endpoint: string | null = null
  /** The mark of receipts, in place of the right one. */
  mark: string | null = null
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = this.#server.address() as AddressInfo // It listens on a port.
    this.url = `http://127.0.0.1:${port}/submission`
    return this.url
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** How often a submission came in. */
  get submissions(): number {
    return this.asked.filter((one) => one === 'request submit').length
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const text = Buffer.concat(parts).toString('utf8')
    const { Header } = (parser.parse(text) as Parsed).GovTalkMessage // As we write it.
    const details = Header.MessageDetails
    this.asked.push(`${details.Qualifier} ${details.Function}`)
    this.raw.push(text)
    const answer = this.#answer(details, Header.SenderDetails, text)
    if (answer === 'down') return void response.writeHead(503).end()
    if (answer === 'lost') return void response.destroy()
    response.setHeader('content-type', 'text/xml')
    response.end(answer)
  }

  #answer(details: Details, sender: Parsed['GovTalkMessage']['Header']['SenderDetails'], text: string) {
    const does = `${details.Qualifier} ${details.Function}`
    if (does === 'request submit' || does === 'request list') {
      const known = sender === '' ? undefined : sender.IDAuthentication
      if (known?.SenderID !== this.sender.id || known.Authentication.Value !== this.sender.password)
        return this.error(details, [
          {
            number: '1046',
            type: 'fatal',
            text: 'Authentication Failure. The supplied user credentials failed.',
          },
        ])
    }
    if (does === 'request submit') return this.#submit(details, text)
    if (does === 'request list') return this.#list(details)
    const at = this.kept.findIndex(({ correlation_id }) => correlation_id === details.CorrelationID)
    if (at < 0)
      return this.error(details, [{ number: '2000', type: 'fatal', text: 'Unknown correlation ID' }])
    if (does === 'request delete') {
      this.kept.splice(at, 1)
      return this.message({ ...details, Qualifier: 'response' }, '')
    }
    return this.#decision(details, present(this.kept[at], 'the message of a poll'))
  }

  #submit(details: Details, text: string): string {
    const { submits } = this
    if (submits === 'down') return 'down'
    if (submits === 'late') return 'lost'
    if (typeof submits === 'object') return this.error(details, [submits])
    const correlation_id = String(this.asked.length).padStart(32, '0')
    const [, irmark = ''] = /<IRmark Type="generic">([^<]+)</.exec(text) ?? []
    this.kept.push({ transaction_id: details.TransactionID, correlation_id, class: details.Class, irmark })
    return submits === 'lost' ? 'lost' : this.#acknowledge({ ...details, CorrelationID: correlation_id })
  }

  #acknowledge(details: Details): string {
    const endpoint = this.endpoint ?? this.url.replace('/submission', '/poll')
    return this.message({ ...details, Qualifier: 'acknowledgement' }, '', {
      endpoint: `<ResponseEndPoint PollInterval="${this.poll_seconds}">${endpoint}</ResponseEndPoint>`,
    })
  }

  #list(details: Details): string {
    const records = this.kept
      .filter((one) => one.class === details.Class)
      .map(
        ({ transaction_id, correlation_id }) =>
          `<StatusRecord><TimeStamp>20/06/2025 11:00:00</TimeStamp><CorrelationID>${correlation_id}</CorrelationID><TransactionID>${transaction_id}</TransactionID><Status>SUBMISSION_ACKNOWLEDGE</Status></StatusRecord>`,
      )
    const report = `<StatusReport><SenderID>${this.sender.id}</SenderID>${records.join('')}</StatusReport>`
    return this.message({ ...details, Qualifier: 'response' }, report)
  }

  #decision(details: Details, kept: Kept): string {
    if (this.decides === 'working') return this.#acknowledge(details)
    if (this.decides !== 'accepted') {
      const errors = this.decides.map(
        ({ number, type, text, location = '' }) =>
          `<err:Error><err:RaisedBy>ChRIS</err:RaisedBy><err:Number>${number}</err:Number><err:Type>${type}</err:Type><err:Text>${text}</err:Text><err:Location>${location}</err:Location></err:Error>`,
      )
      const body = `<err:ErrorResponse xmlns:err="http://www.govtalk.gov.uk/CM/errorresponse" SchemaVersion="2.0">${errors.join('')}</err:ErrorResponse>`
      return this.error(
        details,
        [{ number: '3001', type: 'business', text: 'The submission has failed due to business logic' }],
        body,
      )
    }
    const digest = `<dsig:Signature xmlns:dsig="http://www.w3.org/2000/09/xmldsig#"><dsig:SignedInfo><dsig:Reference><dsig:DigestValue>${this.mark ?? kept.irmark}</dsig:DigestValue></dsig:Reference></dsig:SignedInfo></dsig:Signature>`
    return this.message(
      { ...details, Qualifier: 'response' },
      `<SuccessResponse xmlns="http://www.inlandrevenue.gov.uk/SuccessResponse"><IRmarkReceipt>${digest}<Message code="0000">HMRC has received the ${kept.class} document.</Message></IRmarkReceipt><Message code="077001">Thank you for your submission</Message></SuccessResponse>`,
    )
  }

  error(details: Details, errors: readonly StubError[], body = ''): string {
    const inner = errors.map(
      ({ number, type, text, location = '' }) =>
        `<Error><RaisedBy>Gateway</RaisedBy><Number>${number}</Number><Type>${type}</Type><Text>${text}</Text><Location>${location}</Location></Error>`,
    )
    return this.message({ ...details, Qualifier: 'error' }, body, {
      errors: `<GovTalkErrors>${inner.join('')}</GovTalkErrors>`,
    })
  }

  message(details: Details, body: string, { endpoint = '', errors = '' } = {}): string {
    const { Class, Qualifier, Function: does, TransactionID, CorrelationID } = details
    return `<?xml version="1.0" encoding="UTF-8"?><GovTalkMessage xmlns="${ENVELOPE}"><EnvelopeVersion>2.0</EnvelopeVersion><Header><MessageDetails><Class>${Class}</Class><Qualifier>${Qualifier}</Qualifier><Function>${does}</Function><TransactionID>${TransactionID}</TransactionID><CorrelationID>${CorrelationID}</CorrelationID>${endpoint}<Transformation>XML</Transformation></MessageDetails><SenderDetails/></Header><GovTalkDetails><Keys/>${errors}</GovTalkDetails><Body>${body}</Body></GovTalkMessage>`
  }
}
