// Which words a question and its answer are made of, and which say that a number is something else. Whatever is in neither
// list makes no number: what was not foreseen is not guessed.

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

const hesitating =
  'um uh er erm hm hmm mm mhm oh ah well like so okay ok yes yeah yep honestly really just'

/** What may stand between the parts of a question: the scale, the topic, and the word that asks. */
export const asking = set(
  'how where what which rate put give say tell place score number figure value scale point points level quality',
  'is was were are been be being has have had do does did would could can you your yourself the a an of for on in at from to between and or with it',
  'that this these week weeks past last few days today now currently moment lately right then feel feeling felt me us please if',
  'overall general generally about describe terms choose pick call consider think i',
  'after work let put putting number again also then so okay and',
  hesitating,
)

/** What "how" asks by: "how high", but not "a good number". */
export const degrees = set('high strong good well much great')

/** The words that ask. */
export const interrogatives = set('how where what which rate put score give')

/** What may stand around the number of an answer. */
export const answering = set(
  "i i'd i'm i'll me my mine it it's its is was be been would am that that's this the a an",
  'say guess think suppose feel feeling put give rate call go with at about around roughly approximately maybe perhaps probably possibly',
  "right now today currently moment week lately overall let let's see solid strong good clear number somewhere pretty much more rather actually",
  'no nope sorry mean make correct seriously wait scratch on scale for of both each again still same you know definitely only also then to be honest sort kind bit',
  'point points level quality score and or honestly yes yeah exactly think really all things considered',
  hesitating,
)

/** What fills a pause. */
export const pauses = set('um uh er erm hm hmm mm ah oh')

/** After one of these a number is what somebody says of themselves, whatever was said before it. */
export const announcing = set('maybe perhaps probably guess um uh er erm hm hmm')

/** What may follow a number that counts nothing: "six, I think", but not "six hours". */
export const following = set(
  "maybe perhaps probably i i'd i'm it it's it was i guess think say right now today currently this really honestly again",
  "but and so because since though although then my we yes yeah no sorry actually or still overall definitely please that's you well both seriously wait rather",
)

/** After one of these another thought begins. */
export const dividing = set('but because and so although though while whereas since')

/** Of somebody else, of another time, of a wish, or of no one day: such a number is not the client's present one. */
const people =
  "he she they him her his their them he's she's they're he'd she'd they'd someone somebody everyone everybody people wife husband partner spouse girlfriend boyfriend mother father mum mom dad parents sister brother son daughter child children kid kids family friend friends boss manager colleague colleagues coworker coworkers team teams doctor therapist supervisor client clients others"
const things =
  'film movie book show series game meal food restaurant app song match hotel exam test meeting interview session room office company job traffic weather'
const times =
  'yesterday ago before previously earlier formerly used monday tuesday wednesday thursday friday saturday sunday month months year years january february march april june july august september october november december christmas summer winter spring autumn holiday holidays weekend weekends weekday weekdays childhood night nights'
const wishes =
  'wish hope hoping ideal ideally goal target aim tomorrow next soon future expect imagine desired become'
const conditions = 'some depends usually normally typically sometimes often best worst unless'
const measures = 'hours hour minutes minute times time oclock kilos kilo pounds euros dollars'
export const elsewhere = set(people, things, times, wishes, conditions, measures)

/** In an answer also what makes a number none, or another one. */
export const unmeant = set(
  "not never isn't wasn't wouldn't don't can't less than under over above below least most almost nearly up down minus plus from if when without instead wanted want could might should morning evening noon",
)

/** In a question also what makes it another question. */
export const otherwise = set(
  'confident confidence important importance ready readiness likely motivated willing satisfied happy hard difficult bad poor low lower higher better worse best worst reverse reversed opposite lack trouble problems problem get got need needs many long without want wanted not never should free',
)

/** What takes a number back, wherever it stands behind it. */
export const correcting = set(
  'no nope actually sorry rather mean correct scratch wait correction seriously',
)

/** Said by a coach who only waits, or has heard. */
export const waiting = set(
  'okay ok thank thanks you take your time mm hm hmm mhm yes yeah just roughly number what comes to mind any i see right good go ahead and a spontaneously first is fine it exactly',
)

/** What a coach says a heard number back in. */
export const repeating = set(
  "so let us a an that's that about then would be shall should we say is it it's you you'd you're at for your the right okay ok thank thanks i hear heard did see maybe rather more like out of this week today now mean alright and um uh well let's put down call give yes good",
)

export const agreeing = set(
  'yes yeah yep exactly right correct sure absolutely precisely true indeed',
)
/** A thought of nothing else denies the number before it: "a ten, no way". */
export const denying = set(
  'no nope never hardly not way chance at all of course god oh but really quite',
)
/** Behind a number: it was not meant. */
export const mocking = set(
  'joking kidding joke nonsense rubbish bullshit ridiculous ha haha hah lol',
)
/** The same as a whole thought. */
export const scoffs: ReadonlySet<string> = new Set([
  ...['my foot', 'my ass', 'my arse', 'my eye', 'in my dreams', 'in your dreams'],
  ...['dream on', 'fat chance', 'get real', 'as if'],
])
/** After one of these something else is told: "six, I slept badly", "six because of work". */
export const starting = set(
  "i i'm i'd i've it it's that that's this there we you but because since though although so while",
)
/** How one is, and what an end of a scale means. */
export const good = set(
  'good great best excellent perfect wonderful amazing relaxed calm peaceful well fine happy rested refreshed fantastic super brilliant energised full ideal optimal better easy',
)
export const bad = set(
  'bad worst terrible awful horrible poor dreadful miserable exhausted tired empty drained panic overwhelmed unbearable worse sad down depressed stressed anxious burnt worn hard lousy',
)
export const refusing = set("no not nope don't isn't but hm hmm depends")
