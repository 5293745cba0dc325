package dev.colonnade.storage.range;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.mvcc.commit.extension.ChangedKeys;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counter of the changed rows of every table since the store was opened. Rows of a group that is
 * discarded count too. Written by the leader of the commit pipeline, read by any thread.
 */
public final class TableChanges implements GroupParticipant {
  private final ConcurrentHashMap<Integer, AtomicLong> byTable = new ConcurrentHashMap<>();

  /** The table of the last change: the next one is likely to be of the same. Leader only. */
  private int lastTable = -1;

  private AtomicLong last = new AtomicLong();

  /** Returns the number of changed rows of a table. */
  public long of(int tableId) {
    AtomicLong count = byTable.get(tableId);
    return count == null ? 0 : count.get();
  }

  @Override
  public void changed(VersionDelta delta) {
    changed(delta.key(), 1);
  }

  @Override
  public void changed(ChangedKeys together) {
    List<Key> keys = together.keys();
    if (isOfOneIndex(keys.getFirst(), keys.getLast())) {
      changed(keys.getFirst(), keys.size());
    } else {
      keys.forEach(key -> changed(key, 1));
    }
  }

  private static boolean isOfOneIndex(Key first, Key last) {
    int length = KeyLayout.COLUMNS_OFFSET;
    return first.length() >= length
        && last.length() >= length
        && Arrays.equals(first.bytes(), 0, length, last.bytes(), 0, length);
  }

  private void changed(Key key, int count) {
    if (key.length() <= KeyLayout.COLUMNS_OFFSET) {
      return;
    }
    byte[] bytes = key.bytes();
    boolean isRow =
        bytes[KeyLayout.INDEX_ID_OFFSET] == 0 && bytes[KeyLayout.INDEX_ID_OFFSET + 1] == 0;
    if (!isRow) {
      return;
    }
    int table = tableOf(bytes);
    if (table != lastTable) {
      lastTable = table;
      last = byTable.computeIfAbsent(table, _ -> new AtomicLong());
    }
    last.setPlain(last.getPlain() + count);
  }

  private static int tableOf(byte[] key) {
    return key[0] << 24 | (key[1] & 0xFF) << 16 | (key[2] & 0xFF) << 8 | (key[3] & 0xFF);
  }

  @Override
  public void beforeWrite(Batch batch) {}

  @Override
  public void applied() {}

  @Override
  public Runnable inLog() {
    return () -> {};
  }

  @Override
  public void discarded() {}
}
