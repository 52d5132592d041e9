import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUILD = join(import.meta.dirname, '../dist')

interface App {
  html: string
  /** The chunks that the first page imports dynamically, in this order. */
  chunks: readonly string[]
  /** Maximum compressed size. */
  maxBytes: number
}

export const FIRST_LOADS = {
  // Measured: 169.1 kB.
  overview: { html: 'index.html', chunks: ['app', 'overview-page'], maxBytes: 170_000 },
  // Measured: 139.6 kB.
  portal: {
    html: 'partner.html',
    chunks: ['shared.en', 'portal.en', 'start-app', 'overview-page'],
    maxBytes: 140_000,
  },
} satisfies Record<string, App>

/**
 * Returns the scripts and styles of the build that a browser loads until an app's first page is usable, by path, with
 * their compressed bytes.
 */
export function firstLoad({ html, chunks }: App): Map<string, number> {
  const page = readFileSync(join(BUILD, html), 'utf8')
  const texts = new Map<string, string>()
  const addAll = (paths: Iterable<string>) => {
    for (const path of paths) {
      if (texts.has(path)) continue
      const text = readFileSync(join(BUILD, path), 'utf8')
      texts.set(path, text)
      addAll(findFiles(text, /(?:from|import)\s*["'`]\.\/([^"'`/]+\.js)["'`]/g))
      addAll(findFiles(text, /["'`]assets\/([^"'`/]+\.css)["'`]/g))
    }
  }
  addAll([...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? []))
  for (const chunk of chunks) {
    const imported = [...texts.values()].flatMap((text) =>
      findFiles(text, /import\(\s*["'`]\.\/([^"'`/]+\.js)["'`]\s*\)/g),
    )
    const importing = imported.filter((path) => path.startsWith(`/assets/${chunk}-`))
    if (importing.length === 0) throw new Error(`nothing imports the chunk ${chunk}`)
    addAll(importing)
  }
  return new Map([...texts].map(([path, text]) => [path, gzipSync(text, { level: 9 }).length]))
}

function findFiles(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => `/assets/${name}`)
}
