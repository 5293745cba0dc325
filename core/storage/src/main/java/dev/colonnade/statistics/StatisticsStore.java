package dev.colonnade.statistics;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Thread-safe cache of the persistent statistics of all tables. Reads never block. Callers
 * serialize changes: one writer at a time.
 */
public final class StatisticsStore {
  private final Map<Integer, TableStatistics> byTable = new ConcurrentHashMap<>();

  private final AtomicLong version = new AtomicLong();

  private StatisticsStore() {}

  /** Loads the statistics from the store. */
  public static StatisticsStore open(StoreReader store) {
    StatisticsStore statistics = new StatisticsStore();
    statistics.load(store);
    return statistics;
  }

  /** Reads all statistics again, after a replicated log has changed the store. */
  public void reload(StoreReader store) {
    byTable.clear();
    load(store);
    version.incrementAndGet();
  }

  private void load(StoreReader store) {
    CursorOptions options = CursorOptions.over(StatisticsLayout.span());
    try (Cursor cursor = store.cursor(Space.META, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        replace(StatisticsCodec.decode(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
  }

  /** Returns the statistics of a table, or null if it has none. */
  public @Nullable TableStatistics find(int tableId) {
    return byTable.get(tableId);
  }

  /** Adds a write of a table's statistics to the batch, which replaces the previous ones. */
  public void write(Batch batch, TableStatistics statistics) {
    batch.put(
        Space.META,
        StatisticsLayout.key(statistics.tableId()).bytes(),
        StatisticsCodec.encode(statistics));
  }

  /** Replaces the cached statistics of a table; to be called after they have been written. */
  public void replace(TableStatistics statistics) {
    byTable.put(statistics.tableId(), statistics);
    version.incrementAndGet();
  }

  /** Adds the removal of a table's statistics to the batch. */
  public void delete(Batch batch, int tableId) {
    batch.delete(Space.META, StatisticsLayout.key(tableId).bytes());
  }

  /** Removes the cached statistics of a table; to be called after they have been deleted. */
  public void remove(int tableId) {
    byTable.remove(tableId);
    version.incrementAndGet();
  }

  /** Returns the ids of the tables that have statistics. */
  public Set<Integer> tableIds() {
    return Set.copyOf(byTable.keySet());
  }

  /** Returns a number that increases with every change. */
  public long version() {
    return version.get();
  }
}
