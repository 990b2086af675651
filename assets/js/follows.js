// [id$="-follows"]: what follows a field of the same ID. It is shown once the text of the field differs from the saved one.
document.addEventListener("input", ({ target }) => {
  const note = target.id && document.getElementById(`${target.id}-follows`);
  if (note) note.hidden = target.value === target.defaultValue;
});
