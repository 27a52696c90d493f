/**
 * Merges a double click or a held Enter into one intention: the same input gets the same answer until shortly after a
 * success. Pure but for the given timer.
 */
export function oneIntention<T>(later: (forget: () => void) => void) {
  let last: { readonly input: string; readonly answer: Promise<T | undefined> } | null = null
  return (input: string, send: () => Promise<T | undefined>): Promise<T | undefined> => {
    if (last?.input === input) return last.answer
    const answer = send()
    last = { input, answer }
    const forget = () => {
      if (last?.answer === answer) last = null
    }
    // A failure may be retried at once.
    void answer.then((data) => (data === undefined ? forget() : later(forget)))
    return answer
  }
}
