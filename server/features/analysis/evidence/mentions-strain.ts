import { everydayWords } from '#contract/rules/everyday-words.ts'
import { allWords, isNumber, isSignificantWord } from '#contract/rules/quote-words.ts'

/** By language. `*` stands for any ending. */
const words = {
  /** What is a strain, unless it is negated, less or eased. */
  strain: {
    english:
      'stress* overwhelm* exhaust* drained draining overwork* overtime overload* burnout panic* worr* nervous* anxi* irritab* irritated angry anger headache* pressure* struggl* suffer* hopeless* helpless* desperate empty numb cynical dread* afraid depress* sad lonely crying cried cry tired* weary fatigue* tense tension pain* sick frustrat* resign* sleepless* insomnia awake restless* breakdown worn+out on+edge burned+out burnt+out break+down too+much at+my+limit give+up',
    danish:
      'stress* udmatte* udbrændt* overvælde* træt* drænet panik* bekymr* nervøs* angst* irritab* irriter* vred* hovedpine pres* presset håbløs* deprim* trist* ensom* græd* anspændt søvnløs* rastløs* ondt smerte* overarbejde for+meget',
    norwegian:
      'utmatte* utbrent* overveld* trøtt* sliten* slitne bekymre* hodepine gråt* gråter søvnløs* vond* for+mye',
    swedish:
      'utmatta* utbränd* överväldig* trött* orolig* oro ångest* irritera* arg huvudvärk press* hopplös* deprimera* ledsen ensam* gråt* spänd* sömnlös* ont smärt* övertid för+mycket',
    german:
      'stress* gestresst* erschöpf* ausgebrannt* überforder* überlast* überlastet* überstunden müde* panik* sorge* nervös* angst* ängst* gereizt* wütend* kopfschmerz* schmerz* druck* hoffnungslos* deprimier* traurig* einsam* wein* angespannt* schlaflos* unruhig* leer fertig+mit zu+viel',
    dutch:
      'stress* gestrest* uitgeput* opgebrand* overweldig* overbelast* overspannen moe* vermoeid* paniek* zorgen bezorgd* zenuwachtig* angst* bang geïrriteerd* boos hoofdpijn pijn* druk* hopeloos depri* verdriet* eenzaam* huil* gespannen slapeloos* onrustig* te+veel',
    french:
      'stress* épuis* débord* surmen* surcharg* fatigu* panique* inquiet* inquièt* nerveu* anxi* angoiss* irrit* colère mal+à+la+tête douleur* pression désespér* déprim* triste* seul* pleur* tendu* insomni* vidé* à+bout trop',
    spanish:
      'estrés* estres* agota* quemad* abrumad* sobrecarg* cansad* cansancio pánico preocup* nervios* ansie* ansios* irritab* irritad* enfad* dolor* presión desesper* deprim* triste* llor* tens* insomnio vacío demasiado',
  },
  /** What is a strain where it is negated, less or bad. */
  wellbeing: {
    english:
      'sleep* slept rest rested rests resting energ* mood spirits engag* recover* motivat* focus* concentrat* satisf* happy happiness wellbeing appetite confiden* cope coping joy calm relax* manage strength hope switch+off keep+up breathe',
    danish:
      'sov* søvn* hvil* energi* humør motiv* koncentrer* fokus* glad* glæde* appetit* overskud* slappe+af kræfter',
    norwegian: 'søvn* hvile* konsentrer* matlyst* overskudd slappe+av krefter',
    swedish:
      'sov* sömn* vila* energi* humör motiv* koncentrer* fokus* glad* glädj* aptit* ork* koppla+av krafter',
    german:
      'schlaf* schläf* geschlafen erhol* energie* stimmung laune motiv* konzentrier* freude* froh* glücklich* appetit abschalten kraft ruhe ruhig entspann*',
    dutch:
      'slaap* slapen geslapen rust* herstel* energie* humeur motiv* concentr* blij* plezier eetlust ontspann* kracht',
    french:
      'dor* sommeil repos* énergie humeur motiv* concentr* joie heureu* appétit force* détend* calme',
    spanish:
      'dorm* duerm* sueño descans* energía ánimo motiv* concentr* alegr* feliz apetito fuerza* calma relaj*',
  },
  less: {
    english: 'low lower little less fewer gone lost losing',
    other:
      'lidt lite lav lavt mindre færre færdig væk borte tabt mistet wenig weniger niedrig weg verloren weinig minder laag kwijt peu moins bas basse perdu poco menos bajo baja perdido',
  },
  bad: {
    english:
      'bad badly poor poorly worse worst terrible terribly awful awfully trouble problem problems difficult difficulty hard broken barely',
    other:
      'dårlig dårligt dårligere værre svært problemer vanskelig dåligt dålig sämre svårt schlecht schlechte schlechter schlimm schwer probleme slecht slechte slechter moeilijk problemen mal mauvais mauvaise pire difficile problème problèmes malo mala peor difícil problemas',
  },
  eased: {
    english: 'better fine okay ok good manageable under+control',
    other: 'bedre fint godt bättre bra besser gut beter goed mieux bien mejor',
  },
}

