package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Expression;
import org.jspecify.annotations.Nullable;

/** Command of a session. */
public sealed interface SessionCommand extends Command {
  /** {@code DISCARD}: ALL, TEMPORARY, PLANS or SEQUENCES. */
  record Discard(String target, int position) implements SessionCommand {}

  /** {@code LISTEN}. */
  record Listen(String channel, int position) implements SessionCommand {}

  /** {@code NOTIFY}. */
  record Notify(String channel, @Nullable String payload, int position) implements SessionCommand {}

  /** {@code UNLISTEN}; null is all channels. */
  record Unlisten(@Nullable String channel, int position) implements SessionCommand {}

  /** {@code DO}. */
  record Do(@Nullable String language, String body, int position) implements SessionCommand {}

  /** {@code CALL}. */
  record CallProcedure(Expression call, int position) implements SessionCommand {}

  /** Statement of Colonnade that lists objects: TABLES, RANGES, COLUMNS and the like. */
  record ShowObjects(String kind, @Nullable QualifiedName table, int position)
      implements SessionCommand {}
}
