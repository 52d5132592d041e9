/** Why a password is rejected. */
export type PasswordRejection = 'too_short' | 'too_long' | 'address' | 'common'

export const PASSWORD_CHARS = { least: 10, most: 128 }

/**
 * Rejects weak passwords: too short, the email or part of it, or very common. Length matters more than variety, so no
 * classes of characters are required.
 */
export function passwordRejection(password: string, email: string): PasswordRejection | undefined {
  if (password.length < PASSWORD_CHARS.least) return 'too_short'
  if (password.length > PASSWORD_CHARS.most) return 'too_long'
  const normalized = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  const [name, domain] = address.split('@')
  if (normalized === address || normalized === name || normalized === domain) return 'address'
  if (COMMON.has(normalized) || new Set(normalized).size < 3) return 'common'
  return undefined
}

export function passwordRejectionText(rejection: PasswordRejection): string {
  switch (rejection) {
    case 'too_short':
      return `The password is too short. Use at least ${PASSWORD_CHARS.least} characters.`
    case 'too_long':
      return `The password is too long. Use at most ${PASSWORD_CHARS.most} characters.`
    case 'address':
      return 'The password is your email address or part of it. Choose one that is hard to guess.'
    case 'common':
      return 'This password is too common. Choose one that is hard to guess.'
  }
}

/** The most common leaked passwords that meet the minimum length. */
const COMMON = new Set(
  `0123456789 0987654321 1029384756 1122334455 1234512345 1234554321 1234567890 12345678900 12345678901
  123456789a 123456789q 123123123123 11223344556677 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5
  q1w2e3r4t5y6 qazwsxedcrfv qwe123qwe123 qweasdzxc123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop123
  qwertyuiopasdfghjkl asdfghjkl1 asdfghjkl123 asdfghjklqwertyuiop zxcvbnm123 zaq12wsxcde3 abc1234567 abcd123456
  abcd1234567 abcdefghij abcdefghijk 1234567abc a123456789 a1b2c3d4e5 aa123456789 aa12345678 admin12345 admin123456
  admin@1234 administrator adminadmin password01 password11 password12 password123 password123! password1234
  password12345 password2024 password2025 password2026 passw0rd123 p@ssw0rd123 p@ssword123 p@55w0rd123 mypassword
  mypassword1 passwordpassword thepassword changeme123 changeme1234 pleasechangeme letmein123 letmein1234 letmeinnow
  welcome123 welcome1234 welcome2024 welcome2025 welcome2026 iloveyou12 iloveyou123 iloveyou1234 iloveyou2 iloveyou!!
  ihateyou123 sunshine123 princess123 football123 baseball123 basketball superman123 batman12345 michael123
  charlie123 jennifer123 jordan12345 monkey12345 dragon12345 master12345 shadow12345 starwars123 computer123
  internet123 samsung123 liverpool123 manchester chocolate1 strawberry summer2024 summer2025 summer2026 winter2024
  winter2025 winter2026 test123456 test1234567 testtesttest testing123 tester12345 trustno1trustno1 secret12345
  supersecret temporary1 temppassword default123 qwaszx1234 killer12345 loveme12345 lovelovelove whatever123
  correcthorsebatterystaple 147258369a 147852369a 741852963a 7777777777a 9876543210 a987654321 98765432100`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
