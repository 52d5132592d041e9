import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { lazily } from '../../core/async/lazy.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { DEFAULT_COLOR } from '../../core/text/text-color.rule.ts'
import { findProgramLanguage } from '../../notifications/mail/recipient-language.sql.ts'
import { type BrandRow, findBrand, findProgramBySlug } from '../../workspace/branding/brands.sql.ts'
import { logoPath } from '../../workspace/branding/logo-path.rule.ts'
import { isSlug } from '../../workspace/branding/slug.rule.ts'
import { commissionSentences } from '../../workspace/programs/commission-sentences.rule.ts'
import { readCommissionTerms } from '../../workspace/programs/commission-terms.flow.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { checkJoinChallenge, makeJoinChallenge, type SolvedChallenge } from './join-challenge.adapter.ts'
import { joinScript, joinStyle } from './join-files.adapter.ts'
import type { JoinHead } from './join-page.ts'
import { findJoinPage, findPayoutTerms, type JoinPageRow } from './join-pages.sql.ts'
import { onboardingLimits } from './limits.ts'
import { paymentSentences } from './payment-sentences.rule.ts'
import type { JoinPageInput } from './update-join-page.flow.ts'

/** A program with its join page. */
export interface JoinPageData {
  slug: string
  program: ProgramRow
  brand: BrandRow | undefined
  /** Undefined until the join page is set up. */
  page: JoinPageRow | undefined
  /** The program's default language. */
  language: Language
}

/** Loads a join page by slug. @returns undefined if no program has this slug */
export async function findJoinPageData(
  { database: { kysely } }: Pick<Deps, 'database'>,
  slug: string,
): Promise<JoinPageData | undefined> {
  if (!isSlug(slug)) return undefined
  const programId = await findProgramBySlug(kysely, slug)
  const program = programId === undefined ? undefined : await findProgram(kysely, programId)
  if (program === undefined) return undefined
  const [brand, page, language] = await Promise.all([
    findBrand(kysely, program.id),
    findJoinPage(kysely, program.id),
    findProgramLanguage(kysely, program.id),
  ])
  return { slug, program, brand, page, language }
}

/** Returns whether anyone can join: the program is active and accepts referrals. */
export function acceptsPartners({ program }: JoinPageData): boolean {
  return program.status === 'active' && !program.closed_to_new_referrals
}

/** Loaded with the first page, because the Markdown parser would slow down startup. */
const markdown = lazily(() => import('./markdown.rule.ts'))

/** Rendered HTML by Markdown. All visitors see the same texts. */
const readTexts = new LRUCache<string, string>({ max: onboardingLimits.joinTextsKept })

/** Renders Markdown in a separate turn of the event loop, because long texts take a while. */
export async function renderMarkdown(text: string): Promise<string> {
  const cached = readTexts.get(text)
  if (cached !== undefined) return cached
  const { markdownToHtml } = await markdown()
  await setImmediate()
  const html = markdownToHtml(text)
  readTexts.set(text, html)
  return html
}

/** Loads the content above the form. */
export async function loadJoinHead(
  { database: { kysely } }: Pick<Deps, 'database'>,
  {
    program,
    brand,
    page,
  }: Pick<JoinPageData, 'program' | 'brand'> & {
    page: Pick<JoinPageRow, 'content' | 'terms' | 'terms_version' | 'questions'> | undefined
  },
  language: Language,
): Promise<JoinHead> {
  const { policies, perLead } = await readCommissionTerms(kysely, program, null)
  const payouts = await findPayoutTerms(kysely, program.id)
  const terms = page?.terms ?? null
  return {
    programName: program.name,
    slug: brand?.slug ?? null,
    color: brand?.color ?? DEFAULT_COLOR,
    logoPath: logoPath(brand),
    contentHtml: page === undefined ? '' : await renderMarkdown(page.content),
    language,
    sentences: commissionSentences(policies, perLead, language),
    paymentSentences: paymentSentences(program, { policies, perLead, payouts }, language),
    termsHtml: terms === null ? undefined : await renderMarkdown(terms),
    termsVersion: page?.terms_version ?? null,
    questions: page?.questions ?? [],
  }
}

/** Renders the content above the form with unsaved settings. */
export async function draftHead(
  deps: Pick<Deps, 'database'>,
  program: ProgramRow,
  { content, terms, questions }: JoinPageInput,
): Promise<JoinHead> {
  const { kysely } = deps.database
  const [brand, joinPage, language] = await Promise.all([
    findBrand(kysely, program.id),
    findJoinPage(kysely, program.id),
    findProgramLanguage(kysely, program.id),
  ])
  const isNew = terms !== null && terms !== joinPage?.terms
  const page = {
    content,
    terms,
    terms_version: (joinPage?.terms_version ?? 0) + (isNew ? 1 : 0),
    questions: questions.map((question, n) => ({ ...question, id: question.id ?? `new${n}` })),
  }
  return loadJoinHead(deps, { program, brand, page }, language)
}

/** Loads the page's style and script. */
export const joinFiles = { style: joinStyle, script: joinScript }

/** Creates a proof-of-work challenge for this program. */
export function newChallenge(
  { config: { appSecret }, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  { id: programId }: ProgramRow,
): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + onboardingLimits.challengeMinutes * MINUTE_MS)
  return makeJoinChallenge({ programId, ids, appSecret, expiresAt })
}

/** Verifies the proof of work. Reuse is detected when the application is saved. */
export function checkChallenge(
  { config: { appSecret }, clock }: Pick<Deps, 'config' | 'clock'>,
  { id: programId }: ProgramRow,
  payload: string,
): Promise<SolvedChallenge> {
  return checkJoinChallenge(payload, { programId, appSecret, now: clock.now() })
}

const MINUTE_MS = 60 * 1000
