import { systemClock } from '#kernel/clock.ts'
import { embeddedData, spoolOf } from '../embedded/embedded-database.ts'
import { startChecks } from '../health/check-timer.server.ts'
import { measureMetrics } from '../health/measure-metrics.server.ts'
import { serveMetrics } from '../health/metrics-listen.ts'
import { type NodeKind, startBeat } from '../health/node-beat.server.ts'
import { outsideAges } from '../health/outside-ages.server.ts'
import { openReadiness, type Readiness } from '../health/readiness.server.ts'
import { addressOf, type Starting, serveStarting } from '../http/http-starting.ts'
import { listenAtFirst, portsOf } from '../http/listen-ports.ts'
import { deliverLogs, openLog } from '../log.ts'
import { LogDelivery } from '../log-delivery.ts'
import { missingCompiler } from '../pdf/pdf-typst.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { openFiles } from '../storage.server.ts'
import { startTracing } from '../trace/start-tracing.ts'
import { buildWeb, hasWeb, webFolder } from './command-build.ts'
import { hasHalfDemo, loadDemoOnce, requireFitDemo, signInsOf } from './command-demo.ts'
import { type Installation, openInstallation } from './command-installation.ts'
import { foreignPasskeys } from './command-passkeys.ts'
import { prepareDatabase } from './command-prepare.ts'
import { say } from './command-say.ts'
import { printSetupLink } from './command-setup-link.ts'
import { Shutdown, STOP_MS } from './command-shutdown.ts'

async function open(
  settings: Settings,
  shutdown: Shutdown,
  onHeld?: () => Promise<void>,
): Promise<Installation> {
  const installation = await openInstallation(settings, {
    onNotice: say,
    // Of `start` alone, which migrates.
    ...(onHeld ? { onHeld, snapshots: true } : {}),
    onLost: (reason) => {
      say(reason.message)
      process.exitCode = 1
      void shutdown.end().finally(() => process.exit(1))
    },
  })
  shutdown.add(installation.close)
  const endTraces = await startTracing(settings.traces)
  if (endTraces) shutdown.add(endTraces)
  shutdown.at(STOP_MS.work, installation.database.cut)
  // So that the one at the end of the embedded database is short.
  if (settings.databaseUrl === null)
    shutdown.at(0, () => void installation.database.owner.query('checkpoint').catch(() => undefined))
  return installation
}

async function prepare(installation: Installation): Promise<void> {
  const { owner } = installation.database
  if (await hasHalfDemo(owner)) await installation.startOver()
  const applied = await prepareDatabase({ owner, ...installation })
  if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
  const foreign = await foreignPasskeys(installation.database, installation.settings)
  if (foreign !== null) say(foreign)
}

/** Takes the address and prints it, so that a browser can open it before the steps are done. */
async function takePlace(settings: Settings, shutdown: Shutdown): Promise<Starting> {
  const starting = await listenAtFirst(portsOf(settings.port), (port) =>
    serveStarting(settings.host, port, settings.publicUrl?.startsWith('https:')),
  )
  shutdown.add(starting.close)
  say(
    `Stint will be at ${settings.publicUrl ?? addressOf(settings.host, starting.port)} (ready in a moment; the first start takes about a minute)`,
  )
  const missing = missingCompiler()
  if (missing !== null) say(missing)
  return starting
}

/** Shows each week of the demo on the starting page, and prints each quarter. */
function sayWeeks(place: Starting | undefined): (done: number, weeks: number) => void {
  return (done, weeks) => {
    const step = `The demo world has traded ${done} of ${weeks} weeks.`
    place?.show({ step, done: done / weeks })
    if (done % 13 === 0) say(step)
  }
}

async function listen(
  installation: Installation,
  shutdown: Shutdown,
  readiness: Readiness,
  place?: Starting,
): Promise<string> {
  const { serve } = await import('../http/http.ts')
  const { settings } = installation
  // Another program may take the port between the two; then we go on to the next, unless it was asked for.
  const ports = portsOf(settings.port)
  await place?.close()
  const served = await serve(
    {
      installation,
      host: settings.host,
      ports: place ? [place.port, ...ports] : ports,
      webFolder,
      readiness,
    },
    settings.publicUrl === null ? 0 : STOP_MS.drain,
  )
  shutdown.at(STOP_MS.connections, served.cut)
  // Beside the jobs of this process, so that neither takes new work while the other ends.
  if (place) shutdown.addBeside(served.close)
  else shutdown.add(served.close)
  installation.announce(served.url)
  return served.url
}

/** Measures this process and serves its metrics. */
async function watch(installation: Installation, shutdown: Shutdown): Promise<Readiness> {
  const { settings, database } = installation
  const readiness = openReadiness({ settings, database, files: openFiles(settings.files) })
  shutdown.add(async () => readiness.close())
  shutdown.at(0, readiness.stop)
  if (settings.metrics === null) return readiness
  const measure = () => measureMetrics({ database, readiness })
  const served = await serveMetrics({ at: settings.metrics, measure, log: openLog(settings.logLevel) })
  if (served) shutdown.add(served.close)
  else
    say(
      `Port ${settings.metrics.port} is taken, so there are no metrics: set METRICS_ADDRESS to another address.`,
    )
  return readiness
}

