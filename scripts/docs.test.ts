import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(`${folder}/${name}`))

const PAGES = [
  ...['.', 'docs', 'docs/adr', 'dashboard'].flatMap(markdownIn),
  ...['bench', 'sdk', 'tracker'].map((folder) => `${folder}/README.md`),
]
const ROUTES = read('server/test/core/routes.txt')
  .split('\n')
  .map((line) => line.split(' | ')[0] ?? '')

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutCode(read(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(PAGES)('%s', (page) => {
  const text = withoutCode(read(page))

  it('links to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : normalize(join(dirname(page), path))
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('names routes that exist; `…` stands for the start of a path', () => {
    const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ([/…][^`\s?{]*)/g)]
    const unknown = named.filter(([, method = '', path = '']) => {
      const ending = path.replace('…', '')
      return !ROUTES.some(
        (route) =>
          route.startsWith(`${method} `) &&
          (route === `${method} ${path}` || (path !== ending && route.endsWith(ending))),
      )
    })
    expect(unknown.map(([route]) => route)).toEqual([])
  })
})
