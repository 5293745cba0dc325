package dev.colonnade.sql.access;

import dev.colonnade.catalog.Table;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of tables besides the catalogue. Never waits, unless something else is said. */
public interface TableFacts {
  /** The bytes of a table's rows and of the entries of its indexes. */
  long sizeBytes(Table table);

  /** What ANALYZE found out; null if it was never asked to. */
  @Nullable TableStatistics statistics(Table table);

  /** Rises whenever ANALYZE has found out something. */
  long statisticsVersion();

  /** Keeps what ANALYZE found out. Waits until it is written. */
  void keep(TableStatistics statistics);

  /** The ranges that hold a table, in the order of their keys. */
  List<RangeFact> ranges(Table table);

  /**
   * A range.
   *
   * @param startKey in hexadecimal digits
   * @param endKey in hexadecimal digits
   */
  record RangeFact(
      String startKey, String endKey, long liveRows, long liveBytes, long totalBytes) {}
}
