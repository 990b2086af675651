/** Reports whether a request saves nothing: that of a form[data-asks], and of a form[data-saves] by another button than the named one. */
export const asks = ({ form, body }) => form?.matches("[data-asks]") || (form?.dataset.saves !== undefined && body?.get?.("do") !== form.dataset.saves);
