/** Prints a sentence for the operator. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
