import { config } from 'zod'

// zod tries once whether it may compile its checks with `eval`. The content security policy forbids that, and Firefox
// notes each try as an error. It must hold before the first schema is made: hence a module that is imported first.
config({ jitless: true })
