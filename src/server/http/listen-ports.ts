const USUAL_PORT = 8080
const USUAL_PORTS = 20

/** The ports to try in turn: the one asked for alone; for 0 the usual ones, then one that the system chooses. */
export function portsOf(asked: number): readonly number[] {
  if (asked !== 0) return [asked]
  return [...Array.from({ length: USUAL_PORTS }, (_, index) => USUAL_PORT + index), 0]
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens at the first of the ports that no other program has. A check before would not hold until we listen.
 * @throws Error that names the setting to change, when all ports are taken
 */
export async function listenAtFirst<T>(
  ports: readonly number[],
  listen: (port: number) => Promise<T>,
): Promise<T> {
  for (const port of ports) {
    try {
      return await listen(port)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  throw new Error(
    `Port ${ports[0]} is taken by another program: set PORT to another one, or to 0 to have one chosen.`,
  )
}
