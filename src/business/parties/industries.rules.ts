/** Industries of a company, typed as one text: words, or codes of Companies House. Pure. */

/** `Construction, 62020` → both, each once. */
export const industriesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\n]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
