package dev.colonnade.server.flight;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.FlightConfig;
import dev.colonnade.server.config.SecurityConfig;
import java.util.Optional;

/**
 * Dependencies of the port of Arrow Flight SQL.
 *
 * @param host address of a local network interface
 * @param tls certificate and key; without them the port is not encrypted
 * @param authenticator decides which clients may log in
 * @param version version of the server, for clients
 * @param observer is notified of calls, rows and bytes
 */
public record FlightPortDependencies(
    String host,
    FlightConfig config,
    Optional<SecurityConfig.TlsFiles> tls,
    Database database,
    Authenticator authenticator,
    NanoTicker ticker,
    String version,
    FlightObserver observer) {
  public FlightPortDependencies {
    requireNonNull(host, "host is null");
    requireNonNull(config, "config is null");
    requireNonNull(tls, "tls is null");
    requireNonNull(database, "database is null");
    requireNonNull(authenticator, "authenticator is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(version, "version is null");
    requireNonNull(observer, "observer is null");
  }
}
