package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.page.ScanPage;

/** What a get found without touching the disk. */
public sealed interface CachedPage {

  /** All of the answer; the caller closes the page. */
  record Found(ScanPage page) implements CachedPage {
    public Found {
      requireNonNull(page, "page is null");
    }
  }

  /** The disk would have to be asked, or the history: ask on a thread that may wait. */
  enum NotCached implements CachedPage {
    NOT_CACHED
  }
}
