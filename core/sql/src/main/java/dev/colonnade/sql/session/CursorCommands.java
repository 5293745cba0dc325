package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.CursorCommand.CursorOption;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DECLARE, FETCH and MOVE. One thread. */
final class CursorCommands {
  private final SessionComponents components;
  private final SqlCursors cursors;

  CursorCommands(SessionComponents components, SqlCursors cursors) {
    this.components = requireNonNull(components, "components is null");
    this.cursors = requireNonNull(cursors, "cursors is null");
  }

  /** Returns a DECLARE whose query is planned. */
  SqlPrepared prepareDeclare(
      SqlText text, CursorCommand.Declare declare, List<@Nullable SqlType> types) {
    SqlText query = text.inner(declare.query(), declare.start());
    return SqlPrepared.executing(text, declare, components.runner().prepare(query, types));
  }

  /** Runs DECLARE. */
  void declare(
      CursorCommand.Declare declare,
      SqlPrepared query,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    boolean isInBlock = !components.block().isNone();
    if (!isInBlock && !declare.hold()) {
      throw TransactionCommands.noBlock("DECLARE CURSOR");
    }
    cursors.requireFree(declare.name());
    Cancellation reading = Cancellation.within(cancellation);
    boolean isScrollable = declare.options().contains(CursorOption.SCROLL);
    SqlCursor cursor =
        new SqlCursor(
            query, components.runner().open(query, reading, parameters), reading, isScrollable);
    if (!isInBlock) {
      try {
        cursor.persist();
      } finally {
        cursor.close();
      }
    }
    cursors.declare(declare.name(), cursor, declare.hold());
  }

  /** Runs FETCH or MOVE. */
  SqlResult fetch(SqlPrepared statement, CursorCommand.Fetch fetch, Cancellation cancellation) {
    SqlCursor cursor = cursors.require(fetch.name());
    StatementResult outcome =
        fetch.move()
            ? StatementResult.changed(statement.command(), cursor.move(fetch.step(), cancellation))
            : cursor.fetch(fetch.step(), cancellation);
    return new SqlResult(outcome, cancellation, SqlResult.Listener.NONE);
  }
}