/** From now on other processes know that this one lives. */
async function beat(
  installation: Installation,
  shutdown: Shutdown,
  kind: NodeKind,
  address: string | null,
): Promise<void> {
  const { settings, database } = installation
  const log = openLog(settings.logLevel)
  shutdown.add((await startBeat({ database, clock: systemClock, log, kind, address })).close)
}

async function work(installation: Installation, shutdown: Shutdown, readiness: Readiness): Promise<void> {
  const { startWorker } = await import('../worker.ts')
  shutdown.add((await startWorker(installation)).close)
  const { settings, database } = installation
  const log = openLog(settings.logLevel)
  const outside = outsideAges(settings, systemClock)
  shutdown.add(startChecks({ database: database.jobs, clock: systemClock, log, readiness, outside }).close)
}

/** The backup of an embedded database runs beside it. */
async function ship(installation: Installation, shutdown: Shutdown): Promise<void> {
  const { settings, ownerUrl } = installation
  if (settings.databaseUrl !== null) return
  const data = embeddedData(settings.home)
  if (settings.backup === null || settings.files.kind !== 'folder' || data === null) return
  const { openRepository } = await import('../backup/backup-repository.ts')
  const { startShipper } = await import('../backup/backup-shipper.ts')
  const { folder, recipients } = settings.backup
  const target = await openRepository(folder, settings.home)
  const shipping = { target, recipients, files: settings.files.folder, url: ownerUrl, spool: spoolOf(data) }
  shutdown.add(startShipper({ shipping, backup: settings.backup, clock: systemClock, say }).close)
}

async function web(args: readonly string[]): Promise<void> {
  if (hasWeb() && !args.includes('--no-build') && (await buildWeb())) say('Web pages built.')
}

async function printAddress(installation: Installation, url: string): Promise<void> {
  say(`\nStint is at ${installation.settings.publicUrl ?? url}`)
  const signIns = await signInsOf(installation)
  if (signIns.length === 0) return
  say('Sign in with one click as:')
  const width = Math.max(...signIns.map((one) => one.label.length))
  for (const { label, path } of signIns) say(`  ${label.padEnd(width)}  ${new URL(path, url)}`)
}

/** Opens, runs the steps, and closes again if one of them fails. */
async function running(steps: (settings: Settings, shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = new Shutdown()
  try {
    const settings = parseSettings(process.env)
    if (settings.logServer !== null) {
      const delivery = new LogDelivery(settings.logServer, say)
      deliverLogs(delivery)
      // Opened first, so it closes last.
      shutdown.add(() => delivery.close())
    }
    await steps(settings, shutdown)
  } catch (error) {
    // A stop may break the step under way; that is no fault of the step.
    if (shutdown.isEnding) return
    await shutdown.end()
    throw error
  }
}

/** `npm start`: everything, from nothing to a page with data. */
export function start(args: readonly string[]): Promise<void> {
  return running(async (settings, shutdown) => {
    const built = web(args)
    // Awaited below; until then a failure is not unhandled.
    built.catch(() => undefined)
    let place: Starting | undefined
    const installation = await open(settings, shutdown, async () => {
      place = await takePlace(settings, shutdown)
    })
    say(settings.databaseUrl === null ? 'Database started.' : 'Database reached.')
    place?.show({ step: 'Bringing the database up to date.' })
    await prepare(installation)
    await requireFitDemo(installation)
    if (settings.demo && (await loadDemoOnce(installation, sayWeeks(place)))) say('Demo world loaded.')
    await built
    await ship(installation, shutdown)
    const readiness = await watch(installation, shutdown)
    await work(installation, shutdown, readiness)
    const url = await listen(installation, shutdown, readiness, place)
    await beat(installation, shutdown, 'all', url)
    await printAddress(installation, url)
    await printSetupLink(installation, url)
  })
}

/** `serve`: the web server alone, on a migrated database; any number of them. */
export function serveOnly(): Promise<void> {
  return running(async (settings, shutdown) => {
    const installation = await open(settings, shutdown)
    await requireFitDemo(installation)
    const url = await listen(installation, shutdown, await watch(installation, shutdown))
    await beat(installation, shutdown, 'serve', url)
    say(`Stint is at ${url}`)
  })
}

/** `worker`: the jobs alone, beside any number of servers. */
export function workerOnly(): Promise<void> {
  return running(async (settings, shutdown) => {
    const installation = await open(settings, shutdown)
    await requireFitDemo(installation)
    await work(installation, shutdown, await watch(installation, shutdown))
    await beat(installation, shutdown, 'worker', null)
    say('Stint runs jobs.')
  })
}
