package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.report.Statistics;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Interleaved measurement of queries: each configuration once to warm up, then all configurations
 * in turns, so that disturbances of the machine affect all of them equally.
 */
final class QueryRuns {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Connection ours;
  private final int repetitions;

  QueryRuns(Connection ours, int repetitions) {
    this.ours = ours;
    this.repetitions = repetitions;
  }

  QueryMeasurement measure(TpchQuery query, Optional<Connection> peer) throws SQLException {
    double[] on = new double[repetitions];
    double[] off = new double[repetitions];
    double[] other = new double[repetitions];
    ComparableResult expected = null;
    useIndexes(false);
    ComparableResult rowsOff = ComparableResult.of(ours, query.sql());
    useIndexes(true);
    ComparableResult rowsOn = ComparableResult.of(ours, query.sql());
    if (peer.isPresent()) {
      expected = ComparableResult.of(peer.get(), query.sql());
    }
    for (int i = 0; i < repetitions; i++) {
      on[i] = millis(ours, query);
      useIndexes(false);
      off[i] = millis(ours, query);
      useIndexes(true);
      if (peer.isPresent()) {
        other[i] = millis(peer.get(), query);
      }
    }
    return new QueryMeasurement(
        query,
        Statistics.median(on),
        Statistics.median(off),
        peer.isPresent() ? OptionalDouble.of(Statistics.median(other)) : OptionalDouble.empty(),
        rowsOn,
        rowsOn.matches(rowsOff),
        expected != null && rowsOn.matches(expected));
  }

  private static double millis(Connection connection, TpchQuery query) throws SQLException {
    long start = System.nanoTime();
    ComparableResult.of(connection, query.sql());
    return (System.nanoTime() - start) / NANOS_PER_MILLI;
  }

  private void useIndexes(boolean isOn) throws SQLException {
    try (Statement statement = ours.createStatement()) {
      statement.execute("set enable_indexscan = " + (isOn ? "on" : "off"));
    }
  }
}
