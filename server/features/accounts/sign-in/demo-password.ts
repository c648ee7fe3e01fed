/** The one password that everybody knows, because it stands in the README. */
export const demoPassword = 'wellbeing-demo'
export const demoDomain = 'demo.maylab.test'

/** Whether anybody could sign in like this, because it stands in the README. */
export const isPublicDemoSignIn = (email: string, password: string) =>
  password === demoPassword && email.endsWith(`@${demoDomain}`)
