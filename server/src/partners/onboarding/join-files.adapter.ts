import { readFileSync } from 'node:fs'
import { lazily } from '../../core/async/lazy.ts'

const FOLDER = new URL('../../../join-page/', import.meta.url)

/** The style of a join page, which stands in it. */
export const joinStyle = lazily(() => readFileSync(new URL('join-page.css', FOLDER), 'utf8'))

/** Its script, which finds what proves that a browser has worked. */
export const joinScript = lazily(() => readFileSync(new URL('join-page.js', FOLDER), 'utf8'))
