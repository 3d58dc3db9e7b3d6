import { demoLanguages, type DemoLanguage, type DemoLocale, type DemoTerm } from './comic.ts';
import { works } from './works.ts';

const locales = ['ar', 'de', 'es', 'fr', 'hi', 'id', 'pt', 'ru', 'zh'] as const;

/** Name and translations written as one line: English, then the nine other locales in the order of their codes. */
function translated(line: string): { name: string; names: DemoTerm['names'] } {
  const [name, ...rest] = line.split('|').map((part) => part.trim());
  return { name: name!, names: Object.fromEntries(rest.map((text, i) => [locales[i]!, text])) };
}

const tags: Record<string, [color: string, line: string]> = {
  robots: ['#5fb3c9', 'Robots|روبوتات|Roboter|Robots|Robots|रोबोट|Robot|Robôs|Роботы|机器人'],
  sea: ['#2f8fd0', 'Sea|بحر|Meer|Mar|Mer|समुद्र|Laut|Mar|Море|大海'],
  friendship: ['#f2a65a', 'Friendship|صداقة|Freundschaft|Amistad|Amitié|दोस्ती|Persahabatan|Amizade|Дружба|友情'],
  'slice-of-life': [
    '#8fc17a',
    'Slice of life|شريحة من الحياة|Alltag|Vida cotidiana|Tranche de vie|रोज़मर्रा|Keseharian|Cotidiano|Повседневность|日常',
  ],
  cats: ['#f0a04b', 'Cats|قطط|Katzen|Gatos|Chats|बिल्लियाँ|Kucing|Gatos|Кошки|猫'],
  cooking: ['#d9694f', 'Cooking|طبخ|Kochen|Cocina|Cuisine|खाना|Memasak|Culinária|Кулинария|美食'],
  night: ['#5a62c8', 'Night|ليل|Nacht|Noche|Nuit|रात|Malam|Noite|Ночь|夜晚'],
  fantasy: ['#8a6bd6', 'Fantasy|خيال|Fantasy|Fantasía|Fantastique|कल्पना|Fantasi|Fantasia|Фэнтези|奇幻'],
  city: ['#7a8799', 'City|مدينة|Stadt|Ciudad|Ville|शहर|Kota|Cidade|Город|城市'],
  romance: ['#e8648f', 'Romance|رومانسية|Romantik|Romance|Romance|प्रेम|Romantis|Romance|Романтика|恋爱'],
  'long-strip': [
    '#4fb59a',
    'Long strip|شريط طويل|Langstreifen|Tira larga|Bande défilante|लंबी पट्टी|Strip panjang|Tira longa|Длинная лента|条漫',
  ],
  dragons: ['#3fa06a', 'Dragons|تنانين|Drachen|Dragones|Dragons|ड्रैगन|Naga|Dragões|Драконы|龙'],
  comedy: ['#e8c13c', 'Comedy|كوميديا|Komödie|Comedia|Comédie|हास्य|Komedi|Comédia|Комедия|喜剧'],
  mystery: ['#6b5b8c', 'Mystery|غموض|Rätsel|Misterio|Mystère|रहस्य|Misteri|Mistério|Тайна|悬疑'],
  animals: ['#a7794f', 'Animals|حيوانات|Tiere|Animales|Animaux|जानवर|Hewan|Animais|Животные|动物'],
  witches: ['#7d4fc0', 'Witches|ساحرات|Hexen|Brujas|Sorcières|जादूगरनियाँ|Penyihir|Bruxas|Ведьмы|女巫'],
  magic: ['#a65fd6', 'Magic|سحر|Magie|Magia|Magie|जादू|Sihir|Magia|Магия|魔法'],
  school: ['#c98d4a', 'School|مدرسة|Schule|Escuela|École|स्कूल|Sekolah|Escola|Школа|校园'],
  desert: ['#d9a35a', 'Desert|صحراء|Wüste|Desierto|Désert|रेगिस्तान|Gurun|Deserto|Пустыня|沙漠'],
  adventure: ['#e0703c', 'Adventure|مغامرة|Abenteuer|Aventura|Aventure|रोमांच|Petualangan|Aventura|Приключения|冒险'],
  music: ['#d65f9e', 'Music|موسيقى|Musik|Música|Musique|संगीत|Musik|Música|Музыка|音乐'],
  winter: ['#8fb8d9', 'Winter|شتاء|Winter|Invierno|Hiver|सर्दी|Musim dingin|Inverno|Зима|冬天'],
  space: ['#4a5fb0', 'Space|فضاء|Weltraum|Espacio|Espace|अंतरिक्ष|Luar angkasa|Espaço|Космос|太空'],
  travel: ['#4aa0a0', 'Travel|سفر|Reisen|Viajes|Voyage|यात्रा|Perjalanan|Viagem|Путешествия|旅行'],
  books: ['#9c6b4a', 'Books|كتب|Bücher|Libros|Livres|किताबें|Buku|Livros|Книги|书'],
  science: ['#4fa3e0', 'Science|علوم|Wissenschaft|Ciencia|Science|विज्ञान|Sains|Ciência|Наука|科学'],
  ghosts: ['#9fa8d8', 'Ghosts|أشباح|Gespenster|Fantasmas|Fantômes|भूत|Hantu|Fantasmas|Призраки|幽灵'],
  rain: ['#5c8fb5', 'Rain|مطر|Regen|Lluvia|Pluie|बारिश|Hujan|Chuva|Дождь|雨'],
};

