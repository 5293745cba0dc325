package dev.colonnade.bench.tpch.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.tpch.TpchTable;

/**
 * Result of the load of a table.
 *
 * @param rowCount inserted rows, as reported by the server
 * @param nanos nanoseconds from the generation of the first row to the commit of the last row
 * @param lastCommitTimestamp commit timestamp of the newest row
 */
public record LoadedTable(TpchTable table, long rowCount, long nanos, long lastCommitTimestamp) {
  public LoadedTable {
    requireNonNull(table, "table is null");
  }
}
