package dev.colonnade.sql.session;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.prepared.StatementCache;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.session.conflict.ConflictRestarts;
import dev.colonnade.sql.session.conflict.RestartedQuery;
import dev.colonnade.sql.session.conflict.SnapshotRenewal;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.statement.BatchExecution;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Execution of planned statements, in the session's transaction or in one of their own. One thread.
 *
 * <p>After a conflict with a concurrent transaction, statements outside of a transaction and those
 * under READ COMMITTED are restarted at a new snapshot: they keep their locks, so that every
 * restart makes progress. Statements of a serializable transaction are restarted too, if the
 * transaction can move to a later snapshot as a whole (read refresh).
 */
public final class StatementRunner {
  /** Maximum number of transactions in which a statement outside of a transaction is tried. */
  static final int TRIES_MAX = 100;

  private static final SettingValue<Duration> STATEMENT_TIMEOUT =
      SettingValue.duration("statement_timeout");

  private final StatementCache cache;
  private final SqlSessionContext context;
  private final TransactionBlock block;
  private final SessionSettings settings;
  private final Consumer<SqlNotice> notices;
  private final SqlResult.Listener queryEnd;

  /** Cancellation of statements that run without waiting, which are never canceled. */
  private final Cancellation withoutWaiting = Cancellation.withoutDeadline();

  public StatementRunner(
      StatementCache cache,
      SqlSessionContext context,
      TransactionBlock block,
      SessionSettings settings,
      Consumer<SqlNotice> notices) {
    this.notices = notices;
    this.cache = cache;
    this.context = context;
    this.block = block;
    this.settings = settings;
    this.queryEnd = new QueryEnd(context, settings);
  }

  /** Returns the plan of a statement for the catalog that a transaction sees. */
  PreparedStatement plan(SqlPrepared prepared, StatementTransaction transaction) {
    NameScope names = transaction.names();
    PreparedStatement plan = prepared.plan(names);
    if (plan == null) {
      plan = cache.plan(prepared, transaction, settings);
      prepared.setPlan(plan, names);
    }
    return plan;
  }

  /** Prepares a statement: plans it for the catalog that it would see now. */
  public SqlPrepared prepare(SqlText statement, List<@Nullable SqlType> parameterTypes) {
    block.requireNotFailed();
    SqlPrepared prepared =
        SqlPrepared.planned(
            statement, Collections.unmodifiableList(new ArrayList<>(parameterTypes)));
    plan(prepared, block.look());
    return prepared;
  }

  /** Gives the literals of a statement that is executed later the values that they have now. */
  public SqlPrepared fixLiterals(SqlPrepared prepared) {
    if (prepared.text().data() != null) { // not for ROLLBACK, which runs in a failed block
      cache.fixLiterals(prepared, block.look(), settings);
    }
    return prepared;
  }

  /**
   * Returns a prepared statement whose results have the internal representation of values in some
   * columns, where clients usually see texts.
   */
  public SqlPrepared withInternalColumns(SqlPrepared prepared, Set<Integer> columns) {
    block.requireNotFailed();
    SqlPrepared internal = prepared.withInternalColumns(columns);
    plan(internal, block.look());
    return internal;
  }

  /**
   * Returns a statement without parameters with its cached plan; null if it has to be planned, or
   * if the catalog cannot be read without waiting.
   */
  public @Nullable SqlPrepared findPrepared(SqlText statement) {
    StatementTransaction reading;
    try {
      reading = context.read(false);
    } catch (WouldBlockException e) {
      return null;
    }
    PreparedStatement plan = cache.findPlan(statement, reading, settings);
    if (plan == null || !plan.parameterTypes().isEmpty()) {
      return null;
    }
    SqlPrepared prepared = SqlPrepared.planned(statement, List.of());
    prepared.setPlan(plan, reading.names());
    return prepared;
  }

