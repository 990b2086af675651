/** Submits a form by calling start, which begins one request, and resolves to whether the server took it. */
export function submitted(start) {
  return new Promise((resolve) => {
    let own = null;
    const begin = ({ detail: { ctx } }) => { own ??= ctx; };
    const finish = ({ detail: { ctx } }) => {
      if (ctx !== own) return;
      document.removeEventListener("htmx:finally:request", finish);
      resolve(ctx.response?.status < 400);
    };
    document.addEventListener("htmx:finally:request", finish);
    document.addEventListener("htmx:config:request", begin);
    start();
    document.removeEventListener("htmx:config:request", begin);
  });
}
