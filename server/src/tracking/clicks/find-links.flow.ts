import { LRUCache } from 'lru-cache'
import type { Run } from '../../core/database/database.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'
import { findLinkCodes, loadLinks } from './click.sql.ts'
import type { LinkFacts } from './click.ts'
import { clickLimits } from './limits.ts'
import { nameOfCode } from './match-code.rule.ts'

/** How a click identifies its link. */
export interface SearchedLink {
  /** Possible codes in the order in which they are tried. */
  codes: readonly string[]
  /** If set, codes of other programs do not match. */
  program_id: number | undefined
}

export interface FoundLink {
  /** The code as stored, whatever its spelling in the click. */
  code: string
  link: LinkFacts
  /** Codes with higher precedence that do not exist. Saving checks that none was created since. */
  absent: readonly string[]
}

/** Finds the links of clicks by code, with a bounded cache. */
export interface LinkFinder {
  /** Finds the link of each click. Clicks without a known code are missing from the result. */
  find<SearchResults extends SearchedLink>(
    searched: readonly SearchResults[],
  ): Promise<Map<SearchResults, FoundLink>>
  /** Removes a changed link from the cache. */
  forget(found: FoundLink): void
}

interface KnownLink {
  code: string
  link: LinkFacts
}

/**
 * Creates a finder. The cache is keyed by existing codes in lower case, so that spellings in hostile URLs can't fill
 * it. A missing code is cached too, but only used if another code of the click has a link; saving then verifies it.
 */
export function createLinkFinder(run: Run): LinkFinder {
  const known = new LRUCache<string, KnownLink>({ max: clickLimits.clickLinksKept })
  const absent = new LRUCache<string, true>({ max: clickLimits.clickLinksKept })
  const fromCache: LinkNamed = (name) => known.get(name) ?? (absent.get(name) === true ? 'absent' : undefined)

  /** Returns the link for each of these codes and caches the ones it loads. */
  async function load(names: ReadonlySet<string>): Promise<LinkNamed> {
    const missing = [...names].filter((name) => known.get(name) === undefined)
    const loaded = await loadNamed(run, missing)
    for (const name of names) {
      const link = known.get(name)
      if (link !== undefined) loaded.set(name, link)
    }
    for (const [name, link] of loaded) known.set(name, link)
    return (name) => loaded.get(name) ?? 'absent'
  }

  return {
    async find(searched) {
      const found = new Map<(typeof searched)[number], FoundLink>()
      for (const one of searched) {
        const link = findLink(one, fromCache)
        if (link !== undefined) found.set(one, link)
      }
      const open = searched.filter((one) => !found.has(one))
      if (open.length === 0) return found
      const named = await load(new Set(open.flatMap(({ codes }) => codes.map(nameOfCode))))
      for (const one of open) {
        const link = findLink(one, named)
        if (link === undefined) continue
        found.set(one, link)
        for (const name of link.absent) absent.set(name, true)
      }
      return found
    },
    forget({ code, absent: names }) {
      known.delete(foldLinkCode(code))
      for (const name of names) absent.delete(name)
    },
  }
}

/** Returns the link of a code; undefined if it is not known. */
type LinkNamed = (name: string) => KnownLink | 'absent' | undefined

/** Tries the codes in order. Returns undefined if none has a link, or if one is not known yet. */
function findLink({ codes, program_id }: SearchedLink, linkNamed: LinkNamed): FoundLink | undefined {
  const absent: string[] = []
  for (const name of codes.map(nameOfCode)) {
    const found = linkNamed(name)
    if (found === undefined) return undefined
    if (found === 'absent') absent.push(name)
    else if (program_id === undefined || found.link.program_id === program_id) {
      return { code: found.code, link: found.link, absent }
    }
  }
  return undefined
}

async function loadNamed(run: Run, names: readonly string[]): Promise<Map<string, KnownLink>> {
  const named = new Map<string, KnownLink>()
  if (names.length === 0) return named
  const places = await findLinkCodes(run, names)
  for (const [programId, ofProgram] of groupBy(places, ({ program_id }) => program_id)) {
    const links = await loadLinks(
      run,
      programId,
      ofProgram.map(({ link_id }) => link_id),
    )
    const byId = new Map(links.map((link) => [link.link_id, link]))
    for (const { code, link_id } of ofProgram) {
      const link = byId.get(link_id)
      if (link !== undefined) named.set(foldLinkCode(code), { code, link })
    }
  }
  return named
}
