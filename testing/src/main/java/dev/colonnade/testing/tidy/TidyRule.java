package dev.colonnade.testing.tidy;

import java.util.List;
import java.util.function.Consumer;

/** Rule over the sources of a module. */
interface TidyRule {
  /** Reports every violation. */
  void check(List<SourceFile> files, Consumer<Violation> violations);
}