const plain: Partial<Record<DemoTerm['kind'], Record<string, string>>> = {
  relationship: {
    friends: 'Friends|أصدقاء|Freunde|Amigos|Amis|दोस्त|Teman|Amigos|Друзья|朋友',
    'teacher-and-pupil':
      'Teacher and pupil|معلم وتلميذ|Lehrerin und Schüler|Maestra y alumno|Maître et élève|गुरु और शिष्य|Guru dan murid|Mestre e aluno|Учитель и ученик|师徒',
    sweethearts: 'Sweethearts|عاشقان|Verliebte|Enamorados|Amoureux|प्रेमी|Sepasang kekasih|Namorados|Влюблённые|恋人',
    rivals: 'Rivals|منافسان|Rivalen|Rivales|Rivaux|प्रतिद्वंद्वी|Saingan|Rivais|Соперники|对手',
    colleagues: 'Colleagues|زملاء عمل|Kollegen|Colegas|Collègues|सहकर्मी|Rekan kerja|Colegas|Коллеги|同事',
    classmates:
      'Classmates|زملاء الصف|Mitschüler|Compañeros de clase|Camarades de classe|सहपाठी|Teman sekelas|Colegas de classe|Одноклассники|同学',
    siblings: 'Siblings|إخوة|Geschwister|Hermanos|Frère et sœur|भाई-बहन|Kakak beradik|Irmãos|Брат и сестра|兄妹',
    strangers: 'Strangers|غرباء|Fremde|Desconocidos|Inconnus|अजनबी|Orang asing|Desconhecidos|Незнакомцы|陌生人',
    neighbours: 'Neighbours|جيران|Nachbarn|Vecinos|Voisins|पड़ोसी|Tetangga|Vizinhos|Соседи|邻居',
  },
  genre: {
    'science-fiction':
      'Science fiction|خيال علمي|Science-Fiction|Ciencia ficción|Science-fiction|विज्ञान कथा|Fiksi ilmiah|Ficção científica|Фантастика|科幻',
    'fairy-tale': 'Fairy tale|حكاية خرافية|Märchen|Cuento de hadas|Conte|परी कथा|Dongeng|Conto de fadas|Сказка|童话',
    'everyday-life':
      'Everyday life|حياة يومية|Alltagsgeschichte|Vida diaria|Vie quotidienne|रोज़ का जीवन|Kehidupan sehari-hari|Vida diária|Будни|生活',
    'detective-story':
      'Detective story|قصة بوليسية|Krimi|Policiaco|Policier|जासूसी कथा|Cerita detektif|Policial|Детектив|侦探',
    'fantasy-story':
      'Fantasy story|قصة خيالية|Fantasygeschichte|Historia fantástica|Récit fantastique|काल्पनिक कथा|Cerita fantasi|História fantástica|Фэнтезийная история|奇幻故事',
    'adventure-story':
      'Adventure story|قصة مغامرات|Abenteuergeschichte|Historia de aventuras|Récit d’aventures|साहसिक कथा|Cerita petualangan|História de aventura|Приключенческая история|冒险故事',
    'ghost-story':
      'Ghost story|قصة أشباح|Geistergeschichte|Historia de fantasmas|Histoire de fantômes|भूत की कहानी|Cerita hantu|História de fantasma|История о призраках|鬼故事',
  },
  category: {
    comic: 'Comic|قصة مصورة|Comic|Cómic|Bande dessinée|कॉमिक|Komik|Quadrinho|Комикс|漫画',
    manga: 'Manga|مانغا|Manga|Manga|Manga|मांगा|Manga|Mangá|Манга|日漫',
    manhua: 'Manhua|مانهوا صينية|Manhua|Manhua|Manhua|मानहुआ|Manhua|Manhua|Маньхуа|国漫',
    webtoon: 'Webtoon|ويبتون|Webtoon|Webtoon|Webtoon|वेबटून|Webtoon|Webtoon|Вебтун|网络条漫',
  },
  platform: {
    web: 'Web|الويب|Web|Web|Web|वेब|Web|Web|Веб|网页',
    print: 'Print|مطبوع|Druck|Papel|Papier|छपाई|Cetak|Impresso|Печать|印刷',
    mobile: 'Mobile|الهاتف|Mobil|Móvil|Mobile|मोबाइल|Seluler|Celular|Мобильные|手机',
  },
  parody: {
    'old-legends':
      'Old legends|أساطير قديمة|Alte Sagen|Viejas leyendas|Vieilles légendes|पुरानी दंतकथाएँ|Legenda lama|Velhas lendas|Старые легенды|古老传说',
    'the-frog-king':
      'The Frog King|الملك الضفدع|Der Froschkönig|El rey rana|Le Roi grenouille|मेंढक राजा|Raja katak|O rei sapo|Король-лягушонок|青蛙王子',
    original: 'Original|أصلي|Eigenes Werk|Original|Œuvre originale|मौलिक|Orisinal|Original|Оригинал|原创',
  },
};

