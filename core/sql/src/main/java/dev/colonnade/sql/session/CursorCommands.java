package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.session.cursor.ClientPortal;
import dev.colonnade.sql.session.cursor.PortalFetch;
import dev.colonnade.sql.session.cursor.SqlCursor;
import dev.colonnade.sql.session.cursor.SqlCursors;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.CursorCommand.CursorOption;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement.CursorQuery;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    requireCompatible(declare);
    // The text from DECLARE on, since the plan of the query alone has no keys behind its columns.
    SqlText query = text.inner(new CursorQuery(declare.query()), declare.position());
    if (query.data() == null) {
      throw text.command().error(intoNotAllowed(declare.query()));
    }
    SqlPrepared prepared = components.runner().prepare(query, types);
    requireAllowed(declare);
    return SqlPrepared.executing(text, declare, prepared);
  }

  /** Runs DECLARE. */
  void declare(
      SqlText text,
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
    SqlCursor.Scrolling scrolling =
        has(declare, CursorOption.SCROLL)
            ? SqlCursor.Scrolling.ANY
            : has(declare, CursorOption.NO_SCROLL)
                ? SqlCursor.Scrolling.FORWARD
                : SqlCursor.Scrolling.CURRENT;
    SqlCursor cursor =
        new SqlCursor(
            query,
            components.runner().open(query, reading, parameters),
            reading,
            new SqlCursor.Declaration(
                text.command().whole(),
                has(declare, CursorOption.BINARY),
                scrolling,
                TimeUnit.NANOSECONDS.toMicros(components.context().epochNanos())));
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
    ClientPortal portal = cursors.portal(fetch.name());
    StatementResult outcome =
        portal == null
            ? rows(statement, fetch, cancellation)
            : rows(portal, statement, fetch, cancellation);
    return new SqlResult(outcome, cancellation, new FailingFetch(components.block()));
  }

  private StatementResult rows(
      SqlPrepared statement, CursorCommand.Fetch fetch, Cancellation cancellation) {
    SqlCursor cursor = cursors.require(fetch.name());
    return fetch.move()
        ? StatementResult.changed(statement.command(), cursor.move(fetch.step(), cancellation))
        : cursor.fetch(fetch.step(), cancellation);
  }

  private StatementResult rows(
      ClientPortal portal,
      SqlPrepared statement,
      CursorCommand.Fetch fetch,
      Cancellation cancellation) {
    if (!portal.isOpen()) {
      Cancellation reading = portal.follow(cancellation);
      portal.open(components.runner().open(portal.query(), reading, portal.parameters()));
    }
    PortalFetch rows = new PortalFetch(portal, fetch.step(), cancellation);
    return fetch.move() ? StatementResult.changed(statement.command(), rows.skip()) : rows;
  }

  /** Returns the query of a cursor or of a portal. */
  SqlPrepared query(String name) {
    ClientPortal portal = cursors.portal(name);
    return portal == null ? cursors.require(name).query() : portal.query();
  }

  /** Throws INVALID_CURSOR_DEFINITION if options exclude each other. */
  private static void requireCompatible(CursorCommand.Declare declare) {
    if (has(declare, CursorOption.SCROLL) && has(declare, CursorOption.NO_SCROLL)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CURSOR_DEFINITION, "cannot specify both SCROLL and NO SCROLL");
    }
    if (has(declare, CursorOption.ASENSITIVE) && has(declare, CursorOption.INSENSITIVE)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CURSOR_DEFINITION, "cannot specify both ASENSITIVE and INSENSITIVE");
    }
  }

  /** Returns the error of a query that creates a table. */
  private static ColonnadeException intoNotAllowed(Query query) {
    Query.Into into = intoOf(query);
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "SELECT ... INTO is not allowed here",
        into == null ? ErrorFields.NONE : ErrorFields.at(into.name().position() + 1));
  }

  private static Query.@Nullable Into intoOf(Query query) {
    return switch (query) {
      case Query.Qualified qualified -> intoOf(qualified.body());
      case Query.Select select -> select.into();
      case Query.SetOperation operation -> intoOf(operation.left());
      case Query.Past past -> intoOf(past.query());
      case Query.Values _, Query.Table _ -> null;
    };
  }

  /** Throws if the query changes rows, or locks rows and the options do not allow that. */
  private static void requireAllowed(CursorCommand.Declare declare) {
    if (!(declare.query() instanceof Query.Qualified query)) {
      return;
    }
    boolean isChange =
        query.with() != null
            && query.with().tables().stream()
                .anyMatch(table -> table.statement() instanceof Change);
    if (isChange) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "DECLARE CURSOR must not contain data-modifying statements in WITH");
    }
    if (!query.locking().isEmpty()) {
      requireReadOnly(declare, query.locking().getFirst().strength());
    }
  }

  private static void requireReadOnly(CursorCommand.Declare declare, Query.LockStrength strength) {
    String clause = "FOR " + strength.name().replace('_', ' ');
    if (declare.hold()) {
      throw readOnly(
          ErrorCode.UNSUPPORTED,
          "DECLARE CURSOR WITH HOLD ... %s is not supported".formatted(clause),
          "Holdable");
    }
    if (has(declare, CursorOption.SCROLL)) {
      throw readOnly(
          ErrorCode.UNSUPPORTED,
          "DECLARE SCROLL CURSOR ... %s is not supported".formatted(clause),
          "Scrollable");
    }
    if (has(declare, CursorOption.INSENSITIVE)) {
      throw readOnly(
          ErrorCode.INVALID_CURSOR_DEFINITION,
          "DECLARE INSENSITIVE CURSOR ... %s is not valid".formatted(clause),
          "Insensitive");
    }
  }

  private static ColonnadeException readOnly(ErrorCode code, String message, String kind) {
    return new ColonnadeException(
        code, message, ErrorFields.NONE.withDetail(kind + " cursors must be READ ONLY."));
  }

  private static boolean has(CursorCommand.Declare declare, CursorOption option) {
    return declare.options().contains(option);
  }

  /** Fails the transaction if a fetch fails. */
  private record FailingFetch(TransactionBlock block) implements SqlResult.Listener {
    @Override
    public void failed() {
      block.fail();
    }

    @Override
    public void closed(SqlResult result) {}
  }
}
