package dev.colonnade.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.block.BlockInterpreter;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.SessionCommand;

/**
 * Runs the blocks of DO, each as one statement of the session: on its own in a transaction that is
 * begun for it, and again if others were faster. One thread.
 */
final class SessionBlocks {
  /** How deep one block can run others. */
  static final int NESTING_MAX = 16;

  private final SessionCommands.Parts parts;
  private final SessionCommands commands;
  private int depth;

  SessionBlocks(SessionCommands.Parts parts, SessionCommands commands) {
    this.parts = parts;
    this.commands = commands;
  }

  /** Whether what runs is part of a block. */
  boolean isRunning() {
    return depth > 0;
  }

  void run(SqlText text, SessionCommand.Block block, Cancellation cancellation) {
    requireLanguage(block.language());
    if (depth == NESTING_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "blocks run each other too deeply: max=" + NESTING_MAX);
    }
    Cancellation limited = depth == 0 ? parts.runner().limited(cancellation) : cancellation;
    depth++;
    try {
      if (parts.block().isNone()) {
        alone(block.text(), limited);
      } else {
        boolean mayEnd = depth == 1 && !parts.block().isExplicit() && !parts.block().hasBegun();
        BlockInterpreter.run(block.text(), new BlockDoor(parts, commands, limited, mayEnd));
      }
    } catch (ColonnadeException e) {
      throw placed(e, text, block);
    } finally {
      depth--;
    }
  }

  private void alone(String text, Cancellation cancellation) {
    for (int tries = 1; ; tries++) {
      int said = parts.session().noticeCount();
      BlockDoor door = new BlockDoor(parts, commands, cancellation, true);
      parts.block().beginImplicit();
      try {
        BlockInterpreter.run(text, door);
        commands.commit();
        return;
      } catch (ColonnadeException e) {
        boolean wasFirst =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.DEADLOCK_DETECTED;
        if (!wasFirst || door.hasEnded() || tries == StatementRunner.TRIES_MAX) {
          throw e;
        }
      } finally {
        if (!parts.block().isNone()) {
          commands.rollback();
        }
      }
      parts.session().forgetNotices(said);
      cancellation.check();
    }
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

  /** Errors know their place in the block; the user's text is around it. */
  private static ColonnadeException placed(
      ColonnadeException e, SqlText text, SessionCommand.Block block) {
    if (e.position() == 0) {
      return e;
    }
    ErrorFields fields = e.fields();
    return block.offset() < 0
        ? e.with(fields.withPosition(0))
        : SqlErrors.shifted(e, text.offset() + block.offset());
  }
}
