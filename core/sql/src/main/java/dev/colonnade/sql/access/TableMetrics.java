package dev.colonnade.sql.access;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of tables: row counts, sizes, ranges and the results of ANALYZE. Never waits, unless
 * stated.
 */
public interface TableMetrics {
  /** Returns the approximate number of rows of a table. */
  long rowCount(Table table);

  /** Returns the bytes of a table's rows and of the entries of its indexes. */
  long sizeBytes(Table table);

  /** Returns the statistics of the last ANALYZE of a table; null if there are none. */
  @Nullable TableStatistics statistics(Table table);

  /** Returns the analyses of a table since the database was opened. */
  AnalyzeActivity analyses(Table table);

  /** Returns a version that increases with every ANALYZE. */
  long statisticsVersion();

  /**
   * Returns the spans of a random sample of the rows of a table, in key order. Reads a bounded
   * number of keys.
   *
   * @param rowsMax the maximum number of rows
   */
  List<KeySpan> sample(
      Table table,
      int rowsMax,
      long readTimestamp,
      SplittableRandom random,
      Cancellation cancellation);

  /** Stores statistics of ANALYZE. Waits until they are written. */
  void store(TableStatistics statistics);

  /** Returns the ranges of a table, in key order. */
  List<RangeMetrics> ranges(Table table);

  /**
   * Metrics of a range.
   *
   * @param startKey in hexadecimal digits
   * @param endKey in hexadecimal digits
   */
  record RangeMetrics(
      String startKey, String endKey, long liveRows, long liveBytes, long totalBytes) {}

  /**
   * Analyses of a table since the database was opened.
   *
   * @param changedRows rows that were changed since the last one
   * @param manual analyses by the command
   * @param automatic analyses that the server ran
   */
  record AnalyzeActivity(long changedRows, Runs manual, Runs automatic) {
    /**
     * Analyses of one kind.
     *
     * @param count number of them
     * @param lastMicros time of the last one in microseconds since 1970-01-01 00:00 UTC; 0 if there
     *     is none
     */
    public record Runs(long count, long lastMicros) {
      /** No analyses. */
      public static final Runs NONE = new Runs(0, 0);

      /** Returns the same with a further one. */
      public Runs plus(long micros) {
        return new Runs(count + 1, micros);
      }
    }
  }
}
