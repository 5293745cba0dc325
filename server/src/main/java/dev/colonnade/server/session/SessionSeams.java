package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.server.net.observer.RequestObserver;

/**
 * What all sessions share.
 *
 * @param database what they work on
 * @param pools threads that may wait
 * @param splits changes how ranges are split
 * @param limits what a frame may hold
 * @param observer is told what requests do
 * @param ticker measures deadlines and how long the server has been up
 * @param startNanos when the server was started, as the ticker shows it
 * @param serverVersion what the server calls itself
 */
public record SessionSeams(
    Database database,
    WorkPools pools,
    SplitControl splits,
    ProtocolLimits limits,
    RequestObserver observer,
    NanoTicker ticker,
    long startNanos,
    String serverVersion) {
  public SessionSeams {
    requireNonNull(database, "database is null");
    requireNonNull(pools, "pools is null");
    requireNonNull(splits, "splits is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(observer, "observer is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(serverVersion, "serverVersion is null");
  }
}
