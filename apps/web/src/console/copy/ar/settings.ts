import { counted, isolated, number } from '../../../language/arabic.js';
import type { Translation } from '../../../language/catalogue.js';
import type * as englishErasures from '../erasures.copy.js';
import type * as english from '../settings.copy.js';

const days = (count: number): string =>
  counted(count, {
    zero: 'أقل من يوم',
    one: 'يوم واحد',
    two: 'يومين',
    few: '# أيام',
    many: '# يومًا',
    other: '# يوم',
  });

export const settings: Translation<typeof english> = {
  settingsCopy: {
    title: 'الإعدادات',
    intro: 'لا يغيّرها إلا المديرون والمالكون.',
    name: 'اسم المؤسسة',
    nameHint: 'يراه الأعضاء هنا. ويراه المجيبون حيث لم يُحدَّد اسم آخر.',
    save: 'حفظ',
    saved: 'تم الحفظ.',
  },
  retentionCopy: {
    title: 'مدة الاحتفاظ بالمواد',
    forever: 'يُحتفظ بالمواد حتى يحذفها أحد.',
    days: (count) => `تُحذف المواد بعد ${days(count)} من تسجيلها.`,
    choices: {
      forever: 'الاحتفاظ بها حتى يحذفها أحد',
      days: 'حذفها بعد عدد من الأيام من تسجيلها',
    },
    label: 'الأيام',
    hint: 'يسري ذلك على الموجود بالفعل أيضًا. وتبقى الطلبات والأسماء والموافقات المقبولة.',
    save: 'حفظ المدة',
    confirmTitle: 'الاحتفاظ بالمواد لمدة أقصر',
    confirmHint: (count) =>
      `تُحذف المواد التي مضى عليها أكثر من ${days(count)}، ويبدأ ذلك خلال دقائق. ولا يمكن استعادتها.`,
    counting: 'يجري عدّ التسجيلات التي ستُحذف…',
    counted: (recordings, hasMore) =>
      hasMore
        ? `بلغ هذا العمر الآن أكثر من ${number(recordings)} من التسجيلات.`
        : counted(recordings, {
            zero: 'لم يبلغ أي تسجيل هذا العمر الآن.',
            one: 'بلغ تسجيل واحد هذا العمر الآن.',
            two: 'بلغ تسجيلان هذا العمر الآن.',
            few: 'بلغت # تسجيلات هذا العمر الآن.',
            many: 'بلغ # تسجيلًا هذا العمر الآن.',
            other: 'بلغ # تسجيل هذا العمر الآن.',
          }),
    confirmLabel: (word) => `للتأكيد، اكتب الكلمة: ${word}`,
    word: 'حذف',
    confirm: 'حذف ما هو أقدم',
  },
  directoryCopy: {
    title: 'الدليل',
    intro:
      'تضيف Okta وMicrosoft Entra ID وأدلة أخرى الأشخاص هنا وتزيلهم عبر SCIM 2.0، وكل استدعاء برمز مميز.',
    empty: 'ليس لأي دليل رمز مميز.',
    most: 'هناك رمزان، وهو أقصى عدد. ألغِ واحدًا لإنشاء آخر.',
    token: (id) => `الرمز ${isolated(id)}`,
    made: (when) => `أُنشئ ${when}`,
    lastUsed: (when) => (when === null ? 'لم يُستخدم قط' : `آخر استخدام ${when}`),
    newMembers: (role) => `دور الأشخاص الجدد: ${role}`,
    role: 'دور الأشخاص الجدد',
    roleHint: 'لمن يضيفهم الدليل دون دور.',
    asAdmin: 'الرمز الذي ينشئه مدير لا يمكنه إخراج المالكين.',
    create: 'إنشاء رمز',
    shown: 'رمز الدليل',
    baseUrl: 'عنوان الدليل',
    revoke: (id) => `إلغاء ${isolated(id)}`,
    revokeHint: 'يُرفض فورًا الدليل الذي يملكه. ويبقى الأشخاص كما هم.',
    revokeAction: 'إلغاء نهائي',
    revoked: 'أُلغي الرمز.',
  },
  singleSignOnSettingsCopy: {
    title: 'تسجيل الدخول الموحّد',
    intro:
      'يمكن للأعضاء تسجيل الدخول لدى موفّر هوية للمؤسسة عبر OpenID Connect. أثبت نطاقًا أولًا، ثم حدّد الموفّر. ويُبلَّغ كل المالكين بالتغييرات بالبريد.',
    open: 'إعداد تسجيل الدخول الموحّد',
  },
  domainsCopy: {
    title: 'النطاقات',
    intro: 'العنوان في أحد هذه النطاقات يقود إلى موفّر الهوية. والنطاق لمؤسسة واحدة، تثبته بسجل في DNS.',
    empty: 'لا نطاق بعد.',
    name: 'نطاق عناوين البريد',
    add: 'إضافة النطاق',
    vouched: 'يضمنه المشغّل',
    states: {
      unproven: 'لم يثبت بعد',
      proven: 'مثبت',
      missing: 'اختفى سجله. بعد 30 يومًا لن يستطيع أحد جديد تسجيل الدخول به.',
      lapsed: 'اختفى سجله منذ مدة طويلة فلا يستطيع أحد جديد تسجيل الدخول به. ومن سبق له ذلك ما زال يستطيع.',
    },
    seen: (when) => `شوهد السجل ${when}`,
    missing: (when) => `اختفى منذ ${when}`,
    recordHint: (domain) =>
      `أضف هذا سجلَّ TXT للنطاق ${isolated(domain)} في DNS، إلى جانب الموجود هناك. واتركه: يُبحث عنه كل يوم.`,
    record: (domain) => `سجل TXT للنطاق ${isolated(domain)}`,
    looking: 'يجري سؤال DNS…',
    verify: (domain) => `التحقق من ${isolated(domain)}`,
    nowProven: (domain) => `ثبت ${isolated(domain)}.`,
    remove: (domain) => `إزالة ${isolated(domain)}`,
    removeHint: 'لن يبدأ أحد تسجيل دخول لدى موفّر الهوية بعنوان فيه. ويمكن لمؤسسة أخرى إثباته حينها.',
    removeAction: 'إزالة النطاق',
    removed: (domain) => `أُزيل ${isolated(domain)}.`,
  },
  providerCopy: {
    title: 'موفّر الهوية',
    none: 'لا يوجد بعد: يسجّل الأعضاء الدخول هنا.',
    set: (domains) => `يسجّل دخول من لهم عنوان في: ${domains.map(isolated).join('، ') || 'لا نطاق'}.`,
    redirectUri: 'عنوان إعادة التوجيه',
    redirectHint: 'سجّله لدى الموفّر لعميل ويب سري، مع تدفق رمز التفويض والنطاقين openid وemail.',
    proveFirst: 'أثبت نطاقًا أولًا.',
    issuer: 'المُصدِر',
    issuerHint: 'كما تذكره وثيقة الاكتشاف لدى الموفّر، حرفًا بحرف.',
    clientId: 'معرّف العميل',
    clientSecret: 'سر العميل',
    secretHint: 'يُخزَّن مشفّرًا ولا يُعرض أبدًا.',
    secretKept: 'اتركه فارغًا للاحتفاظ بالمخزَّن لهذا المُصدِر والعميل.',
    passwordAllowed: 'يجوز للأعضاء تسجيل الدخول بكلمة مرور أو مفتاح مرور أيضًا',
    passwordHint: 'لإيقافه سجّل الدخول بنفسك لدى الموفّر أولًا، حتى لا يبقى أحد خارجًا.',
    asksSecondFactor: 'يطلب الموفّر عاملًا ثانيًا، فلا يُطلب هنا',
    newMembers: { label: 'من ليس عضوًا يصبح عضوًا بتسجيل الدخول، بدور', none: 'لا أحد' },
    save: 'حفظ الموفّر',
    saved: 'حُفظ الموفّر. سجّل الدخول لديه مرة بنفسك لترى أنه يعمل.',
    removed: 'أُزيل الموفّر.',
    remove: 'إزالة الموفّر',
    removeHint:
      'تنتهي فورًا تسجيلات الدخول التي جاءت به. ومن ليست له كلمة مرور هنا لا يستطيع الدخول حتى يُرسل إليه رابط.',
    removeAction: 'إزالته نهائيًا',
  },
  deletionCopy: {
    title: 'حذف المؤسسة',
    owners: 'لا يحذفها إلا المالكون.',
    hint: 'يستمر كل شيء حتى التاريخ الذي ستُبلَّغ به. ومن حينها يُسجَّل خروج الجميع، وتتوقف المفاتيح والروابط، ويُحذف كل ما للمؤسسة نهائيًا. ويُبلَّغ كل المالكين بالبريد.',
    receipt:
      'لن يستطيع أحد تسجيل الدخول لقراءة الإيصال الموقّع. وهو لدى من يدير هذا الخادم: اطلبه منه حينها. وتبقى الموافقات وأدلتها.',
    ask: 'حذفها…',
    confirmHint: 'يمكن التراجع عنه حتى ذلك التاريخ، لا بعده. احفظ قبله ما تريد الاحتفاظ به.',
    name: (name) => `للتأكيد، اكتب الاسم: ${isolated(name)}`,
    action: 'حذف المؤسسة',
    asked: (when) => `ستُحذف هذه المؤسسة في ${when}.`,
    askedHint: 'حتى ذلك الحين يستمر كل شيء، ويمكن لمالك التراجع عن الحذف.',
    takeBack: 'التراجع عن الحذف',
    takenBack: 'أُلغي الحذف. يبقى كل شيء.',
  },
};

