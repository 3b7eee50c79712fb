import { counted, isolated, number } from '../../../language/arabic.js';
import type { Translation } from '../../../language/catalogue.js';
import type * as englishExport from '../export.copy.js';
import type * as english from '../recordings.copy.js';

export const recordings: Translation<typeof english> = {
  recordingsCopy: {
    title: 'التسجيلات',
    empty: 'لا تسجيلات بعد',
    emptyHint: 'يُدرج هنا ما يرسله الناس لطلب، وما يُسجَّل في جلسة.',
    name: (when) => `تسجيل بتاريخ ${when}`,
    ofRequest: 'لطلب',
    ofSession: 'من جلسة',
    ofNothing: 'حُذف طلبه',
    statuses: { partial: 'ما زال يصل', complete: 'مكتمل', expired: 'حُذفت المواد' },
    tracks: (count) =>
      counted(count, {
        zero: 'لا مسارات',
        one: 'مسار واحد',
        two: 'مساران',
        few: '# مسارات',
        many: '# مسارًا',
        other: '# مسار',
      }),
  },
  recordingCopy: {
    back: 'كل التسجيلات',
    about: 'عن التسجيل',
    request: 'طلبه',
    session: 'جلسته',
    kept: (until) => `يُحذف في ${until}، لأن المؤسسة تحتفظ بالتسجيلات هذه المدة.`,
    arrived: (arrived, expected) => `وصل ${arrived} من ${expected} من المسارات.`,
    host: 'المضيف',
    guest: 'ضيف',
    respondent: 'المجيب',
    kinds: { camera: 'الكاميرا', microphone: 'الميكروفون', screen: 'الشاشة' },
    track: (name, kind, take) =>
      take === null ? `${isolated(name)}، ${kind}` : `${isolated(name)}، ${kind}، اللقطة ${take}`,
  },
  playerCopy: {
    title: 'المشغّل',
    open: 'فتح المشغّل',
    openAll: 'فتح المشغّل بالمسارات التي وصلت منذ ذلك الحين',
    preparing: 'يجري تجهيز الملفات للتشغيل…',
    nothing: 'لا يمكن تشغيل شيء بعد.',
    lapsed: 'تعذّر تشغيل ملف. افتح المشغّل مجددًا.',
    play: 'تشغيل',
    pause: 'إيقاف مؤقت',
    waiting: 'في انتظار الملفات…',
    position: 'الموضع',
    positionOf: (at, total) => `${at} من ${total}`,
    keys: 'تنقل مفاتيح الأسهم ثانية واحدة، ومع Shift عشر ثوانٍ.',
    mute: (name) => `كتم ${isolated(name)}`,
    lane: (from, to, gaps) =>
      `من ${from} إلى ${to}${
        gaps === 0
          ? ''
          : `، ${counted(gaps, {
              zero: 'دون فجوات',
              one: 'فجوة واحدة',
              two: 'فجوتان',
              few: '# فجوات',
              many: '# فجوة',
              other: '# فجوة',
            })}`
      }`,
  },
  tracksCopy: {
    title: 'المسارات',
    empty: 'لم يصل أي مسار بعد.',
    states: {
      recording: 'يُسجَّل الآن',
      uploading: 'في الطريق',
      stranded: 'في انتظار جهازه',
      processing: 'قيد التحقق',
      available: 'وصل',
      failed: 'تعذّر حفظه',
      expired: 'حُذفت المواد',
    },
    offset: (seconds) => `يبدأ عند ${seconds}`,
    download: (name) => `تنزيل: ${name}`,
    editing: 'الخط الزمني لبرامج المونتاج (\u2066.otio\u2069)',
  },
  manifestCopy: {
    summary: 'بيان الالتقاط',
    check: 'جرى التحقق في هذا المتصفح بالمفاتيح المنشورة لهذا الخادم:',
    checking: 'جارٍ التحقق من التوقيع…',
    verdicts: {
      verified: 'مُتحقَّق منه: البيان كما وُقّع، وهو عن هذا الملف.',
      changed: 'غير مطابق: تغيّر البيان بعد توقيعه.',
      other_track: 'غير مطابق: البيان موقّع، لكنه عن ملف آخر.',
      unknown_key: 'غير مطابق: لم يوقّعه أي من المفاتيح المنشورة.',
      unsupported:
        'لا يستطيع هذا المتصفح التحقق منه. احفظ البيان وتحقق منه بالأمر «\u2066capture manifest verify\u2069».',
    },
    save: 'حفظ البيان',
  },
  deleteRecordingCopy: {
    title: 'حذف التسجيل',
    hint: 'تُحذف كل ملفاته دفعة واحدة ولا يمكن استعادتها. وتتوقف روابط التنزيل عن العمل.',
    word: 'حذف',
    label: (word) => `للتأكيد، اكتب: ${word}`,
    action: 'حذف نهائي',
    done: 'حُذف التسجيل',
    receipt: 'يذكر إيصال موقّع ما حُذف. لن يُعرض مجددًا.',
    saveReceipt: 'حفظ الإيصال',
  },
};

export const exports: Translation<typeof englishExport> = {
  exportCopy: {
    progress: (done) => `قُرئ ${number(done)}…`,
    waiting: 'كان عدد الطلبات كبيرًا. يُستأنف العمل بعد لحظة.',
    cancel: 'إيقاف',
    saved: (count) =>
      counted(count, {
        zero: 'الملف فارغ.',
        one: 'في الملف إدخال واحد.',
        two: 'في الملف إدخالان.',
        few: 'في الملف # إدخالات.',
        many: 'في الملف # إدخالًا.',
        other: 'في الملف # إدخال.',
      }),
    cut: (most) =>
      counted(most, {
        zero: 'القائمة أطول: الملف فارغ.',
        one: 'القائمة أطول: في الملف الإدخال الأول منها فقط.',
        two: 'القائمة أطول: في الملف أول إدخالين منها فقط.',
        few: 'القائمة أطول: في الملف أول # إدخالات منها فقط.',
        many: 'القائمة أطول: في الملف أول # إدخالًا منها فقط.',
        other: 'القائمة أطول: في الملف أول # إدخال منها فقط.',
      }),
  },
};
