/** Whether texts beside the fields say every fault. Two fields with one fault say it twice. */
export function saysAll(shown: readonly string[], faults: readonly string[]): boolean {
  const rest = [...shown]
  return faults.every((fault) => {
    const at = rest.findIndex((text) => text.includes(fault))
    return at >= 0 && rest.splice(at, 1).length === 1
  })
}