const SERVICES = {
  'capture-requests': 'الطلبات والتسجيلات',
  webhooks: 'عمليات تسليم الويب هوك',
  accounts: 'الدعوات وقائمة المنع وسجل التدقيق',
};

export const erasures: Translation<typeof englishErasures> = {
  erasuresCopy: {
    title: 'محو بيانات شخص',
    intro:
      'يزيل ما لدى المؤسسة عن شخص حسب عنوان بريده الإلكتروني: من كل طلب مع تسجيلاته، ومن عمليات تسليم الويب هوك، ومن سجل التدقيق. وتبقى الموافقات كما أُعطيت.',
    email: 'عنوان البريد الإلكتروني',
    ask: 'محو…',
    confirm: (email) => `محو ${isolated(email)}`,
    hint: 'تزول تسجيلات هذا الشخص وأجوبته نهائيًا، ولا شيء يعيدها.',
    label: (email) => `اكتب ${isolated(email)} للمتابعة`,
    action: 'محو نهائي',
    begun: 'بدأ المحو.',
    empty: 'لم تُمحَ بيانات أحد بعد',
    running: (done, all, service) => `أُنجز ${done} من ${all} من الخطوات؛ الآن: ${SERVICES[service]}`,
    completed: (when) => `اكتمل ${when}`,
    asked: (when) => `طُلب ${when}`,
    readReceipt: 'عرض الإيصال',
    saveReceipt: 'حفظ الإيصال',
  },
};
