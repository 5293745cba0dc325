package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.query.Expression;
import org.jspecify.annotations.Nullable;

/** Command of a session. */
public sealed interface SessionCommand extends SessionControl {
  /** {@code DISCARD}: ALL, TEMPORARY, PLANS or SEQUENCES. */
  record Discard(String target, int position) implements SessionCommand {}

  /** {@code LISTEN}. */
  record Listen(String channel, int position) implements SessionCommand {}

  /** {@code NOTIFY}. */
  record Notify(String channel, @Nullable String payload, int position) implements SessionCommand {}

  /** {@code UNLISTEN}; null is all channels. */
  record Unlisten(@Nullable String channel, int position) implements SessionCommand {}

  /**
   * {@code DO}.
   *
   * @param bodyStart offset of the first character of the body; -1 if the body differs from its
   *     source, where characters are escaped
   */
  record Do(@Nullable String language, String body, int bodyStart, int position)
      implements SessionCommand {}

  /** {@code CALL}. */
  record CallProcedure(Expression call, int position) implements SessionCommand {}
}