/** Names of people and houses; those of `people` with their gender. */
const people: Record<string, [name: string, gender: 'female' | 'male' | 'other']> = {
  'tomas-arklow': ['Tomas Arklow', 'male'],
  'ines-valbom': ['Inês Valbom', 'female'],
  'han-sori': ['Han Sori', 'female'],
  'lin-muyao': ['Lin Muyao', 'other'],
  'berta-solana': ['Berta Solana', 'female'],
  'minato-kaede': ['Minato Kaede', 'female'],
  'yusuf-nadim': ['Yusuf Nadim', 'male'],
  'sekar-widya': ['Sekar Widya', 'female'],
  'greta-sommerfeld': ['Greta Sommerfeld', 'female'],
  'kira-volna': ['Kira Volna', 'female'],
  'caio-brandim': ['Caio Brandim', 'male'],
  'asahi-nagi': ['Asahi Nagi', 'other'],
  'oda-lindqvist': ['Oda Lindqvist', 'female'],
  'colette-amboise': ['Colette Amboise', 'female'],
  'rukmini-vasek': ['Rukmini Vasek', 'female'],
  'jonas-ekwall': ['Jonas Ekwall', 'male'],
  'mira-dunne': ['Mira Dunne', 'female'],
  'iker-montalt': ['Iker Montalt', 'male'],
  'hala-karam': ['Hala Karam', 'female'],
  'bayu-lintang': ['Bayu Lintang', 'male'],
  'lia-sereno': ['Lia Sereno', 'female'],
  'remy-tassin': ['Rémy Tassin', 'male'],
  'dev-ashvin': ['Dev Ashvin', 'male'],
  'lev-morozkin': ['Lev Morozkin', 'male'],
  'priya-talwar': ['Priya Talwar', 'female'],
  'baek-nuri': ['Baek Nuri', 'male'],
  'gu-qingyan': ['Gu Qingyan', 'male'],
  'till-overath': ['Till Overath', 'male'],
};
const houses: Record<string, string> = {
  'atelier-du-quai': 'Atelier du Quai',
  'casa-mandacaru': 'Casa Mandacaru',
  'dar-al-waraq': 'Dar al-Waraq',
  'dom-na-reke': 'Dom na Reke',
};

