/** One page with one line (PDF 1.4). */
export const onePage = (text: string): Buffer => {
  const stream = `BT /F1 14 Tf 72 770 Td (${text}) Tj ET\n`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}endstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const parts = ['%PDF-1.4\n']
  const starts: number[] = []
  for (const [at, object] of objects.entries()) {
    starts.push(parts.join('').length)
    parts.push(`${at + 1} 0 obj${object}endobj\n`)
  }
  // Signing adds to a file after its table of objects, so the table must be right.
  const table = parts.join('').length
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  parts.push(`trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}
