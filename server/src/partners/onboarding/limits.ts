export const onboardingLimits = {
  /** Maximum length of a join page's text and terms. */
  maxJoinContentLength: 20_000,
  /** Number of rendered texts cached per process. */
  joinTextsKept: 100,
  questionsPerPage: 10,
  /** Maximum size of a submitted form, and of the proof of work in it. */
  joinFormBytes: 64 * 1024,
  joinFormFields: 40,
  maxChallengeLength: 2_000,
  challengeMinutes: 60,
  /** Response times are rounded up to a multiple of this, so that they don't reveal the outcome. */
  joinAnswerMs: 250,
  /** Maximum number of repeated applications that are recorded. */
  applicationsNoted: 10,
  maxDecisionLength: 2_000,
  decisionsPerRequest: 100,
  maxApplicantAnswerLength: 5_000,
  applicantAnswerDays: 14,
  rejectedApplicationDays: 730,
  joinInvitationDays: 30,
  joinInvitationsOpen: 200,
  maxQuestionLength: 300,
  choicesPerQuestion: 10,
  maxChoiceLength: 100,
} as const
