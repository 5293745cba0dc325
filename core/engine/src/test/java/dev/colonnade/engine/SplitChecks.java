package dev.colonnade.engine;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.SortDirection;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import java.util.List;

/** Checks of a whole database. */
final class SplitChecks {
  private SplitChecks() {}

  /** Returns the problems of the ranges, statistics and versions of a store that is not open. */
  public static List<String> problems(StorageConfig config) {
    return StoreCheck.run(config.folder(), config.store(), VerificationObserver.NONE)
        .ranges()
        .problems();
  }

  /** Returns the first column of a key, a number. */
  public static long id(Key key) {
    KeyReader reader = new KeyReader(key.bytes());
    reader.readTableId();
    reader.readIndexId();
    return reader.readLong(SortDirection.ASCENDING);
  }
}
