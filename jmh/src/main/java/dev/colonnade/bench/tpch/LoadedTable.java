package dev.colonnade.bench.tpch;

import static java.util.Objects.requireNonNull;

/**
 * A table that was loaded.
 *
 * @param rowCount rows that the server says it inserted
 * @param nanos from the first row generated to the last row committed
 * @param lastCommitTimestamp the newest version among the rows
 */
public record LoadedTable(TpchTable table, long rowCount, long nanos, long lastCommitTimestamp) {
  public LoadedTable {
    requireNonNull(table, "table is null");
  }
}
