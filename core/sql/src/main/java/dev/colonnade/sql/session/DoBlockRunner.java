package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.block.BlockInterpreter;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.syntax.command.SessionCommand;

/**
 * Execution of DO: each block is one statement of the session. Outside of a transaction it runs in
 * one of its own, again after a serialization failure or deadlock. One thread.
 */
final class DoBlockRunner {
  /** Maximum nesting of DO within blocks. */
  static final int NESTING_MAX = 16;

  private static final String DEFAULT_LANGUAGE = "plpgsql";

  private final SessionComponents components;
  private final TransactionControl control;
  private final DoBlockSession.Commands commands;
  private int depth;

  DoBlockRunner(
      SessionComponents components, TransactionControl control, DoBlockSession.Commands commands) {
    this.components = requireNonNull(components, "components is null");
    this.control = requireNonNull(control, "control is null");
    this.commands = commands;
  }

  /** Returns whether a block is running. */
  boolean isRunning() {
    return depth > 0;
  }

  public void run(SqlText text, SessionCommand.Do block, Cancellation cancellation) {
    requireLanguage(block.language() == null ? DEFAULT_LANGUAGE : block.language());
    if (depth == NESTING_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "blocks run each other too deeply: max=" + NESTING_MAX);
    }
    Cancellation limited = depth == 0 ? components.runner().limited(cancellation) : cancellation;
    depth++;
    try {
      Interruption.run(limited, () -> run(block.body(), limited));
    } catch (ColonnadeException e) {
      throw placed(e, text, block);
    } finally {
      depth--;
    }
  }

  private void run(String text, Cancellation cancellation) {
    if (components.block().isNone()) {
      alone(text, cancellation);
    } else {
      boolean mayEnd =
          depth == 1 && !components.block().isExplicit() && !components.block().hasBegun();
      BlockInterpreter.run(text, session(cancellation, mayEnd));
    }
  }

  private void alone(String text, Cancellation cancellation) {
    for (int tries = 1; ; tries++) {
      int noticeCount = components.notices().count();
      DoBlockSession session = session(cancellation, true);
      components.block().beginImplicit();
      try {
        BlockInterpreter.run(text, session);
        control.commit();
        return;
      } catch (ColonnadeException e) {
        boolean isRetryable =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.DEADLOCK_DETECTED;
        if (!isRetryable || session.hasEnded() || tries == StatementRunner.TRIES_MAX) {
          throw e;
        }
      } finally {
        if (!components.block().isNone()) {
          control.rollback();
        }
      }
      components.notices().truncate(noticeCount);
      cancellation.check();
    }
  }

  private DoBlockSession session(Cancellation cancellation, boolean mayEnd) {
    return new DoBlockSession(components, control, commands, cancellation, mayEnd);
  }

  private static void requireLanguage(String language) {
    switch (language) {
      case "plpgsql" -> {}
      case "sql", "c", "internal" ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "language \"%s\" does not support inline code execution".formatted(language));
      default ->
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT, "language \"%s\" does not exist".formatted(language));
    }
  }

  /** Returns an error with its position in the client's text instead of that in the block. */
  private static ColonnadeException placed(
      ColonnadeException e, SqlText text, SessionCommand.Do block) {
    if (e.position() == 0) {
      return e;
    }
    return block.bodyStart() < 0
        ? e.with(e.fields().withPosition(0))
        : text.command().error(StatementErrors.shifted(e, block.bodyStart()));
  }
}
