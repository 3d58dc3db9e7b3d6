/** A language of the synthetic catalogue: its share, its words, and how a title is put together from two of them. */
export interface Tongue {
  code: string;
  name: string;
  /** Share of the catalogue's originals, in percent (the mix of the field: Japanese first). */
  share: number;
  direction: 'ltr' | 'rtl' | 'vertical';
  nouns: readonly string[];
  titles: readonly ((a: string, b: string, n: number) => string)[];
}

const words = (text: string) => text.trim().split(/\s+/);

/** Twelve languages in eight scripts, with words of our own choosing. */
export const TONGUES: readonly Tongue[] = [
  {
    code: 'ja',
    name: 'Japanese',
    share: 30,
    direction: 'rtl',
    nouns: words(
      '月 太陽 海 猫 犬 狐 魔女 騎士 図書館 学校 夏 冬 春 秋 雨 雪 風 花 桜 星 夜 朝 夢 約束 手紙 電車 駅 喫茶店 パン 時計 鏡 扉 鍵 森 山 川 島 船 空 雲 光 影 声 歌 旅人 探偵 王子 姫 竜 ロボット 機械 都市 庭 屋根 窓 橋 灯台 地図 秘密 宝石',
    ),
    titles: [
      (a, b) => `${a}と${b}`,
      (a, b) => `${a}の${b}`,
      (a) => `最後の${a}`,
      (a, b) => `${a}×${b}`,
      (a, b, n) => `${n}番目の${a}と${b}`,
      (a, b) => `${a}は${b}を知らない`,
    ],
  },
  {
    code: 'en',
    name: 'English',
    share: 20,
    direction: 'ltr',
    nouns: words(
      'Moon Sun Sea Cat Dog Fox Witch Knight Library School Summer Winter Spring Autumn Rain Snow Wind Flower Cherry Star Night Morning Dream Promise Letter Train Station Café Bread Clock Mirror Door Key Forest Mountain River Island Ship Sky Cloud Light Shadow Voice Song Traveller Detective Prince Princess Dragon Robot Machine City Garden Roof Window Bridge Lighthouse Map Secret Jewel',
    ),
    titles: [
      (a, b) => `${a} and ${b}`,
      (a, b) => `The ${a} of the ${b}`,
      (a) => `The Last ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} ${a}s and a ${b}`,
      (a, b) => `How the ${a} Met the ${b}`,
    ],
  },
  {
    code: 'zh',
    name: 'Chinese',
    share: 12,
    direction: 'vertical',
    nouns: words(
      '月亮 太阳 大海 猫咪 小狗 狐狸 女巫 骑士 图书馆 学校 夏天 冬天 春天 秋天 雨水 雪花 清风 花朵 樱花 星星 夜晚 早晨 梦境 约定 信件 列车 车站 咖啡馆 面包 时钟 镜子 门扉 钥匙 森林 高山 河流 岛屿 船只 天空 云朵 光芒 影子 声音 歌曲 旅人 侦探 王子 公主 巨龙 机器人 机械 城市 花园 屋顶 窗户 石桥 灯塔 地图 秘密 宝石',
    ),
    titles: [
      (a, b) => `${a}与${b}`,
      (a, b) => `${a}的${b}`,
      (a) => `最后的${a}`,
      (a, b) => `${a}×${b}`,
      (a, b, n) => `第${n}个${a}和${b}`,
      (a, b) => `${a}不知道${b}`,
    ],
  },
  {
    code: 'ko',
    name: 'Korean',
    share: 8,
    direction: 'vertical',
    nouns: words(
      '달 태양 바다 고양이 강아지 여우 마녀 기사 도서관 학교 여름 겨울 봄 가을 비 눈 바람 꽃 벚꽃 별 밤 아침 꿈 약속 편지 기차 역 카페 빵 시계 거울 문 열쇠 숲 산 강 섬 배 하늘 구름 빛 그림자 목소리 노래 여행자 탐정 왕자 공주 용 로봇 기계 도시 정원 지붕 창문 다리 등대 지도 비밀 보석',
    ),
    titles: [
      (a, b) => `${a} 그리고 ${b}`,
      (a, b) => `${a}의 ${b}`,
      (a) => `마지막 ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n}번째 ${a}, ${b}`,
    ],
  },
  {
    code: 'es',
    name: 'Spanish',
    share: 6,
    direction: 'ltr',
    nouns: words(
      'luna sol mar gato perro zorro bruja caballero biblioteca escuela verano invierno primavera otoño lluvia nieve viento flor cerezo estrella noche mañana sueño promesa carta tren estación café pan reloj espejo puerta llave bosque montaña río isla barco cielo nube luz sombra voz canción viajera detective príncipe princesa dragón robot máquina ciudad jardín tejado ventana puente faro mapa secreto joya',
    ),
    titles: [
      (a, b) => `Entre ${a} y ${b}`,
      (a, b) => `Sobre ${a}, sobre ${b}`,
      (a) => `Nunca más ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} días de ${a} y ${b}`,
    ],
  },
  {
    code: 'pt',
    name: 'Portuguese',
    share: 6,
    direction: 'ltr',
    nouns: words(
      'lua sol mar gato cão raposa bruxa cavaleiro biblioteca escola verão inverno primavera outono chuva neve vento flor cerejeira estrela noite manhã sonho promessa carta trem estação café pão relógio espelho porta chave floresta montanha rio ilha barco céu nuvem luz sombra voz canção viajante detetive príncipe princesa dragão robô máquina cidade jardim telhado janela ponte farol mapa segredo joia',
    ),
    titles: [
      (a, b) => `Entre ${a} e ${b}`,
      (a, b) => `Sobre ${a} e ${b}`,
      (a) => `Nunca mais ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} dias de ${a} e ${b}`,
    ],
  },
  {
    code: 'fr',
    name: 'French',
    share: 5,
    direction: 'ltr',
    nouns: words(
      'lune soleil mer chat chien renard sorcière chevalier bibliothèque école été hiver printemps automne pluie neige vent fleur cerisier étoile nuit matin rêve promesse lettre train gare café pain horloge miroir porte clé forêt montagne rivière île bateau ciel nuage lumière ombre voix chanson voyageuse détective prince princesse dragon robot machine ville jardin toit fenêtre pont phare carte secret bijou',
    ),
    titles: [
      (a, b) => `Entre ${a} et ${b}`,
      (a, b) => `À propos de ${a} et de ${b}`,
      (a) => `Plus jamais de ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} jours, ${a} et ${b}`,
    ],
  },
  {
    code: 'ru',
    name: 'Russian',
    share: 5,
    direction: 'ltr',
    nouns: words(
      'луна солнце море кот пёс лиса ведьма рыцарь библиотека школа лето зима весна осень дождь снег ветер цветок вишня звезда ночь утро сон обещание письмо поезд вокзал кофейня хлеб часы зеркало дверь ключ лес гора река остров корабль небо облако свет тень голос песня путник сыщик принц принцесса дракон робот машина город сад крыша окно мост маяк карта тайна ёлка',
    ),
    titles: [
      (a, b) => `${a} и ${b}`,
      (a, b) => `${a}: ${b}`,
      (a) => `Снова ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} раз: ${a}, ${b}`,
    ],
  },
  {
    code: 'id',
    name: 'Indonesian',
    share: 3,
    direction: 'ltr',
    nouns: words(
      'bulan matahari laut kucing anjing rubah penyihir kesatria perpustakaan sekolah kemarau dingin semi gugur hujan salju angin bunga sakura bintang malam pagi mimpi janji surat kereta stasiun kedai roti jam cermin pintu kunci hutan gunung sungai pulau kapal langit awan cahaya bayangan suara lagu pengembara detektif pangeran putri naga robot mesin kota taman atap jendela jembatan mercusuar peta rahasia permata',
    ),
    titles: [
      (a, b) => `${a} dan ${b}`,
      (a, b) => `${a} milik ${b}`,
      (a) => `${a} terakhir`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} ${a} dan ${b}`,
    ],
  },
  {
    code: 'ar',
    name: 'Arabic',
    share: 2.5,
    direction: 'rtl',
    nouns: words(
      'قمر شمس بحر قطة كلب ثعلب ساحرة فارس مكتبة مدرسة صيف شتاء ربيع خريف مطر ثلج ريح زهرة كرز نجمة ليل صباح حلم وعد رسالة قطار محطة مقهى خبز ساعة مرآة باب مفتاح غابة جبل نهر جزيرة سفينة سماء غيمة ضوء ظل صوت أغنية مسافر محقق أمير أميرة تنين آلي آلة مدينة حديقة سطح نافذة جسر منارة خريطة سر جوهرة',
    ),
    titles: [
      (a, b) => `${a} و${b}`,
      (a, b) => `حكاية ${a} مع ${b}`,
      (a) => `آخر ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} من ${a} و${b}`,
    ],
  },
  {
    code: 'hi',
    name: 'Hindi',
    share: 1.5,
    direction: 'ltr',
    nouns: words(
      'चाँद सूरज समुद्र बिल्ली कुत्ता लोमड़ी जादूगरनी योद्धा पुस्तकालय विद्यालय गर्मी सर्दी वसंत पतझड़ बारिश बर्फ़ हवा फूल चेरी तारा रात सुबह सपना वादा चिट्ठी रेलगाड़ी स्टेशन कैफ़े रोटी घड़ी दर्पण दरवाज़ा चाबी जंगल पहाड़ नदी द्वीप जहाज़ आकाश बादल रोशनी परछाईं आवाज़ गीत यात्री जासूस राजकुमार राजकुमारी अजगर रोबोट मशीन शहर बगीचा छत खिड़की पुल मीनार नक़्शा रहस्य रत्न',
    ),
    titles: [
      (a, b) => `${a} और ${b}`,
      (a, b) => `${a} की ${b}`,
      (a) => `आख़िरी ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} ${a} और ${b}`,
    ],
  },
  {
    code: 'de',
    name: 'German',
    share: 1,
    direction: 'ltr',
    nouns: words(
      'Mond Sonne Meer Katze Hund Fuchs Hexe Ritterin Bücherei Schule Sommer Winter Frühling Herbst Regen Schnee Wind Blume Kirsche Stern Nacht Morgen Traum Versprechen Brief Zug Bahnhof Café Brot Uhr Spiegel Tür Schlüssel Wald Berg Fluss Insel Schiff Himmel Wolke Licht Schatten Stimme Lied Reisende Detektiv Prinz Prinzessin Drache Roboter Maschine Stadt Garten Dach Fenster Brücke Leuchtturm Karte Geheimnis Straße',
    ),
    titles: [
      (a, b) => `${a} und ${b}`,
      (a, b) => `${a} ohne ${b}`,
      (a) => `Noch einmal ${a}`,
      (a, b) => `${a} × ${b}`,
      (a, b, n) => `${n} Tage ${a} und ${b}`,
    ],
  },
];
