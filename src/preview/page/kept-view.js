const name = 'view';

/** Keeps what the page shows until it is loaded again in the same tab. */
export function keepView(view) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ ...view, page: location.pathname }));
  } catch {
    // A browser may not let pages keep anything.
  }
}

/** What the same page showed when it was left; null if it is new. */
export function keptView() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name));
    return kept?.page === location.pathname ? kept : null;
  } catch {
    return null;
  }
}
