package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.MeasurementLog;
import java.util.OptionalDouble;

/**
 * Measurement of a query.
 *
 * @param on milliseconds with columnar scans and vectorized execution
 * @param off milliseconds without access by keys of indexes
 * @param peer milliseconds of the other database
 * @param rows result of the query
 * @param agrees whether both executions returned the same result
 * @param peerAgrees whether the other database returned the same result
 */
record QueryMeasurement(
    TpchQuery query,
    double on,
    double off,
    OptionalDouble peer,
    ComparableResult rows,
    boolean agrees,
    boolean peerAgrees) {
  private static final String MILLIS = "ms";

  void logTo(MeasurementLog log) {
    String name = "tpch." + query.name();
    log.add(name + ".on", on, MILLIS);
    log.add(name + ".off", off, MILLIS);
    peer.ifPresent(millis -> log.add(name + ".peer", millis, MILLIS));
  }
}
