package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.prepared.StatementCache;
import dev.colonnade.sql.result.SessionNotices;
import dev.colonnade.sql.setting.SessionSettings;

/** Components of one session, which its commands use. */
public record SessionComponents(
    StatementCache cache,
    SqlSessionContext context,
    SessionSettings settings,
    SessionNotices notices,
    TransactionBlock block,
    StatementRunner runner) {
  public SessionComponents {
    requireNonNull(cache, "cache is null");
    requireNonNull(context, "context is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(notices, "notices is null");
    requireNonNull(block, "block is null");
    requireNonNull(runner, "runner is null");
  }
}
