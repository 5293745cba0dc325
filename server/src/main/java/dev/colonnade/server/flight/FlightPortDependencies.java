package dev.colonnade.server.flight;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.FlightConfig;

/**
 * Dependencies of the port of Arrow Flight SQL.
 *
 * @param host address of a local network interface
 * @param authenticator decides which clients may log in; without its TLS context the port is not
 *     encrypted
 * @param version version of the server, for clients
 * @param observer is notified of calls, rows and bytes
 */
public record FlightPortDependencies(
    String host,
    FlightConfig config,
    Database database,
    Authenticator authenticator,
    NanoTicker ticker,
    String version,
    FlightObserver observer) {
  public FlightPortDependencies {
    requireNonNull(host, "host is null");
    requireNonNull(config, "config is null");
    requireNonNull(database, "database is null");
    requireNonNull(authenticator, "authenticator is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(version, "version is null");
    requireNonNull(observer, "observer is null");
  }
}