  /** Runs a statement, with the time limit of the settings. */
  public SqlResult run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    return run(new Run(prepared, limited(cancellation), parameters));
  }

  /**
   * Variant of {@link #run} for a cursor, which many statements read: the time limit of one of them
   * does not apply.
   */
  public SqlResult open(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    return run(new Run(prepared, cancellation, parameters));
  }

  /**
   * Returns the expression that is all that a statement evaluates, for the catalog that it would
   * see now; null if there is more to do.
   */
  @Nullable ParameterExpression expression(SqlPrepared prepared) {
    return prepared.text().systemTime() == null ? plan(prepared, block.look()).expression() : null;
  }

  /** Returns the value of the only expression of a statement, as clients see it. */
  @Nullable Object value(
      SqlPrepared prepared,
      ParameterExpression expression,
      Cancellation cancellation,
      @Nullable Object[] parameters) {
    return reporting(
        () -> prepared.columns().getFirst().shown(expression.value(parameters, cancellation)));
  }

  private SqlResult run(Run run) {
    run.prepared().executed();
    return interruptible(
        run,
        () -> {
          run.cancellation().check();
          return block.isNone() ? alone(run) : inBlock(run);
        });
  }

  /** Variant of {@link #reporting} for work that may take long: its functions can be canceled. */
  private static <T extends @Nullable Object> T interruptible(Run run, Supplier<T> work) {
    return reporting(() -> Interruption.call(run.cancellation(), work));
  }

  /** Runs a statement; throws a failure as clients see it. */
  private static <T extends @Nullable Object> T reporting(Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw StatementErrors.ended(e);
    } catch (WouldBlockException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw StatementErrors.of(e);
    }
  }

  /**
   * Variant of {@link #run} for a thread that must not block.
   *
   * <p>In a transaction, failures that a run which may block can avoid ({@link #mayRerunAvoid}),
   * and all failures while other results of the block are open, count as blocking: they are left to
   * {@link #run}.
   *
   * @throws WouldBlockException if the statement is not planned, may take long, or would have to
   *     wait: then it has had no effect
   */
  public SqlResult runWithoutBlocking(SqlPrepared prepared, List<@Nullable Object> parameters) {
    if (prepared.text().systemTime() != null || block.isInThePast()) {
      throw new WouldBlockException();
    }
    Run run = new Run(prepared, withoutWaiting, parameters);
    SqlResult result =
        reporting(() -> block.isNone() ? aloneWithoutBlocking(run) : inBlockWithoutBlocking(run));
    prepared.executed();
    return result;
  }

  private SqlResult aloneWithoutBlocking(Run run) {
    StatementTransaction reading = context.read(false);
    PreparedStatement plan = shortPlan(run.prepared().plan(reading.names()));
    if (plan.effect() != Effect.READS) {
      throw new WouldBlockException();
    }
    try {
      return buffered(execution(run, reading), plan);
    } catch (ColonnadeException e) {
      if (isOutdated(e.code())) {
        throw new WouldBlockException();
      }
      throw e;
    }
  }

  private SqlResult inBlockWithoutBlocking(Run run) {
    if (!run.prepared().shouldTryWithoutWaiting()) {
      throw new WouldBlockException();
    }
    shortPlan(run.prepared().plan(context.read(false).names()));
    SqlResult result = block.transaction().tryStatement(statement -> attempt(run, statement));
    if (result == null) {
      run.prepared().recordWait();
      throw new WouldBlockException();
    }
    return result;
  }

  /** Returns null, so that the attempt has no effect, if only a run that may block can decide. */
  private @Nullable SqlResult attempt(Run run, StatementTransaction statement) {
    try {
      PreparedStatement plan = shortPlan(run.prepared().plan(statement.names()));
      return buffered(execution(run, statement), plan);
    } catch (ColonnadeException e) {
      // A failed block ends its open results, which may wait for scans in progress.
      if (mayRerunAvoid(e.code()) || block.isReading()) {
        return null;
      }
      throw e;
    }
  }

  /** Returns a plan that may run where blocking is not allowed. */
  private PreparedStatement shortPlan(@Nullable PreparedStatement plan) {
    if (plan == null
        || plan.mayBlock()
        || (plan.effect() != Effect.READS && settings.isOn("transaction_read_only"))) {
      throw new WouldBlockException();
    }
    return plan;
  }

  /** Runs a plan to its end, so that nothing is left to be read when this returns. */
  private SqlResult buffered(Execution execution, PreparedStatement plan) {
    StatementResult outcome = StatementResult.buffered(run(plan, execution));
    return new SqlResult(outcome, null, SqlResult.Listener.NONE);
  }

  /**
   * Returns whether a statement that failed in an attempt may succeed when it runs again and may
   * wait: after a conflict it is restarted at a new snapshot or refreshes the transaction, which
   * needs the store, and it waits for locks. All other failures are independent of waiting: the
   * attempt reads the snapshot that a run would read, and checks rows in their newest version.
   */
  private static boolean mayRerunAvoid(ErrorCode code) {
    return code == ErrorCode.LOCK_NOT_AVAILABLE || isOutdated(code);
  }

  /** Returns whether a read failed because rows or entries are no longer where they were. */
  private static boolean isOutdated(ErrorCode code) {
    return code == ErrorCode.SERIALIZATION_FAILURE || code == ErrorCode.READ_TIMESTAMP_TOO_OLD;
  }

  /** Execution of a statement. */
  private record Run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {}

  /** Returns the cancellation with the time limit of a statement that begins now. */
  public Cancellation limited(Cancellation cancellation) {
    Duration timeout = settings.get(STATEMENT_TIMEOUT);
    return timeout.isZero()
        ? cancellation
        : Cancellation.within(cancellation, context::nanos, context.nanos() + timeout.toNanos());
  }

  private SqlResult alone(Run run) {
    String systemTime = run.prepared().text().systemTime();
    if (systemTime != null) {
      return inThePast(run, systemTime);
    }
    StatementTransaction reading = context.read(true);
    PreparedStatement plan = plan(run.prepared(), reading);
    return switch (plan.effect()) {
      case SESSION, READS -> result(run, reading(run, plan, reading), queryEnd);
      case LOCKS, WRITES -> result(run, changing(run), SqlResult.Listener.NONE);
    };
  }

  private StatementResult reading(Run run, PreparedStatement plan, StatementTransaction reading) {
    boolean done = false;
    Supplier<StatementResult> first = () -> run(plan, execution(run, reading));
    try {
      StatementResult outcome =
          plan.effect() == Effect.READS
              ? RestartedQuery.begin(first, () -> again(run))
              : first.get();
      done = true;
      return outcome;
    } finally {
      if (!done) {
        settings.endTransaction();
        context.advisoryLocks().endTransaction();
        context.notifications().rollbackTo(0);
      }
    }
  }

  /** Runs a query again, as the catalog is now. */
  private StatementResult again(Run run) {
    run.cancellation().check();
    context.activity().addRetry();
    context.notifications().rollbackTo(0);
    StatementTransaction reading = context.read(true);
    return run(plan(run.prepared(), reading), execution(run, reading));
  }

  /** Runs a statement that locks or writes in a transaction of its own. */
  private StatementResult changing(Run run) {
    TransactionOptions options =
        TransactionSettingReader.options(
            settings, "default_transaction_isolation", "default_transaction_read_only");
    for (int tries = 1; ; tries++) {
      try (SessionTransaction transaction = context.begin(options, true)) {
        StatementTransaction statement = transaction.statement(lockWait(run));
        StatementResult outcome =
            restarting(
                run,
                new Begun(transaction, statement),
                options.readOnly(),
                SnapshotRenewal.RESTART,
                this::run);
        context.notifications().requireSpace();
        transaction.commit();
        context.notifications().commit();
        return withRowsOf(transaction.deletedRows(), outcome);
      } catch (ColonnadeException e) {
        boolean mayRetry =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.DEADLOCK_DETECTED;
        if (!mayRetry || tries == TRIES_MAX) {
          throw e;
        }
        context.activity().addRetry();
        run.cancellation().check();
      } finally {
        settings.endTransaction();
        context.advisoryLocks().endTransaction();
        context.notifications().rollbackTo(0);
      }
    }
  }

  /** Returns the result with the number of rows that were deleted at the commit. */
  private static StatementResult withRowsOf(long deletedRows, StatementResult outcome) {
    boolean isOutdated = deletedRows != SessionTransaction.NO_DELETE && outcome.columns().isEmpty();
    return isOutdated ? StatementResult.changed(outcome.command(), deletedRows) : outcome;
  }

  private SqlResult inThePast(Run run, String systemTime) {
    long timestamp = SystemTime.resolve(systemTime, context.epochNanos());
    SessionTransaction transaction = context.begin(TransactionOptions.asOf(timestamp), true);
    try {
      StatementTransaction statement = transaction.statement(lockWait(run));
      PreparedStatement plan = plan(run.prepared(), statement);
      requireAllowed(plan, run, true);
      return result(run, plan.run(execution(run, statement)), new TransactionEnd(transaction));
    } catch (RuntimeException | Error e) {
      transaction.rollback();
      throw e;
    }
  }

  private SqlResult inBlock(Run run) {
    if (run.prepared().text().systemTime() != null) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION,
          "AS OF SYSTEM TIME of a statement cannot stand inside a transaction block");
    }
    StatementTransaction statement =
        block.hasBegun() ? block.transaction().statement(lockWait(run)) : context.read(true);
    PreparedStatement plan = plan(run.prepared(), statement);
    if (plan.effect() == Effect.SESSION) {
      return result(run, run(plan, execution(run, statement)), SqlResult.Listener.NONE);
    }
    if (!block.hasBegun()) {
      statement = block.transaction().statement(lockWait(run));
      plan = plan(run.prepared(), statement);
    }
    if (plan.effect() != Effect.READS) {
      boolean readOnly = settings.isOn("transaction_read_only");
      StatementResult outcome =
          restarting(
              run, new Begun(block.transaction(), statement), readOnly, block.renewal(), this::run);
      return result(run, outcome, SqlResult.Listener.NONE);
    }
    return tracked(run, plan, block.transaction().pinned());
  }

  /** A query whose rows may be fetched when other statements have followed. */
  private SqlResult tracked(Run run, PreparedStatement plan, PinnedStatement statement) {
    boolean done = false;
    try {
      StatementResult outcome = run(plan, execution(run, statement));
      SqlResult result = result(run, outcome, new ResultInBlock(block, statement));
      block.track(result);
      done = true;
      return result;
    } finally {
      if (!done) {
        statement.close();
      }
    }
  }

  /**
   * Runs a statement for many rows of parameters at once, in the session's transaction. If a row
   * fails, everything is undone: the caller then runs the rows one after the other, which reports
   * the failure for its row.
   *
   * @return for each row of parameters the number of rows that it changed; null if they have to be
   *     run one after the other
   */
  public long @Nullable [] tryExecuteBatch(
      SqlPrepared prepared, Cancellation cancellation, List<List<@Nullable Object>> rows) {
    if (prepared.text().systemTime() != null
        || plan(prepared, block.look()).batchExecution() == null) {
      return null;
    }
    Run run = new Run(prepared, limited(cancellation), List.of());
    SessionTransaction transaction = block.transaction();
    Savepoint before = transaction.savepoint();
    int notificationMark = context.notifications().mark();
    try {
      return interruptible(run, () -> executeBatch(run, transaction, rows));
    } catch (ColonnadeException e) {
      transaction.rollbackTo(before);
      context.notifications().rollbackTo(notificationMark);
      if (e.code() == ErrorCode.INTERNAL) {
        throw e; // no failure of a row
      }
      return null;
    }
  }

  private long @Nullable [] executeBatch(
      Run run, SessionTransaction transaction, List<List<@Nullable Object>> rows) {
    return restarting(
        run,
        new Begun(transaction, transaction.statement(lockWait(run))),
        settings.isOn("transaction_read_only"),
        block.renewal(),
        (plan, execution) -> {
          BatchExecution batch = plan.batchExecution();
          return batch == null ? null : batch.execute(execution, rows);
        });
  }

  /** Running statement and its transaction. */
  private record Begun(SessionTransaction transaction, StatementTransaction statement) {}

  /** Use of a plan. */
  @FunctionalInterface
  private interface Use<T extends @Nullable Object> {
    T of(PreparedStatement plan, Execution execution);
  }

  private <T extends @Nullable Object> T restarting(
      Run run, Begun begun, boolean readOnly, SnapshotRenewal renewal, Use<T> use) {
    return new ConflictRestarts(context, lockWait(run), run.cancellation())
        .run(
            begun.transaction(),
            begun.statement(),
            renewal,
            statement -> {
              PreparedStatement plan = plan(run.prepared(), statement);
              requireAllowed(plan, run, readOnly);
              return use.of(plan, execution(run, statement));
            });
  }

  /** Runs a plan once, and passes its notices on. */
  private StatementResult run(PreparedStatement plan, Execution execution) {
    StatementResult outcome = plan.run(execution);
    execution.notices().forwardTo(notice -> notices.accept(SqlNotice.of(notice)));
    return outcome;
  }

  private void requireAllowed(PreparedStatement plan, Run run, boolean readOnly) {
    if (readOnly && plan.effect() == Effect.WRITES) {
      String hint = context.writeHint();
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute %s in a read-only transaction".formatted(nameOf(run.prepared())),
          hint == null ? ErrorFields.NONE : ErrorFields.NONE.withHint(hint));
    }
  }

  private LockWaitPolicy lockWait(Run run) {
    return TransactionSettingReader.lockWait(settings, run.cancellation());
  }

  private Execution execution(Run run, StatementTransaction statement) {
    return new Execution(
        statement, run.parameters(), run.cancellation(), settings, context.resources());
  }

  private static SqlResult result(Run run, StatementResult outcome, SqlResult.Listener listener) {
    return new SqlResult(outcome, run.cancellation(), listener);
  }

  /** Ends a query outside of a transaction: releases its locks and sends its notifications. */
  private record QueryEnd(SqlSessionContext context, SessionSettings settings)
      implements SqlResult.Listener {
    @Override
    public void failed() {
      context.notifications().rollbackTo(0);
    }

    @Override
    public void closed(SqlResult result) {
      settings.endTransaction();
      context.advisoryLocks().endTransaction();
      context.notifications().commit();
    }
  }

  /** Ends a transaction with its only result. */
  private record TransactionEnd(SessionTransaction transaction) implements SqlResult.Listener {
    @Override
    public void failed() {}

    @Override
    public void closed(SqlResult result) {
      transaction.rollback();
    }
  }

  /** Fails the transaction if its result fails. */
  private record ResultInBlock(TransactionBlock block, PinnedStatement statement)
      implements SqlResult.Listener {
    @Override
    public void failed() {
      block.fail();
    }

    @Override
    public void closed(SqlResult result) {
      block.untrack(result);
      statement.close();
    }
  }

  private static String nameOf(SqlPrepared prepared) {
    return prepared.copy() == null ? prepared.command() : "COPY FROM";
  }
}
