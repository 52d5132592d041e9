import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import type { Run } from '../../core/database/database.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'
import { findLinkCodes, loadLinks } from './click.sql.ts'
import type { LinkData } from './click.ts'
import { clickLimits } from './limits.ts'
import { normalizeCode } from './match-code.rule.ts'

/** How a click identifies its link. */
export interface SearchedLink {
  /** Possible codes, in the order they are tried. */
  codes: readonly string[]
  /** If set, other programs' codes don't match. */
  program_id: number | undefined
}

export interface FoundLink {
  /** The stored code, which may differ from the one in the click, for example in case. */
  code: string
  link: LinkData
  /** Codes with higher precedence that don't exist. The click is saved only if they still don't exist. */
  missingCodes: readonly string[]
}

/** Finds the links of clicks by code, with a bounded cache. */
export interface LinkFinder {
  /** Finds the link of each click. The result omits clicks without a known code. */
  find<SearchResults extends SearchedLink>(
    searches: readonly SearchResults[],
  ): Promise<Map<SearchResults, FoundLink>>
  /** Removes a changed link from the cache. */
  forget(found: FoundLink): void
}

interface KnownLink {
  code: string
  link: LinkData
}

/**
 * Creates a finder. The cache is keyed by existing codes in lowercase, so variants in hostile URLs can't fill it. A
 * missing code is also cached, but used only if another of the click's codes has a link, and then verified when the
 * click is saved.
 */
export function createLinkFinder(run: Run): LinkFinder {
  const knownLinks = new LRUCache<string, KnownLink>(atMost(clickLimits.clickLinksKept))
  const missingCodeCache = new LRUCache<string, true>(atMost(clickLimits.clickLinksKept))
  const findInCache: FindKnownLink = (name) =>
    knownLinks.get(name) ?? (missingCodeCache.get(name) === true ? 'absent' : undefined)

  /** Returns the link for each of these codes and caches the ones it loads. */
  async function load(names: ReadonlySet<string>): Promise<FindKnownLink> {
    const missingNames = [...names].filter((name) => knownLinks.get(name) === undefined)
    const loadedLinks = await loadLinksByCode(run, missingNames)
    for (const name of names) {
      const link = knownLinks.get(name)
      if (link !== undefined) loadedLinks.set(name, link)
    }
    for (const [name, link] of loadedLinks) knownLinks.set(name, link)
    return (name) => loadedLinks.get(name) ?? 'absent'
  }

  return {
    async find(searches) {
      const linksBySearch = new Map<(typeof searches)[number], FoundLink>()
      for (const one of searches) {
        const link = findLink(one, findInCache)
        if (link !== undefined) linksBySearch.set(one, link)
      }
      const open = searches.filter((one) => !linksBySearch.has(one))
      if (open.length === 0) return linksBySearch
      const findLinkByName = await load(new Set(open.flatMap(({ codes }) => codes.map(normalizeCode))))
      for (const one of open) {
        const link = findLink(one, findLinkByName)
        if (link === undefined) continue
        linksBySearch.set(one, link)
        for (const name of link.missingCodes) missingCodeCache.set(name, true)
      }
      return linksBySearch
    },
    forget({ code, missingCodes: names }) {
      knownLinks.delete(foldLinkCode(code))
      for (const name of names) missingCodeCache.delete(name)
    },
  }
}

/** Returns a code's cached link; undefined if the code is not cached. */
type FindKnownLink = (name: string) => KnownLink | 'absent' | undefined

/** Tries the codes in order. Returns undefined if no code has a link, or if a code hasn't been cached yet. */
function findLink({ codes, program_id }: SearchedLink, findLinkByName: FindKnownLink): FoundLink | undefined {
  const missingCodes: string[] = []
  for (const name of codes.map(normalizeCode)) {
    const foundLink = findLinkByName(name)
    if (foundLink === undefined) return undefined
    if (foundLink === 'absent') missingCodes.push(name)
    else if (program_id === undefined || foundLink.link.program_id === program_id) {
      return { code: foundLink.code, link: foundLink.link, missingCodes }
    }
  }
  return undefined
}

async function loadLinksByCode(run: Run, names: readonly string[]): Promise<Map<string, KnownLink>> {
  const linksByCode = new Map<string, KnownLink>()
  if (names.length === 0) return linksByCode
  const linkCodes = await findLinkCodes(run, names)
  for (const [programId, programCodes] of groupBy(linkCodes, ({ program_id }) => program_id)) {
    const links = await loadLinks(
      run,
      programId,
      programCodes.map(({ link_id }) => link_id),
    )
    const byId = new Map(links.map((link) => [link.link_id, link]))
    for (const { code, link_id } of programCodes) {
      const link = byId.get(link_id)
      if (link !== undefined) linksByCode.set(foldLinkCode(code), { code, link })
    }
  }
  return linksByCode
}
