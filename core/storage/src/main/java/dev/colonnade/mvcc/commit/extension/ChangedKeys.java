package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.List;

/** Keys of a group that change together, in ascending order, and at least one. */
public interface ChangedKeys {
  List<Key> keys();

  /** Returns the change of statistics by a key. */
  VersionDelta delta(int index);

  default int count() {
    return keys().size();
  }

  /** Returns the smallest span that contains the keys. */
  default KeySpan span() {
    return new KeySpan(keys().getFirst(), keys().getLast().successor());
  }
}
