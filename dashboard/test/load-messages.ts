import { compileCatalog } from '../scripts/compile-messages.ts'
import { setMessages } from '../src/messages/message.ts'
import portal from '../src/messages/portal.en.json' with { type: 'json' }
import shared from '../src/messages/shared.en.json' with { type: 'json' }
import team from '../src/messages/team.en.json' with { type: 'json' }

const catalogs = [team, portal, shared].map(compileCatalog)

/** Loads the messages for unit tests, which import parts of the app without its entry point. */
export function loadEnglishMessages() {
  setMessages('en', ...catalogs)
}

loadEnglishMessages()
