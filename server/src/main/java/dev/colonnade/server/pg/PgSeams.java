package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.pg.session.Conversation;

/**
 * What connections share.
 *
 * @param doorkeeper says who is let in
 * @param connections is told of connections
 */
record PgSeams(
    Database database,
    PgConfig config,
    Authenticator doorkeeper,
    CancelKeys cancelKeys,
    SessionCount sessions,
    ConnectionObserver connections,
    Conversation.Seams conversations) {
  PgSeams {
    requireNonNull(database, "database is null");
    requireNonNull(config, "config is null");
    requireNonNull(doorkeeper, "doorkeeper is null");
    requireNonNull(cancelKeys, "cancelKeys is null");
    requireNonNull(sessions, "sessions is null");
    requireNonNull(connections, "connections is null");
    requireNonNull(conversations, "conversations is null");
  }
}
