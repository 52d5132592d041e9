import { type Catalog, setMessages } from './message.ts'

const CATALOGS = import.meta.glob<Catalog>(['./portal.*.json', './shared.*.json'], {
  import: 'default',
})

/** Loads the portal's messages in one language. A test checks that every language has every message. */
export async function loadPortalMessages(language: string): Promise<void> {
  const loaded = [`./shared.${language}.json`, `./portal.${language}.json`].map(async (name) => {
    const load = CATALOGS[name]
    if (load === undefined) throw new Error(`no messages in ${name}`)
    return await load()
  })
  setMessages(language, ...(await Promise.all(loaded)))
}
