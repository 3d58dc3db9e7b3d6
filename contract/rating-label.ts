/** The label of works for adults, as filters read it in pages and in answers (rtalabel.org). */
export const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';
