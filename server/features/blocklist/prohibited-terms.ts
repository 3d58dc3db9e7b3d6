/**
 * Terms that nothing may be called by, whatever an operator says: names of categories, not phrases. An entry in a script without
 * spaces is found anywhere, any other as a whole word; `…` at its end stands for any ending.
 */

/** Established names of a category that is prohibited by itself. */
export const NAMES: readonly string[] = [
  'loli', 'lolis', 'lolicon…', 'shota', 'shotas', 'shotacon…', 'toddlercon…', 'oppailoli', 'csam', 'csem', 'pedophil…', 'paedophil…', 'pedofil…', 'pädophil…', 'педофил…', 'лоликон…', 'шотакон…',
  'ロリコン', 'ショタコン', '萝莉控', '蘿莉控', '正太控', '炼铜', '恋童', '戀童', '로리콘', '쇼타콘', '소아성애', '小児性愛',
  'zoophilia', 'zoofilia', 'зоофилия', 'deepfakeporn…', 'revengeporn…',
];

/** Words for those under age, in the languages of the site and of its library. */
export const MINORS: readonly string[] = [
  'child', 'children', 'childs', 'minor', 'minors', 'underage', 'underaged', 'preteen…', 'toddler', 'toddlers', 'infant', 'infants', 'jailbait', 'kiddie', 'kiddy', 'loli', 'shota',
  'kind', 'kinder', 'minderjährig…', 'niño', 'niña', 'niños', 'niñas', 'infantil', 'menor', 'menores', 'criança', 'crianças', 'enfant', 'enfants', 'mineur', 'mineurs', 'mineure', 'mineures',
  'bambino', 'bambini', 'bambina', 'bambine', 'minorenne', 'minorenni', 'anak', 'bocah', 'ребенок', 'ребёнок', 'дети', 'детск…', 'детей', 'малолетн…', 'несовершеннолетн…',
  'طفل', 'طفلة', 'أطفال', 'الأطفال', 'قاصر', 'قاصرات', 'बच्चा', 'बच्चे', 'बच्चों', 'बाल', 'नाबालिग',
  '儿童', '兒童', '幼女', '幼童', '未成年', '小学生', '小學生', '子供', '子ども', '児童', '幼児', '小児', '아동', '미성년', '초등학생', '유아',
];

/** Words that say what is shown is sexual. */
export const SEXUAL: readonly string[] = [
  'porn…', 'hentai', 'sex', 'sexo', 'sexe', 'sesso', 'sexual', 'sexuel', 'sexuelle', 'sexuell…', 'nude', 'nudes', 'erotic…', 'erotik…', 'erótic…', 'érotique…', 'nsfw', 'xxx', 'explicit', 'seks',
  'порно…', 'секс', 'эротик…', 'хентай', 'إباحية', 'إباحي', 'جنس', 'جنسي', 'जिस्मानी', 'अश्लील', 'पोर्न',
  '色情', '成人片', '性交', '性爱', '性愛', 'ポルノ', 'えろ', 'ハメ撮り', '포르노', '야동', '음란', '성인물',
];

/** Words that say someone real is shown, and what must not be shown of them. */
export const REAL: readonly string[] = ['real', 'irl', 'celebrity', 'nonconsensual', 'deepfake…', 'revenge', 'hiddencam', 'voyeur'];
export const NOT_REAL: readonly string[] = ['bestiality', 'porn…', 'nudes', 'nude'];

/** Harmless phrases that look like one of them: names of people and things, and works that warn or teach. */
export const FRIENDS: readonly string[] = [
  'shota rustaveli', 'shota aizawa', 'shota kazehaya', 'shota imanaga', 'shota sometani', 'tia loli', 'loli pop', 'loli rock', 'sex education', 'sexual education', 'sexual health',
  'sexual abuse', 'child protection', 'protection of children', 'no minors', 'not for minors', 'no children', 'against child', 'children of sex workers', 'real estate',
  'educación sexual', 'educação sexual', 'éducation sexuelle', 'sexualerziehung', 'половое воспитание', '性教育', '성교육', '防止儿童', '保护儿童', '児童ポルノ禁止', 'sex and the city', 'explicit content',
];
