package dev.colonnade.split.limit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The limits of every table: a default, and tables that have others. Immutable.
 *
 * @param defaults for tables that have none of their own, and for keys of no table
 * @param byTable limits by table id
 */
public record LimitTable(RangeLimits defaults, Map<Integer, RangeLimits> byTable) {
  /** As good as no limits. */
  public static final LimitTable NONE =
      of(RangeLimits.ofMaxBytes(RangeLimits.MAX_BYTES_MOST).withRequestsPerSecondMax(1e12));

  public LimitTable {
    requireNonNull(defaults, "defaults is null");
    byTable = Map.copyOf(byTable);
  }

  /** The same for all tables. */
  public static LimitTable of(RangeLimits defaults) {
    return new LimitTable(defaults, Map.of());
  }

  /** The limits of the range that begins at {@code start}: ranges never hold keys of two tables. */
  public RangeLimits of(Key start) {
    if (byTable.isEmpty() || start.length() < KeyLayout.INDEX_ID_OFFSET) {
      return defaults;
    }
    int tableId = ByteBuffer.wrap(start.bytes()).getInt(KeyLayout.TABLE_ID_OFFSET);
    return byTable.getOrDefault(tableId, defaults);
  }

  /** The same with other limits for tables that have none of their own. */
  public LimitTable withDefaults(RangeLimits other) {
    return new LimitTable(other, byTable);
  }

  /** The same with limits for one table. */
  public LimitTable with(int tableId, RangeLimits limits) {
    Map<Integer, RangeLimits> changed = new HashMap<>(byTable);
    changed.put(tableId, limits);
    return new LimitTable(defaults, changed);
  }

  /** The same with the default limits for one table. */
  public LimitTable without(int tableId) {
    Map<Integer, RangeLimits> changed = new HashMap<>(byTable);
    changed.remove(tableId);
    return new LimitTable(defaults, changed);
  }
}
