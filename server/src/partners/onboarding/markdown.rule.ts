import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { markdownError } from '../../core/text/markdown-size.rule.ts'

/**
 * Renders Markdown as safe HTML: raw HTML is escaped, nothing external is loaded, links are restricted and marked as
 * untrusted, and headings start below the page's own. Tables and bare URLs remain text, because they are slow to parse.
 * Texts over the limits (`markdownError`) are shown unrendered.
 */
export function markdownToHtml(text: string): string {
  if (markdownError(text) === undefined) return MARKDOWN.render(text)
  return `<pre>${escapeHtml(text)}</pre>`
}

/** Limits against texts that are crafted to render slowly. Text written by people never reaches them. */
const MAX_NESTED = 12

const LINK = /^(?:https?:\/\/|mailto:)/i

function makeMarkdown() {
  const markdown = new MarkdownIt({
    html: false,
    linkify: false,
    typographer: false,
    maxNesting: MAX_NESTED,
  })
  markdown.disable(['image', 'table', 'autolink'])
  markdown.validateLink = (url) => LINK.test(url.trim())
  const { renderer } = markdown
  renderer.rules.link_open = (tokens, at, options) => {
    tokens[at]?.attrSet('rel', 'nofollow noopener noreferrer')
    return renderer.renderToken(tokens, at, options)
  }
  const heading: NonNullable<typeof renderer.rules.heading_open> = (tokens, at, options) => {
    const token = tokens[at]
    if (token !== undefined) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
    return renderer.renderToken(tokens, at, options)
  }
  renderer.rules.heading_open = heading
  renderer.rules.heading_close = heading
  return markdown
}

const MARKDOWN = makeMarkdown()
