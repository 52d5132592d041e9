/**
 * Converts text to the character set that every SEPA bank accepts: Latin letters, digits, spaces and `/ - ? : ( ) . , '
 * +`. Removes accents, transliterates Greek and Cyrillic, and replaces other characters with a period. The result never
 * starts or ends with a slash and has no repeated slashes.
 */
export function sepaText(text: string, maxChars: number): string {
  // Each character converts to one to four characters, so more input than this is never needed.
  const letters = [...text.slice(0, 8 * maxChars).normalize('NFKC')].map(toLatin).join('')
  return letters
    .replace(/ +/g, ' ')
    .replace(/\/{2,}/g, '/')
    .slice(0, maxChars)
    .replace(/^[ /]+|[ /]+$/g, '')
}

/** Returns whether any readable text is left. */
export function hasSepaText(text: string): boolean {
  return /[A-Za-z0-9]/.test(text)
}

const ALLOWED_CHARS = /^[A-Za-z0-9/\-?:().,'+ ]$/

function toLatin(char: string): string {
  if (ALLOWED_CHARS.test(char)) return char
  const transliteration = TRANSLITERATIONS.get(char)
  if (transliteration !== undefined) return transliteration
  const base = char.normalize('NFD').replace(/\p{M}/gu, '')
  if (base.length === 1 && ALLOWED_CHARS.test(base)) return base
  const baseTransliteration = TRANSLITERATIONS.get(base)
  if (baseTransliteration !== undefined) return baseTransliteration
  if (/^[\p{M}\p{Cf}]*$/u.test(char)) return ''
  return /^[\p{Z}\p{Cc}]$/u.test(char) ? ' ' : '.'
}

const TRANSLITERATIONS = parsePairs(
  'Ä Ae ä ae Ö Oe ö oe Ü Ue ü ue ß ss ẞ SS Æ AE æ ae Œ OE œ oe Ø O ø o Å A å a Đ D đ d Ð D ð d Þ Th þ th Ł L ł l ' +
    "Ħ H ħ h ı i Ŋ N ŋ n Ŧ T ŧ t & + ` ' ´ ' ‘ ' ’ ' “ ' ” ' \" ' – - — - − - _ - @ (at) € EUR ; , * . = - [ ( ] ) " +
    '{ ( } ) | / \\ / ' +
    'А A Б B В V Г G Д D Е E Ж Zh З Z И I К K Л L М M Н N О O П P Р R С S Т T У U Ф F Х Kh Ц Ts Ч Ch Ш Sh Щ Sht ' +
    'Ы Y Э E Ю Yu Я Ya Є Ye І I Ґ G Ђ Dj Ј J Љ Lj Њ Nj Ћ C Џ Dz ' +
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ sht ' +
    'ы y э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ' +
    'Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ Th Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S Τ T Υ Y Φ F Χ Ch Ψ Ps Ω O ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
)

function parsePairs(pairs: string): Map<string, string> {
  const parts = pairs.split(' ')
  const transliterations = new Map<string, string>([
    ['ъ', ''],
    ['ь', ''],
    ['Ъ', ''],
    ['Ь', ''],
  ])
  for (let at = 0; at + 1 < parts.length; at += 2) transliterations.set(parts[at] ?? '', parts[at + 1] ?? '')
  return transliterations
}
