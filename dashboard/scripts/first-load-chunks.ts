import { fileURLToPath } from 'node:url'

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null
}

interface ModuleInfo {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

const UNKNOWN: ModuleInfo = { code: null, importedIds: [], dynamicallyImportedIds: [] }

const sourcePath = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/**
 * Returns the chunks for the modules that the dashboard always loads. Without these chunks, each module shared
 * by some pages would get its own file, and the first load would consist of a hundred small files, which
 * compress badly. Modules that the partner portal also loads are in a separate chunk.
 */
export function firstLoadChunks() {
  let reachable: Record<'team' | 'overview' | 'portal' | 'portalPages', Set<string>> | undefined
  const chooseChunk = (id: string, graph: ModuleGraph) => {
    reachable ??= {
      team: findReachable(sourcePath('app.tsx'), graph),
      overview: findReachable(sourcePath('pages/overview/overview-page.tsx'), graph),
      portal: findReachable(sourcePath('partner/start-app.tsx'), graph),
      portalPages: findReachable(sourcePath('partner/start-app.tsx'), graph, 'with dynamic imports'),
    }
    // Loaded by the entry, before the modules that need messages.
    if (id === sourcePath('messages/message.ts')) return undefined
    // The overview's building blocks, which other pages also use, would each get a small file.
    if (!reachable.team.has(id))
      return reachable.overview.has(id) && !reachable.portalPages.has(id) && id.startsWith(sourcePath('ui/'))
        ? 'team'
        : undefined
    if (!reachable.portalPages.has(id)) return 'team'
    if (!reachable.portal.has(id)) return 'common-pages'
    return id.includes('/node_modules/') ? 'vendor' : 'common'
  }
  // A chunk also includes what its modules import, unless a chunk with a higher priority includes it.
  return ['team', 'common-pages', 'common', 'vendor'].map((name, priority) => ({
    debugName: name,
    name: (id: string, graph: ModuleGraph) => (chooseChunk(id, graph) === name ? name : null),
    priority,
  }))
}

/** These only re-export, so a module that imports one doesn't need everything in it. */
const BARRELS = /\/node_modules\/(lucide-react|radix-ui)\//

/** Returns a module's ID and the IDs of its static imports, direct and indirect. */
function findReachable(entry: string, graph: ModuleGraph, pages?: 'with dynamic imports'): Set<string> {
  const reachable = new Set([entry])
  for (const id of reachable) {
    const { code, importedIds, dynamicallyImportedIds } = graph.getModuleInfo(id) ?? UNKNOWN
    for (const imported of [...importedIds, ...(pages === undefined ? [] : dynamicallyImportedIds)]) {
      if (!BARRELS.test(imported)) reachable.add(imported)
      else
        for (const icon of iconsIn(code ?? '')) reachable.add(imported.replace(/[^/]+$/, `icons/${icon}.mjs`))
    }
  }
  return reachable
}

/** Returns the files of the icons that a module imports: `ChevronDown` is `chevron-down`. */
function iconsIn(code: string): string[] {
  const [, names = ''] = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/.exec(code) ?? []
  return names
    .split(',')
    .map((name) => name.trim().split(/\s/)[0] ?? '')
    .map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase())
}