const female = new Set([
  'nora-kell',
  'luna',
  'dalrae',
  'granny-wei',
  'inspectora-lechuza',
  'amane-shizuku',
  'salma',
  'frieda-flink',
  'rita-zorina',
  'dona-onda',
  'umi',
  'the-astronaut',
  'tara-bijli',
  'bu-rawit',
  'reina-charca',
  'sova-arkadia',
  'dr-ayla-ferro',
  'seo-mina',
  'rosa-tambor',
  'megha',
  'frau-kessel',
]);
const neither = new Set([
  'pim-7',
  'vega-9',
  'sprout',
  'agente-tuerca',
  'guho',
  'little-rain',
  'old-brine',
  'the-moon-mouse',
  'kitsune-no-ko',
  'fukurou',
  'xiao-tang',
]);
const hairs: Record<string, string> = {
  'nora-kell': 'brown',
  'granny-wei': 'white',
  'knight-lu': 'black',
  'amane-shizuku': 'brown',
  'haru-minato': 'black',
  'the-old-star-reader': 'white',
  'rita-zorina': 'pink',
  'zeca-mare': 'black',
  'minato-hoshi': 'blue',
  umi: 'brown',
  'the-astronaut': 'black',
  'auguste-perle': 'white',
  'tara-bijli': 'brown',
  golu: 'black',
  'don-miga': 'red',
  mitya: 'blond',
  'dr-ayla-ferro': 'black',
  'seo-mina': 'purple',
  'rosa-tambor': 'black',
  megha: 'black',
  nour: 'brown',
  'mu-yun': 'black',
  'frau-kessel': 'red',
  yuki: 'brown',
};

function titled(key: string): string {
  return key
    .split('-')
    .map((word) => (['na', 'no', 'al', 'du'].includes(word) ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join(' ')
    .replace(/ (\d)$/, '-$1')
    .replace('Dr ', 'Dr. ');
}

function languageTerm(language: DemoLanguage): DemoTerm {
  const named = (locale: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(language)!;
  return {
    kind: 'language',
    key: language,
    name: named('en'),
    names: Object.fromEntries(locales.map((l) => [l, named(l)])) as Partial<Record<DemoLocale, string>>,
  };
}

/** Every term the demo comics carry, each once, ordered by kind and key of first use. All names are invented. */
export function demoTerms(): DemoTerm[] {
  const list = new Map<string, DemoTerm>();
  const add = (term: DemoTerm) =>
    void (list.has(`${term.kind} ${term.key}`) || list.set(`${term.kind} ${term.key}`, term));
  for (const [key, [color, line]] of Object.entries(tags)) {
    add({ kind: 'tag', key, color, ...translated(line) });
  }
  for (const [kind, lines] of Object.entries(plain)) {
    for (const [key, line] of Object.entries(lines)) {
      add({ kind: kind as DemoTerm['kind'], key, ...translated(line) });
    }
  }
  for (const language of demoLanguages) {
    add(languageTerm(language));
  }
  for (const work of works) {
    for (const kind of ['artist', 'author'] as const) {
      for (const key of work.terms[kind] ?? []) {
        add({ kind, key, name: people[key]![0], names: {}, gender: people[key]![1] });
      }
    }
    for (const key of work.terms.publisher ?? []) {
      add({ kind: 'publisher', key, name: houses[key] ?? titled(key), names: {} });
    }
    for (const key of [...(work.terms.group ?? []), ...work.editions.flatMap((e) => e.group ?? [])]) {
      add({ kind: 'group', key, name: titled(key), names: {} });
    }
    for (const { key } of Object.values(work.cast)) {
      if (key) {
        add({
          kind: 'character',
          key,
          name: titled(key),
          names: {},
          gender: female.has(key) ? 'female' : neither.has(key) ? 'other' : 'male',
          ...(hairs[key] ? { hair: hairs[key] } : {}),
        });
      }
    }
  }
  return [...list.values()];
}
