package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.session.result.CommandTags;
import dev.colonnade.server.pg.session.result.DataRowFormat;
import dev.colonnade.server.pg.session.result.DataRowWriter;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.session.cursor.ClientPortal;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the extended query protocol: prepared statements and portals, which are executed as a
 * whole or some rows at a time. All statements up to a Sync share one implicit transaction; a
 * single statement before a Sync runs without one.
 */
final class ExtendedQueryHandler {
  /** Maximum number of portals of a session. */
  static final int PORTALS_MAX = 65_536;

  private final PgSessionContext context;
  private final CopyHandlers copies;

  /** Prepared statements by name, with the unnamed statement under "". */
  private final Map<String, PgPreparedStatement> statements = new HashMap<>();

  /** Removal count of the session's statements at which {@link #statements} was last cleaned up. */
  private long seenRemovalCount;

  private final Map<String, Portal> portals = new HashMap<>();

  /** True while the statements up to the next Sync share an implicit transaction. */
  private boolean inImplicitTransaction;

  ExtendedQueryHandler(PgSessionContext context, CopyHandlers copies) {
    this.context = requireNonNull(context, "context is null");
    this.copies = requireNonNull(copies, "copies is null");
    context.sql().cursors().setPortals(this::cursor);
  }

  /** Returns a portal as FETCH and MOVE read it; null for those that return no rows. */
  private @Nullable ClientPortal cursor(String name) {
    Portal portal = name.isEmpty() ? null : portals.get(name);
    SqlPrepared prepared = portal == null ? null : portal.statement().prepared();
    return portal == null || prepared == null || !isQuery(prepared)
        ? null
        : new CursorPortal(portal, this::open, () -> portals.remove(name));
  }

  private static boolean isQuery(SqlPrepared prepared) {
    return prepared.sessionCommand() == null && prepared.returnsRows() && prepared.copy() == null;
  }

