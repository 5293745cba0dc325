package dev.colonnade.bench.analytic;

import dev.colonnade.bench.MeasurementLog;
import java.util.OptionalDouble;

/**
 * What was found out about a query.
 *
 * @param on milliseconds with columns and vectors
 * @param off milliseconds with raw key-values and rows
 * @param peer milliseconds of the peer
 * @param rows its answer
 * @param agrees whether both ways gave the same
 * @param peerAgrees whether the peer gave the same
 */
record QueryFigures(
    TpchQuery query,
    double on,
    double off,
    OptionalDouble peer,
    ResultRows rows,
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
