package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.pg.auth.Users;
import dev.colonnade.server.pg.session.Conversation;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What connections share.
 *
 * @param tls null if there is none
 * @param random for secrets: nobody can guess what comes next
 */
record PgSeams(
    Database database,
    PgConfig config,
    Users users,
    @Nullable TlsGround tls,
    RandomGenerator random,
    CancelKeys cancelKeys,
    SessionCount sessions,
    Conversation.Seams conversations) {
  PgSeams {
    requireNonNull(database, "database is null");
    requireNonNull(config, "config is null");
    requireNonNull(users, "users is null");
    requireNonNull(random, "random is null");
    requireNonNull(cancelKeys, "cancelKeys is null");
    requireNonNull(sessions, "sessions is null");
    requireNonNull(conversations, "conversations is null");
  }
}
