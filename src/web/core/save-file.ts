/** Saves bytes as a file of the visitor. */
export function saveFile(file_name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
  link.click()
  URL.revokeObjectURL(url)
}
