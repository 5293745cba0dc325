package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import dev.colonnade.server.net.transport.SessionLimiter;
import dev.colonnade.server.pg.session.PgSession;

/**
 * Dependencies that all connections of a listener share.
 *
 * @param authenticator decides which clients may log in
 * @param sessions limits the number of sessions
 * @param handshakes limits the number of connections before their login
 * @param connections is notified of connections
 * @param sessionDependencies dependencies of the sessions
 */
record PgConnectionDependencies(
    Database database,
    PgConfig config,
    Authenticator authenticator,
    CancelKeyRegistry cancelKeys,
    SessionLimiter sessions,
    ConnectionLimiter handshakes,
    ConnectionObserver connections,
    PgSession.Dependencies sessionDependencies) {
  PgConnectionDependencies {
    requireNonNull(database, "database is null");
    requireNonNull(config, "config is null");
    requireNonNull(authenticator, "authenticator is null");
    requireNonNull(cancelKeys, "cancelKeys is null");
    requireNonNull(sessions, "sessions is null");
    requireNonNull(handshakes, "handshakes is null");
    requireNonNull(connections, "connections is null");
    requireNonNull(sessionDependencies, "sessionDependencies is null");
  }
}
