import { currencyOrGbp, money } from '#kernel/money.ts'
import { formatPercent, formatUnits, percent, rate, units } from '#kernel/rate.ts'
import { Why } from '#web/blocks/Why.tsx'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { rateText } from '#web/kinds/number.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td, Th, TotalTd } from '#web/ui/Table.tsx'
import { type ExplainedLine, explainLine } from './explain-invoice.rules.ts'
import type { InvoiceData } from './invoice.hook.ts'

/** A line as the rules take it. */
export function explainedLine(
  line: InvoiceData['lines'][number],
  alpha_code: string | undefined,
): ExplainedLine {
  const code = currencyOrGbp(alpha_code)
  return {
    what: line.description,
    units: units(String(line.units)),
    rate: rate(String(line.rate)),
    amount: money(minorOf(line.amount), code),
    tax_rate: percent(String(line.tax_rate)),
    tax_amount: money(minorOf(line.tax_amount), code),
  }
}

const vatText = (name: string): string => (name.includes('VAT') ? name : `VAT: ${name}`)

/** The lines as printed, with VAT per line and their sums: the same rows as the PDF's. */
export function InvoiceLines({ document }: { document: InvoiceData }) {
  const currency = document.currency?.alpha_code
  const symbol = document.currency?.symbol ?? ''
  return (
    <Card title="Lines" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Lines, rows" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Description</Th>
              <Th numeric>Units</Th>
              <Th numeric>Rate</Th>
              <Th numeric>Net</Th>
              <Th numeric>VAT</Th>
              <Th numeric>Total</Th>
            </tr>
          </thead>
          <tbody>
            {document.lines.map((line, place) => (
              <tr key={line.id}>
                <Td className="min-w-36">{line.description}</Td>
                <Td numeric>{formatUnits(units(String(line.units)))}</Td>
                <Td numeric>
                  {symbol}
                  {rateText(line.rate)}
                </Td>
                <Td numeric>
                  <Amount value={line.amount} currency={currency} />
                </Td>
                <Td numeric>
                  <Amount value={line.tax_amount} currency={currency} />
                  <span className="block text-12 text-n11">
                    {formatPercent(percent(String(line.tax_rate)))}
                  </span>
                </Td>
                <Td numeric className="whitespace-nowrap">
                  <Why
                    what={`line ${place + 1}, ${line.description}`}
                    sentences={explainLine(explainedLine(line, currency))}
                  />
                  <Amount value={line.total_amount} currency={currency} />
                </Td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <TotalTd colSpan={3} className="text-left">
                Total
                {document.business_tax && (
                  // Not to be taken for the rate of the work, which is called Standard, too.
                  <span className="block text-12 font-normal text-n11">
                    {vatText(document.business_tax.name)}
                  </span>
                )}
              </TotalTd>
              <TotalTd>
                <Amount value={document.amount} currency={currency} />
              </TotalTd>
              <TotalTd>
                <Amount value={document.tax_amount} currency={currency} />
              </TotalTd>
              <TotalTd>
                <Amount value={document.total_amount} currency={currency} />
              </TotalTd>
            </tr>
          </tfoot>
        </Table>
      </section>
      {document.is_self_billed && (
        <p className="border-t px-3 py-2 text-12 text-n11">
          Self-billing invoice.{' '}
          {document.is_vat_invoice
            ? 'The VAT shown is your output tax due to HMRC.'
            : 'The supplier is not registered for VAT: no VAT is charged and this is not a VAT invoice.'}
        </p>
      )}
    </Card>
  )
}
