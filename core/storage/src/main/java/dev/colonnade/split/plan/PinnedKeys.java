package dev.colonnade.split.plan;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Durable set of pinned split keys, which users requested: merges never remove these boundaries.
 * Stored in {@code META} under {@code split/pin/} and the key, without a value. Thread-safe.
 */
public final class PinnedKeys {
  private static final Key PREFIX = Key.wrap("split/pin/".getBytes(US_ASCII));
  private static final int KEYS_PER_COMMIT = 10_000;

  private final CommitPipeline pipeline;
  private final ConcurrentSkipListSet<Key> pinned = new ConcurrentSkipListSet<>();

  public PinnedKeys(Store store, CommitPipeline pipeline) {
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    reload(store);
  }

  /** Reads the keys from the store. */
  public final void reload(Store store) {
    List<Key> found = new ArrayList<>();
    CursorOptions options = CursorOptions.over(KeySpan.prefix(PREFIX));
    try (Cursor cursor = store.cursor(Space.META, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        byte[] key = cursor.key().bytes();
        found.add(Key.wrap(Arrays.copyOfRange(key, PREFIX.length(), key.length)));
      }
      cursor.checkStatus();
    }
    pinned.retainAll(Set.copyOf(found));
    pinned.addAll(found);
  }

  public boolean contains(Key key) {
    return pinned.contains(key);
  }

  /** Pins keys durably. Keys that are too long to be stored are ignored. */
  public void pin(List<Key> keys) {
    List<Key> added =
        keys.stream()
            .filter(key -> PREFIX.length() + key.length() <= Mutations.KEY_BYTES_MAX)
            .filter(pinned::add)
            .toList();
    inParts(
        added,
        (mutations, key) -> mutations.putMeta(recordKey(key), new byte[0], MetaCondition.ANY));
  }

  /** Removes pins durably. */
  public void unpin(List<Key> keys) {
    inParts(keys, (mutations, key) -> mutations.deleteMeta(recordKey(key), MetaCondition.ANY));
    keys.forEach(pinned::remove);
  }

  /** Returns up to {@code countMax} pinned keys of tables that do not exist any more. */
  public List<Key> abandoned(RangeBoundaries borders, int countMax) {
    List<Key> found = new ArrayList<>();
    for (Key key : pinned) {
      if (found.size() == countMax) {
        break;
      }
      if (borders.at(key) == RangeBoundaries.Border.ABANDONED) {
        found.add(key);
      }
    }
    return found;
  }

  private void inParts(List<Key> keys, Change change) {
    for (int from = 0; from < keys.size(); from += KEYS_PER_COMMIT) {
      Mutations mutations = new Mutations();
      keys.subList(from, Math.min(keys.size(), from + KEYS_PER_COMMIT))
          .forEach(key -> change.addTo(mutations, key));
      pipeline.commit(mutations);
    }
  }

  private static Key recordKey(Key key) {
    byte[] bytes = Arrays.copyOf(PREFIX.bytes(), PREFIX.length() + key.length());
    System.arraycopy(key.bytes(), 0, bytes, PREFIX.length(), key.length());
    return Key.wrap(bytes);
  }

  @FunctionalInterface
  private interface Change {
    void addTo(Mutations mutations, Key key);
  }
}
