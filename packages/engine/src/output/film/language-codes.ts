/** The codes of ISO 639-1, each followed by that of ISO 639-2 for terminology. */
const codes = `
aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben bobod brbre bsbos cacat
ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin
fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile
igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom
kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau
nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh
rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa
tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln
wowol xhxho yiyid yoyor zazha zhzho zuzul
`;

/** Returns the code of ISO 639-2 for a language tag, which has no region; "und" for an unknown language. */
export function threeLetterCode(lang: string): string {
  const [primary = ''] = lang.toLowerCase().split('-');
  if (primary.length === 3) return primary;
  return new RegExp(`\\s${primary}([a-z]{3})\\s`).exec(codes)?.[1] ?? 'und';
}

/** The names of FFmpeg for languages of QuickTime that it names in another way than ISO 639-2. */
const quickTimeNames: Readonly<Record<string, string>> = {
  ...{
    bod: 'tib',
    cym: 'wel',
    deu: 'ger',
    ell: 'gre',
    eus: 'baq',
    fao: 'fo ',
    fas: 'per',
    hrv: 'hr ',
    hye: 'arm',
    isl: 'ice',
  },
  ...{
    kat: 'geo',
    mkd: 'mac',
    msa: 'may',
    mya: 'bur',
    nld: 'dut',
    sqi: 'alb',
    srp: 'sr ',
    swe: 'sve',
    zho: 'chi',
  },
};

/** Returns the name of FFmpeg for a language in QuickTime, which has few: others are unknown there. */
export function quickTimeName(lang: string): string {
  const code = threeLetterCode(lang);
  return quickTimeNames[code] ?? code;
}
