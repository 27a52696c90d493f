/**
 * The second click of a double click, or an Enter held down, is not a second intention: while an answer is under way, and
 * until the hand has had time to stop after a good one, the same input gets the same answer and is not sent again. Pure
 * but for the timer it is given.
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
    // What failed may be tried again at once.
    void answer.then((data) => (data === undefined ? forget() : later(forget)))
    return answer
  }
}
