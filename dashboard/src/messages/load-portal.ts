import { type Catalog, setMessages } from './message.ts'

const CATALOGS = import.meta.glob<Catalog>(['./portal.*.json', './shared.*.json'], {
  import: 'default',
})

/** Loads the portal's messages in a language; a message that it lacks is shown in English. */
export async function loadPortalMessages(language: string): Promise<void> {
  const names = [...new Set(['en', language])].flatMap((name) => [
    `./shared.${name}.json`,
    `./portal.${name}.json`,
  ])
  setMessages(language, ...(await Promise.all(names.map(async (name) => (await CATALOGS[name]?.()) ?? {}))))
}