  void parse(FrontendMessage.Parse parse) {
    String name = parse.statement();
    if (!name.isEmpty()) {
      context.sql().statements().requireFree(name);
    }
    List<SqlText> texts = context.sql().parse(parse.sql(), context.cancellation());
    if (texts.size() > 1) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
    }
    SqlPrepared prepared =
        texts.isEmpty()
            ? null
            : context
                .sql()
                .prepare(texts.getFirst(), types(parse.typeOids()), context.cancellation());
    if (prepared != null) {
      prepared.fixColumns();
      if (!name.isEmpty()) {
        context.sql().addPrepared(name, prepared, parse.sql());
      }
    }
    removeDeallocated();
    statements.put(name, new PgPreparedStatement(name, prepared, parse.typeOids()));
    context.outbound().writer().parseComplete();
  }

  private List<@Nullable SqlType> types(int[] oids) {
    List<@Nullable SqlType> types = new ArrayList<>(oids.length);
    for (int oid : oids) {
      SqlType type = PgType.sqlType(oid);
      types.add(type == null && oid != 0 ? context.sql().type(oid) : type);
    }
    return Collections.unmodifiableList(types);
  }

  /** Removes statements that DEALLOCATE or DISCARD has removed from the session. */
  private void removeDeallocated() {
    PreparedStatements prepared = context.sql().statements();
    if (seenRemovalCount != prepared.removalCount()) {
      seenRemovalCount = prepared.removalCount();
      statements
          .entrySet()
          .removeIf(
              entry ->
                  !entry.getKey().isEmpty()
                      && !Objects.equals(
                          prepared.find(entry.getKey()), entry.getValue().prepared()));
    }
  }

  void bind(FrontendMessage.Bind bind) {
    PgPreparedStatement statement = requireStatement(bind.statement());
    Portal known = portals.get(bind.portal());
    boolean isInUse = known != null || context.sql().cursors().queryOf(bind.portal()) != null;
    if (isInUse && !bind.portal().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_CURSOR, "cursor \"%s\" already exists".formatted(bind.portal()));
    }
    if (portals.size() >= PORTALS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many portals: max=%d".formatted(PORTALS_MAX));
    }
    SqlPrepared prepared = formatted(current(statement), bind.resultFormats());
    Portal portal =
        new Portal(
            bind.portal(),
            statement.with(prepared),
            statement.parameters(bind, context.styles().current()),
            bind.resultFormats());
    if (bind.resultFormats().length > 1 && prepared != null) {
      DataRowFormat.of(prepared.columns(), bind.resultFormats(), context.styles().current());
    }
    if (known != null) {
      known.close();
    }
    portals.put(bind.portal(), portal);
    context.outbound().writer().bindComplete();
  }

  private @Nullable SqlPrepared current(PgPreparedStatement statement) {
    SqlPrepared prepared = statement.prepared();
    return prepared == null ? null : context.sql().current(prepared);
  }

  /** Returns the statement for results some of whose columns are in binary format. */
  private @Nullable SqlPrepared formatted(@Nullable SqlPrepared prepared, short[] formats) {
    if (prepared == null || formats.length == 0 || prepared.sessionCommand() != null) {
      return prepared;
    }
    Set<Integer> internal = new HashSet<>();
    List<SqlColumn> columns = prepared.columns();
    for (int i = 0; i < columns.size(); i++) {
      boolean hasFormat = formats.length == 1 || i < formats.length;
      if (hasFormat
          && DataRowFormat.isBinary(formats, i)
          && columns.get(i).type().isShownAsText()) {
        internal.add(i);
      }
    }
    return internal.isEmpty() ? prepared : context.sql().withInternalColumns(prepared, internal);
  }

  void describeStatement(String name) {
    PgPreparedStatement statement = requireStatement(name);
    context.outbound().writer().parameterDescription(statement.parameterOids());
    describe(statement.with(current(statement)), DataRowFormat.ALL_TEXT);
  }

  /** Describes a portal or a cursor of DECLARE, which drivers describe before they FETCH. */
  void describePortal(String name) {
    SqlPrepared cursor = portals.containsKey(name) ? null : context.sql().cursors().queryOf(name);
    if (cursor != null) {
      describe(new PgPreparedStatement(name, cursor, new int[0]), DataRowFormat.ALL_TEXT);
      return;
    }
    Portal portal = requirePortal(name);
    describe(portal.statement(), portal.resultFormats());
  }

  private void describe(PgPreparedStatement statement, short[] formats) {
    SqlPrepared prepared = statement.prepared();
    if (prepared == null || !prepared.returnsRows() || prepared.copy() != null) {
      context.outbound().writer().noData();
    } else {
      statement
          .rowFormat(prepared.columns(), formats, context.styles().current())
          .describe(context.outbound().writer());
    }
  }

  /** Executes a portal if that cannot block, and returns whether it did. */
  boolean tryExecute(FrontendMessage.Execute execute) {
    Portal portal = requirePortal(execute.portal());
    SqlPrepared prepared = portal.statement().prepared();
    if (inImplicitTransaction
        || prepared == null
        || prepared.copy() != null
        || portal.rows() != null
        || portal.isDone()
        || context.sendsBeforeCommit(prepared)) {
      return false;
    }
    SqlResult result;
    context.sql().began(prepared.text().text());
    try {
      result = context.sql().executeWithoutBlocking(prepared, portal.parameters());
    } catch (WouldBlockException e) {
      return false;
    }
    open(portal, result);
    send(portal, execute.rowsMax());
    return true;
  }

  /**
   * Executes a portal.
   *
   * @param isAlone true if it is known that no other statement shares its transaction
   */
  public void execute(FrontendMessage.Execute execute, boolean isAlone) {
    Portal portal = requirePortal(execute.portal());
    SqlPrepared prepared = portal.statement().prepared();
    if (prepared == null) {
      context.outbound().writer().emptyQueryResponse();
      return;
    }
    if (portal.rows() != null && context.sql().transactionStatus() == TransactionStatus.FAILED) {
      throw new ColonnadeException(
          ErrorCode.TRANSACTION_NOT_ACTIVE,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
    if (portal.rows() == null && portal.isDone()) {
      executeAgain(portal, prepared);
      return;
    }
    if (portal.rows() == null) {
      context.sql().began(prepared.text().text());
      if (!isAlone || isCopyFrom(prepared) || context.sendsBeforeCommit(prepared)) {
        inImplicitTransaction = true;
        context.sql().beginImplicit();
      }
      Cancellation cancellation = portal.follow(context.cancellation());
      cancellation.check();
      CopyDescription copy = prepared.copy();
      if (copy != null) {
        copy(portal, copy, cancellation);
        return;
      }
      open(portal, context.sql().execute(prepared, cancellation, portal.parameters()));
    }
    send(portal, execute.rowsMax());
  }

  /** Its batches are one transaction. */
  private static boolean isCopyFrom(SqlPrepared prepared) {
    CopyDescription copy = prepared.copy();
    return copy != null && copy.options().isFrom();
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

  /** Handles a completed portal: a query has no more rows, a change cannot be executed twice. */
  private void executeAgain(Portal portal, SqlPrepared prepared) {
    if (!prepared.returnsRows() || prepared.copy() != null) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE, "portal \"%s\" cannot be run".formatted(portal.name()));
    }
    CommandTags.write(context.outbound().writer(), prepared.command(), 0);
  }

  private void open(Portal portal, SqlResult result) {
    try {
      DataRowFormat format =
          portal
              .statement()
              .rowFormat(result.columns(), portal.resultFormats(), context.styles().current());
      portal.opened(new DataRowWriter(result, format));
    } catch (RuntimeException e) {
      result.close();
      throw e;
    }
  }

  private void send(Portal portal, int rowsMax) {
    DataRowWriter rows = requireNonNull(portal.rows(), "portal is not open");
    SqlResult result = rows.result();
    OutboundBuffer outbound = context.outbound();
    if (result.columns().isEmpty() && !isSelect(portal)) {
      finish(portal, result.command(), result.updateCount());
      return;
    }
    Cancellation execution = portal.follow(context.cancellation());
    SqlPrepared prepared = portal.statement().prepared();
    Cancellation cancellation = prepared == null ? execution : context.sending(prepared, execution);
    long limit = rowsMax <= 0 ? Long.MAX_VALUE : rowsMax;
    long count =
        InterruptionPoint.call(
            cancellation::check, () -> sendRows(rows, limit, outbound, cancellation));
    if (count < limit) {
      finish(portal, result.command(), count);
    } else {
      outbound.writer().portalSuspended();
    }
  }

  /** Sends rows and returns their number; it is less than the limit if there are no more. */
  private static long sendRows(
      DataRowWriter rows, long limit, OutboundBuffer outbound, Cancellation cancellation) {
    long count = 0;
    while (count < limit && rows.send(outbound.writer())) {
      cancellation.check();
      outbound.flushIfFull(cancellation);
      count++;
    }
    return count;
  }

  private static boolean isSelect(Portal portal) {
    SqlPrepared prepared = portal.statement().prepared();
    return prepared != null && prepared.returnsRows();
  }

  private void finish(Portal portal, String command, long count) {
    portal.done();
    context.sendNotices();
    CommandTags.write(context.outbound().writer(), command, count);
  }

  void closeStatement(String name) {
    statements.remove(name);
    context.sql().statements().remove(name);
    context.outbound().writer().closeComplete();
  }

  /** Closes a portal or a cursor of DECLARE. */
  void closePortal(String name) {
    Portal portal = portals.remove(name);
    if (portal != null) {
      portal.close();
    } else {
      context.sql().cursors().closeDeclared(name);
    }
    context.outbound().writer().closeComplete();
  }

  /** Returns whether a Sync ends an implicit transaction, which may block. */
  boolean inImplicitTransaction() {
    return inImplicitTransaction;
  }

  /** Ends the implicit transaction: commits it, or rolls it back if a statement failed. */
  void sync() {
    try {
      if (inImplicitTransaction) {
        inImplicitTransaction = false;
        context.sql().endImplicit(context.cancellation());
      }
    } finally {
      closePortalsIfIdle();
    }
  }

  /** Closes all portals if no transaction is open. */
  void closePortalsIfIdle() {
    if (portals.isEmpty() || context.sql().transactionStatus() != TransactionStatus.IDLE) {
      return;
    }
    portals.values().forEach(Portal::close);
    portals.clear();
  }

  /** Closes the unnamed statement and portal, which a simple query replaces. */
  void closeUnnamed() {
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

  private PgPreparedStatement requireStatement(String name) {
    removeDeallocated();
    PgPreparedStatement statement = statements.get(name);
    if (statement != null) {
      return statement;
    }
    SqlPrepared prepared = name.isEmpty() ? null : context.sql().statements().find(name);
    if (prepared == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          name.isEmpty()
              ? "unnamed prepared statement does not exist"
              : "prepared statement \"%s\" does not exist".formatted(name));
    }
    PgPreparedStatement created = new PgPreparedStatement(name, prepared, new int[0]);
    statements.put(name, created);
    return created;
  }

  private Portal requirePortal(String name) {
    Portal portal = portals.get(name);
    if (portal == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "portal \"%s\" does not exist".formatted(name));
    }
    return portal;
  }

  /**
   * Portal that FETCH, MOVE and CLOSE name as a cursor.
   *
   * @param opener sets the result of the portal
   * @param remover removes the portal from the session
   */
  private record CursorPortal(Portal portal, BiConsumer<Portal, SqlResult> opener, Runnable remover)
      implements ClientPortal {
    CursorPortal {
      requireNonNull(portal, "portal is null");
      requireNonNull(opener, "opener is null");
      requireNonNull(remover, "remover is null");
    }

    @Override
    public SqlPrepared query() {
      return requireNonNull(portal.statement().prepared(), "portal of an empty statement");
    }

    @Override
    public List<@Nullable Object> parameters() {
      return portal.parameters();
    }

    @Override
    public boolean isOpen() {
      return portal.rows() != null || portal.isDone();
    }

    @Override
    public void open(SqlResult result) {
      opener.accept(portal, result);
    }

    @Override
    public Cancellation follow(Cancellation reader) {
      return portal.follow(reader);
    }

    @Override
    public List<SqlColumn> columns() {
      return query().columns();
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      DataRowWriter rows = portal.rows();
      return rows == null ? null : rows.next();
    }

    @Override
    public void close() {
      remover.run();
      portal.close();
    }
  }
}
