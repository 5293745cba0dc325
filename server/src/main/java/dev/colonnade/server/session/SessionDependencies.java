package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.server.session.pool.RequestPools;

/**
 * Dependencies that all sessions share.
 *
 * @param database database on which requests are executed
 * @param pools thread pools of requests that may block
 * @param splits changes the split settings
 * @param limits limits of frames
 * @param observer is notified of reads and writes
 * @param ticker measures deadlines and the uptime
 * @param startNanos start of the server, in the ticker's time
 * @param serverVersion version that the server reports
 */
public record SessionDependencies(
    Database database,
    RequestPools pools,
    SplitSettingsControl splits,
    ProtocolLimits limits,
    RequestObserver observer,
    NanoTicker ticker,
    long startNanos,
    String serverVersion) {
  public SessionDependencies {
    requireNonNull(database, "database is null");
    requireNonNull(pools, "pools is null");
    requireNonNull(splits, "splits is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(observer, "observer is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(serverVersion, "serverVersion is null");
  }
}
