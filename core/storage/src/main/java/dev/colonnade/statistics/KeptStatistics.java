package dev.colonnade.statistics;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of all tables. Safe for use by many threads; reading never waits. Whoever changes
 * them does so by one writer at a time.
 */
public final class KeptStatistics {
  private final Map<Integer, TableStatistics> byTable = new ConcurrentHashMap<>();

  private final AtomicLong version = new AtomicLong();

  private KeptStatistics() {}

  /** Reads what is kept. */
  public static KeptStatistics open(StoreReader store) {
    KeptStatistics statistics = new KeptStatistics();
    CursorOptions options = CursorOptions.over(StatisticsLayout.span());
    try (Cursor cursor = store.cursor(Space.META, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        statistics.replace(StatisticsCodec.decode(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
    return statistics;
  }

  /** What is known of a table, by its id; null if nothing is. */
  public @Nullable TableStatistics find(int tableId) {
    return byTable.get(tableId);
  }

  /** Writes a table's statistics, over what was there. */
  public void write(Batch batch, TableStatistics statistics) {
    batch.put(
        Space.META,
        StatisticsLayout.key(statistics.tableId()).bytes(),
        StatisticsCodec.encode(statistics));
  }

  /** To be called when they are written. */
  public void replace(TableStatistics statistics) {
    byTable.put(statistics.tableId(), statistics);
    version.incrementAndGet();
  }

  /** Rises with every change. */
  public long version() {
    return version.get();
  }
}
