/** Public: published in the README. */
export const demoPassword = 'wellbeing-demo'
export const demoDomain = 'demo.maylab.test'

/** Whether these are the published demo credentials. */
export const isPublicDemoSignIn = (email: string, password: string) =>
  password === demoPassword && email.endsWith(`@${demoDomain}`)
