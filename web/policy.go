package web

// Policy is the content security policy of the pages: a page loads only files of
// the app itself, and no inline scripts or styles. Browsers draw some form
// controls with data: images.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
