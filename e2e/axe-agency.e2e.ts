/** Every screen of an agency, which has most of them, with its forms, records, tabs and buttons. */
import { Turns } from './every-screen.ts'
import { openBrowser } from './people.ts'
import { everyScreen } from './screen-round.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
everyScreen(await openBrowser(), stint, new Turns(), ['agency_admin'])
