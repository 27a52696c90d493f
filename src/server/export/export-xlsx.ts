/** A list as an Excel workbook (ECMA-376) of one sheet: numbers, days and times typed, text guarded, the header kept in view. */
import { guardCell } from '#kernel/cell-guard.ts'
import {
  type About,
  amountFormat,
  type ExportColumn,
  numberFormat,
  type Pages,
  typedCell,
} from './export-cells.ts'
import type { ExportRow } from './export-lines.ts'
import { zipStream } from './zip-stream.ts'

/** Excel's limit of a cell; a longer text breaks the file. */
const text_max = 32_767
const cut_note = ' … (cut: a cell of Excel holds 32,767 letters)'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const special = /[&<>"\r]/
const entity_of: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped it would be read back as a line feed.
  '\r': '&#13;',
}
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"\r]/g, (sign) => entity_of[sign] ?? sign) : text

/** Excel refuses names of sheets with these signs or more than 31 letters. */
const sheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .trim() || 'Export'

/** A, B, … Z, AA: columns as Excel counts them. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

const widthOf = (label: string, kind: string) =>
  Math.max(label.length + 2, kind === 'text' ? 24 : kind === 'instant' ? 18 : 12)

const BOLD = 1

/** The styles of a sheet: none, bold, and one for each number format. */
class Styles {
  readonly #forms: string[] = []
  readonly #of_form = new Map<string, string>()
  readonly #of_code = new Map<unknown, string>()

  /** The style attribute of a cell with this number format. */
  attribute(form: string | undefined): string {
    if (form === undefined) return ''
    const known = this.#of_form.get(form)
    if (known !== undefined) return known
    const made = ` s="${this.#forms.push(form) + 1}"`
    this.#of_form.set(form, made)
    return made
  }

  /** The same of an amount in this currency; `plain` where it is none. */
  ofAmount(code: unknown, plain: string): string {
    const known = this.#of_code.get(code)
    if (known !== undefined) return known
    const form = amountFormat(code)
    const made = form === undefined ? plain : this.attribute(form)
    this.#of_code.set(code, made)
    return made
  }

  part(): string {
    const forms = this.#forms
    const numFmts = forms.map((form, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(form)}"/>`)
    const own = forms.map(
      (_, at) =>
        `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    return `<styleSheet xmlns="${main}">${forms.length > 0 ? `<numFmts count="${forms.length}">${numFmts.join('')}</numFmts>` : ''}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${forms.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${own.join('')}</cellXfs></styleSheet>`
  }
}

function textCell(at: string, style: string, text: string): string {
  const held =
    text.length > text_max ? text.slice(0, text_max - cut_note.length).toWellFormed() + cut_note : text
  const space = /^\s|\s$|\n|\r/.test(held) ? ' xml:space="preserve"' : ''
  return `<c r="${at}"${style} t="inlineStr"><is><t${space}>${escaped(held)}</t></is></c>`
}

async function* sheet(
  columns: readonly ExportColumn[],
  pages: Pages,
  styles: Styles,
  rows_held: number,
): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at))
  const style_texts = columns.map(({ shape }) => styles.attribute(numberFormat(shape)))
  const cols = columns.map(
    ({ label, shape }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widthOf(label, shape.kind)}" customWidth="1"/>`,
  )
  const head = columns.map(({ label }, at) => textCell(`${names[at]}1`, ` s="${BOLD}"`, guardCell(label)))
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`
  let no = 1
  const rowText = (row: ExportRow): string => {
    no += 1
    let text = `<row r="${no}">`
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at]
      const value = column && typedCell(column.shape, row[at])
      if (value === null || value === undefined || value === '') continue
      const place = `${names[at]}${no}`
      const plain = style_texts[at] ?? ''
      const style =
        column?.currency_at === undefined ? plain : styles.ofAmount(row[column.currency_at], plain)
      text +=
        typeof value === 'number'
          ? `<c r="${place}"${style}><v>${value}</v></c>`
          : textCell(place, style, value)
    }
    return `${text}</row>`
  }
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) text += rowText(row)
    yield text
  }
  const last = `${names.at(-1) ?? 'A'}${rows_held + 1}`
  yield `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`
}

/** A part that is known only after the parts before it. */
function* written(text: () => string): Generator<string> {
  yield text()
}

/** A workbook of one sheet as a stream; memory does not grow with the rows. */
export function writeXlsx(
  columns: readonly ExportColumn[],
  pages: Pages,
  { title, rows_held }: Pick<About, 'title' | 'rows_held'>,
): AsyncIterable<Uint8Array> {
  const styles = new Styles()
  const part = (name: string, text: string) => ({ name, chunks: [xml + text] })
  return zipStream([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    { name: 'xl/worksheets/sheet1.xml', chunks: sheet(columns, pages, styles, rows_held) },
    { name: 'xl/styles.xml', chunks: written(() => xml + styles.part()) },
  ])
}
