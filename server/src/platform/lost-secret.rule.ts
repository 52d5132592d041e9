import { dirname } from 'node:path'

/** What an installation loses that goes on with another APP_SECRET than its data was made with. */
export const LOST_WITHOUT_SECRET =
  'everybody signs in again, second factors are set up anew, payout details and the accounts that programs pay from are entered anew, known e-mails and the orders of erased persons are not recognised any more, and webhooks need new secrets'

/**
 * What is said where a database was used with a secret that its data folder does not hold.
 * @param database in words, at the beginning of a sentence
 * @param path of the file that should be there, from the root
 */
export function secretMissing(database: string, path: string): string {
  return (
    `${database} was used with a secret that is not here: there is no file ${path}, and APP_SECRET is not set. Set ` +
    `APP_SECRET as it was, or ${todo(path)}`
  )
}

/** What is said of a file in which the secret should stand. @param what is wrong with it, after its name */
export function secretUnusable(path: string, what: string): string {
  return `The file ${path} ${what}, where this service keeps its secret: set APP_SECRET as it was, or ${todo(path)}`
}

function todo(path: string): string {
  const folder = quoteForShell(dirname(path))
  const make = `(umask 077; mkdir -p ${folder}; openssl rand -base64 32 > ${quoteForShell(path)})`
  return `put it back from a backup. To go on with a new one, write it there (\`${make}\`); then ${LOST_WITHOUT_SECRET}.`
}

/** As one word of a command that is typed. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
