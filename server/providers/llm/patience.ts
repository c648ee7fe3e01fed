/** Milliseconds within which a model has answered a question. */
export const answerTimeoutMs = 120_000
