package dev.colonnade.split.limit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Immutable table of range limits: the defaults, and limits of individual tables.
 *
 * @param defaults limits for tables without limits of their own, and for keys of no table
 * @param byTable limits by table id
 */
public record LimitTable(RangeLimits defaults, Map<Integer, RangeLimits> byTable) {
  /** Limits that are never reached. */
  public static final LimitTable NONE =
      of(RangeLimits.ofMaxBytes(RangeLimits.MAX_BYTES_MOST).withRequestsPerSecondMax(1e12));

  public LimitTable {
    requireNonNull(defaults, "defaults is null");
    byTable = Map.copyOf(byTable);
  }

  /** Returns a table with the same limits for all tables. */
  public static LimitTable of(RangeLimits defaults) {
    return new LimitTable(defaults, Map.of());
  }

  /**
   * Returns the limits of the range that starts at {@code start}: a range never contains keys of
   * two tables.
   */
  public RangeLimits of(Key start) {
    if (byTable.isEmpty() || start.length() < KeyLayout.INDEX_ID_OFFSET) {
      return defaults;
    }
    int tableId = ByteBuffer.wrap(start.bytes()).getInt(KeyLayout.TABLE_ID_OFFSET);
    return byTable.getOrDefault(tableId, defaults);
  }

  /** Returns a copy with other defaults. */
  public LimitTable withDefaults(RangeLimits other) {
    return new LimitTable(other, byTable);
  }

  /** Returns a copy with limits for one table. */
  public LimitTable with(int tableId, RangeLimits limits) {
    Map<Integer, RangeLimits> changed = new HashMap<>(byTable);
    changed.put(tableId, limits);
    return new LimitTable(defaults, changed);
  }

  /** Returns a copy with the default limits for one table. */
  public LimitTable without(int tableId) {
    Map<Integer, RangeLimits> changed = new HashMap<>(byTable);
    changed.remove(tableId);
    return new LimitTable(defaults, changed);
  }
}
