package dev.colonnade.engine;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.SortDirection;
import dev.colonnade.range.VerificationObserver;
import java.util.List;

/** Looks at a database as a whole. */
final class SplitChecks {
  private SplitChecks() {}

  /** What is wrong with ranges, figures and versions of a store that nobody has open. */
  static List<String> problems(EngineConfig config) {
    return StoreCheck.run(config.folder(), config.store(), VerificationObserver.NONE)
        .ranges()
        .problems();
  }

  /** The first column of a key, a number. */
  static long id(Key key) {
    KeyReader reader = new KeyReader(key.bytes());
    reader.readTableId();
    reader.readIndexId();
    return reader.readLong(SortDirection.ASCENDING);
  }
}
