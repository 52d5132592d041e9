import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { markdownFault } from '../../core/text/markdown-size.rule.ts'

/**
 * What somebody wrote in Markdown as HTML that may stand in any page. No HTML of theirs is HTML, nothing is loaded from
 * elsewhere (an image is its text), links lead to pages and mailboxes alone and vouch for nobody, and headings begin below
 * the page's own. Tables and bare addresses stay text: they are what takes long of a long text. A text that would take too
 * long (`markdownFault`), saved before that was checked, is shown as it was typed.
 */
export function markdownToHtml(text: string): string {
  if (markdownFault(text) === undefined) return MARKDOWN.render(text)
  return `<pre>${escapeHtml(text)}</pre>`
}

/** What nobody writes by hand, and a program that wants to keep the service busy does. */
const MOST_NESTED = 12

const LINK = /^(?:https?:\/\/|mailto:)/i

function makeMarkdown() {
  const markdown = new MarkdownIt({
    html: false,
    linkify: false,
    typographer: false,
    maxNesting: MOST_NESTED,
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
