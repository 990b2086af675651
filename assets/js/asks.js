/** Reports whether a request saves nothing: that of a form[data-asks], and of a form[data-draft="apply"] by another button. */
export const asks = ({ form, body }) => form?.matches("[data-asks]") || (form?.dataset.draft === "apply" && body?.get?.("do") !== "apply");