type Phrase = readonly string[]
const listPhrases = (lists: Record<string, string>, more: readonly string[] = []): Phrase[] =>
  [...Object.values(lists).flatMap((list) => list.split(' ')), ...more].map((it) =>
    it.split(/[+ ]/),
  )
const everyday = (isGood: boolean) =>
  everydayWords.flatMap((it) => (it.isGood === isGood ? [...it.nouns, ...it.others] : []))

const strain = listPhrases(words.strain, everyday(false))
const wellbeing = listPhrases(words.wellbeing, everyday(true))
const [less, bad, eased] = [
  listPhrases(words.less),
  listPhrases(words.bad),
  listPhrases(words.eased),
]

/** Words before and after a word that may change its meaning. */
const [maxBefore, maxAfter] = [4, 3]

/** Whether a text has a word of strain that it does not take back, such as "exhausted", or "hardly sleep". */
export const mentionsStrain = (text: string) =>
  text
    .split(/[.,;:!?…\n—–]|\s(?:and|but|og|men|och|und|aber|maar|et|mais|y|pero)\s/iu)
    .some(isStrain)

function isStrain(clause: string) {
  const said = allWords(clause).map(({ text }) => text)
  return said.some((_, at) => {
    const [strained, well] = [sizeAt(strain, said, at), sizeAt(wellbeing, said, at)]
    if (!strained && !well) return false
    const before = said.slice(Math.max(0, at - maxBefore), at)
    const after = said.slice(at + Math.max(strained, well)).slice(0, maxAfter)
    const near = [before, after]
    // "Ich schlafe nicht", "my sleep is not good"; but "I am tired of not sleeping".
    const isNegated = [...before, ...(strained ? after.slice(0, 1) : after)].some(isNegation)
    const turns = [isNegated, has(less, near), !strained && has(bad, near)].filter(Boolean).length
    return strained ? turns % 2 === 0 && !has(eased, [after]) : turns % 2 === 1
  })
}

const isNegation = (word: string) => isSignificantWord(word) && !isNumber(word)
const has = (phrases: readonly Phrase[], near: readonly (readonly string[])[]) =>
  near.some((said) => said.some((_, at) => sizeAt(phrases, said, at) > 0))

/** Number of words of the phrase that begins there; 0 if none does. */
const sizeAt = (phrases: readonly Phrase[], said: readonly string[], at: number) =>
  Math.max(
    0,
    ...phrases.map((phrase) =>
      phrase.every((word, index) => isWord(said[at + index], word)) ? phrase.length : 0,
    ),
  )

const isWord = (said: string | undefined, word: string) =>
  word.endsWith('*') ? said?.startsWith(word.slice(0, -1)) : said === word
