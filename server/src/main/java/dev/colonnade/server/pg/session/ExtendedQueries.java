package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.type.WireType;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Statements in steps: parsed, given their parameters, run, as a whole or so many rows at a time.
 * What is run up to a Sync shares one transaction; a statement that is alone in it is run on its
 * own.
 */
final class ExtendedQueries {
  /** Portals of one session. */
  static final int PORTALS_MAX = 65_536;

  private final SessionGround ground;
  private final Copies copies;

  /** What the protocol knows of the session's statements, and the one without a name. */
  private final Map<String, NamedStatement> statements = new HashMap<>();

  /** Up to which removal of the session's statements those that are gone are let go here. */
  private long seenRemovalCount;

  private final Map<String, Portal> portals = new HashMap<>();

  /** Whether the statements up to the next Sync share a transaction. */
  private boolean isSeries;

  ExtendedQueries(SessionGround ground, Copies copies) {
    this.ground = requireNonNull(ground, "ground is null");
    this.copies = requireNonNull(copies, "copies is null");
  }

  void parse(FrontendMessage.Parse parse) {
    String name = parse.statement();
    if (!name.isEmpty()) {
      ground.sql().statements().requireFree(name);
    }
    List<SqlText> texts = ground.sql().parse(parse.sql());
    if (texts.size() > 1) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
    }
    SqlPrepared prepared =
        texts.isEmpty() ? null : ground.sql().prepare(texts.getFirst(), types(parse.typeOids()));
    if (!name.isEmpty() && prepared != null) {
      ground.sql().statements().add(name, prepared);
    }
    letGo();
    statements.put(name, new NamedStatement(name, prepared, parse.typeOids()));
    ground.outlet().writer().parseComplete();
  }

  private static List<@Nullable SqlType> types(int[] oids) {
    List<@Nullable SqlType> types = new ArrayList<>(oids.length);
    for (int oid : oids) {
      types.add(WireType.sqlType(oid));
    }
    return Collections.unmodifiableList(types);
  }

  /** Forgets what DEALLOCATE and the like have removed. */
  private void letGo() {
    PreparedStatements kept = ground.sql().statements();
    if (seenRemovalCount != kept.removalCount()) {
      seenRemovalCount = kept.removalCount();
      statements
          .entrySet()
          .removeIf(
              entry ->
                  !entry.getKey().isEmpty()
                      && !Objects.equals(kept.find(entry.getKey()), entry.getValue().prepared()));
    }
  }

  void bind(FrontendMessage.Bind bind) {
    NamedStatement statement = requireStatement(bind.statement());
    Portal known = portals.get(bind.portal());
    if (known != null && !bind.portal().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_CURSOR, "cursor \"%s\" already exists".formatted(bind.portal()));
    }
    if (portals.size() >= PORTALS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many portals: max=%d".formatted(PORTALS_MAX));
    }
    Portal portal =
        new Portal(bind.portal(), statement, statement.parameters(bind), bind.resultFormats());
    SqlPrepared prepared = statement.prepared();
    if (bind.resultFormats().length > 1 && prepared != null) {
      RowFormat.of(prepared.columns(), bind.resultFormats(), ground.styles().current());
    }
    if (known != null) {
      known.close();
    }
    portals.put(bind.portal(), portal);
    ground.outlet().writer().bindComplete();
  }

  void describeStatement(String name) {
    NamedStatement statement = requireStatement(name);
    ground.outlet().writer().parameterDescription(statement.parameterOids());
    describe(statement.prepared(), RowFormat.ALL_TEXT);
  }

  /** A cursor of DECLARE is a portal as well, which drivers describe before they FETCH. */
  void describePortal(String name) {
    SqlPrepared cursor = portals.containsKey(name) ? null : ground.sql().cursorQuery(name);
    if (cursor != null) {
      describe(cursor, RowFormat.ALL_TEXT);
      return;
    }
    Portal portal = requirePortal(name);
    describe(portal.statement().prepared(), portal.resultFormats());
  }

  private void describe(@Nullable SqlPrepared prepared, short[] formats) {
    if (prepared == null || !prepared.returnsRows() || prepared.copy() != null) {
      ground.outlet().writer().noData();
    } else {
      RowFormat.of(prepared.columns(), formats, ground.styles().current())
          .describe(ground.outlet().writer());
    }
  }

  /** Runs a portal if that can be done without waiting for anything; says whether it has. */
  boolean tryExecute(FrontendMessage.Execute execute) {
    Portal portal = requirePortal(execute.portal());
    SqlPrepared prepared = portal.statement().prepared();
    if (isSeries
        || prepared == null
        || prepared.copy() != null
        || portal.rows() != null
        || portal.isDone()) {
      return false;
    }
    SqlResult result = ground.sql().tryExecute(prepared, portal.parameters());
    if (result == null) {
      return false;
    }
    open(portal, result);
    send(portal, execute.rowsMax());
    return true;
  }

  /**
   * Runs a portal.
   *
   * @param isAlone whether it is known that no other statement shares its fate
   */
  void execute(FrontendMessage.Execute execute, boolean isAlone) {
    Portal portal = requirePortal(execute.portal());
    SqlPrepared prepared = portal.statement().prepared();
    if (prepared == null) {
      ground.outlet().writer().emptyQueryResponse();
      return;
    }
    if (portal.rows() == null && portal.isDone()) {
      executeAgain(portal, prepared);
      return;
    }
    if (portal.rows() == null) {
      if (!isAlone) {
        isSeries = true;
        ground.sql().beginImplicit();
      }
      Cancellation cancellation = ground.cancellation();
      cancellation.check();
      CopyDescription copy = prepared.copy();
      if (copy != null) {
        copy(portal, copy, cancellation);
        return;
      }
      open(portal, ground.sql().execute(prepared, cancellation, portal.parameters()));
    }
    send(portal, execute.rowsMax());
  }

  private void copy(Portal portal, CopyDescription terms, Cancellation cancellation) {
    SqlPrepared prepared = requireNonNull(portal.statement().prepared(), "nothing to copy");
    portal.done();
    if (terms.options().isFrom()) {
      copies.in().run(prepared, terms, cancellation, false);
    } else {
      copies.out().run(prepared, terms, cancellation, portal.parameters());
    }
  }

  /** What has run to its end has no more rows; what changes something cannot run twice. */
  private void executeAgain(Portal portal, SqlPrepared prepared) {
    if (!prepared.returnsRows() || prepared.copy() != null) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE, "portal \"%s\" cannot be run".formatted(portal.name()));
    }
    CommandTags.write(ground.outlet().writer(), prepared.command(), 0);
  }

  private void open(Portal portal, SqlResult result) {
    try {
      RowFormat format =
          RowFormat.of(result.columns(), portal.resultFormats(), ground.styles().current());
      portal.opened(new ResultRows(result, format));
    } catch (RuntimeException e) {
      result.close();
      throw e;
    }
  }

  private void send(Portal portal, int rowsMax) {
    ResultRows rows = requireNonNull(portal.rows(), "portal is not open");
    SqlResult result = rows.result();
    Outlet outlet = ground.outlet();
    if (result.columns().isEmpty() && !isSelect(portal)) {
      finish(portal, result.command(), result.updateCount());
      return;
    }
    Cancellation cancellation = ground.cancellation();
    long count = 0;
    while (rowsMax <= 0 || count < rowsMax) {
      if (!rows.send(outlet.writer())) {
        finish(portal, result.command(), count);
        return;
      }
      cancellation.check();
      outlet.relieve(cancellation);
      count++;
    }
    outlet.writer().portalSuspended();
  }

  private static boolean isSelect(Portal portal) {
    SqlPrepared prepared = portal.statement().prepared();
    return prepared != null && prepared.returnsRows();
  }

  private void finish(Portal portal, String command, long count) {
    portal.done();
    ground.sendNotices();
    CommandTags.write(ground.outlet().writer(), command, count);
  }

  void closeStatement(String name) {
    statements.remove(name);
    ground.sql().statements().remove(name);
    ground.outlet().writer().closeComplete();
  }

  void closePortal(String name) {
    Portal portal = portals.remove(name);
    if (portal != null) {
      portal.close();
    }
    ground.outlet().writer().closeComplete();
  }

  /** Whether a Sync ends a transaction, which may wait. */
  boolean isSeries() {
    return isSeries;
  }

  /** Ends a series: what belongs together is committed, or undone if a statement has failed. */
  void sync() {
    try {
      if (isSeries) {
        isSeries = false;
        ground.sql().endImplicit();
      }
    } finally {
      forgetPortals();
    }
  }

  /** Outside of a transaction there are no portals. */
  void forgetPortals() {
    if (portals.isEmpty() || ground.sql().transactionStatus() != TransactionStatus.IDLE) {
      return;
    }
    portals.values().forEach(Portal::close);
    portals.clear();
  }

  /** A text of statements has the place of the statement and the portal without names. */
  void forgetUnnamed() {
    statements.remove("");
    Portal portal = portals.remove("");
    if (portal != null) {
      portal.close();
    }
  }

  void close() {
    portals.values().forEach(Portal::close);
    portals.clear();
  }

  private NamedStatement requireStatement(String name) {
    letGo();
    NamedStatement statement = statements.get(name);
    if (statement != null) {
      return statement;
    }
    SqlPrepared prepared = name.isEmpty() ? null : ground.sql().statements().find(name);
    if (prepared == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          name.isEmpty()
              ? "unnamed prepared statement does not exist"
              : "prepared statement \"%s\" does not exist".formatted(name));
    }
    NamedStatement ofPrepare = new NamedStatement(name, prepared, new int[0]);
    statements.put(name, ofPrepare);
    return ofPrepare;
  }

  private Portal requirePortal(String name) {
    Portal portal = portals.get(name);
    if (portal == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "portal \"%s\" does not exist".formatted(name));
    }
    return portal;
  }
}
