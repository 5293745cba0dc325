package dev.colonnade.sql;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.ManyRuns;
import dev.colonnade.sql.statement.Outcome;
import dev.colonnade.sql.statement.PlanOptions;
import dev.colonnade.sql.statement.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs planned statements, in the session's transaction or on their own. One thread.
 *
 * <p>Those on their own, and those under READ COMMITTED, may be run again when others have changed
 * the rows that they are about: they keep the locks that they have taken, so that each time they
 * get further. So may those of a serializable transaction that can go to a later moment as a whole.
 */
final class StatementRunner {
  /** How often a statement is begun again before it fails with what it met. */
  static final int RESTARTS_MAX = 1_000;

  /** How often a statement on its own is tried in a new transaction. */
  static final int TRIES_MAX = 100;

  private final SqlEngine engine;
  private final SqlSessionContext ground;
  private final TransactionBlock block;
  private final SessionSettings settings;
  private final Consumer<SqlNotice> notices;
  private final SqlResult.Watcher endingAlone;

  /** Of what is done at once. Nobody cancels it. */
  private final Cancellation atOnce = Cancellation.withoutDeadline();

  StatementRunner(
      SqlEngine engine,
      SqlSessionContext ground,
      TransactionBlock block,
      SessionSettings settings,
      Consumer<SqlNotice> notices) {
    this.notices = notices;
    this.engine = engine;
    this.ground = ground;
    this.block = block;
    this.settings = settings;
    this.endingAlone = new EndingAlone(ground);
  }

  /** The plan for the catalogue that the statement sees. */
  PreparedStatement plan(SqlPrepared prepared, StatementTransaction transaction) {
    NameScope names = transaction.names();
    PlanOptions options = PlanOptions.of(settings);
    PreparedStatement plan = prepared.plan(names, options);
    if (plan == null) {
      plan = engine.plan(prepared.text(), prepared.givenTypes(), options, transaction);
      prepared.plannedAs(plan, names, options);
    }
    return plan;
  }

  SqlResult run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    return run(new Run(prepared, limited(cancellation), parameters));
  }

  /**
   * As {@link #run}, for a result that is read by many statements: no time limit of one of them.
   */
  SqlResult open(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    return run(new Run(prepared, cancellation, parameters));
  }

  private SqlResult run(Run run) {
    return reporting(run, () -> block.isNone() ? alone(run) : inBlock(run));
  }

  /** Runs a statement; throws a failure as clients see it. */
  private static <T extends @Nullable Object> T reporting(Run run, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw SqlErrors.ended(e);
    } catch (RuntimeException | StackOverflowError e) {
      throw SqlErrors.of(run.prepared().text().text(), e);
    }
  }

  /**
   * Returns the result of a statement outside of a transaction, if it is planned and runs without
   * waiting; null otherwise. Failures are reported as by {@link #run}: the statement reads one
   * snapshot, so that a second run would fail as well.
   */
  @Nullable SqlResult tryRun(SqlPrepared prepared, List<@Nullable Object> parameters) {
    if (prepared.text().systemTime() != null) {
      return null;
    }
    StatementTransaction reading = ground.read();
    PreparedStatement plan = prepared.plan(reading.names(), PlanOptions.of(settings));
    if (plan == null) {
      return null;
    }
    Run run = new Run(prepared, atOnce, parameters);
    return reporting(
        run,
        () -> {
          Outcome outcome = plan.tryRun(execution(run, reading));
          return outcome == null ? null : result(run, outcome, SqlResult.Watcher.NONE);
        });
  }

  /**
   * Returns the result of a short statement in the session's transaction, if it runs without
   * waiting; null otherwise: then the attempt has no effect, and {@link #run} runs the statement.
   *
   * <p>Failures are reported as by {@link #run}, except those that a run which may wait can avoid
   * ({@link #mayRerunAvoid}).
   */
  @Nullable SqlResult tryRunInBlock(SqlPrepared prepared, List<@Nullable Object> parameters) {
    if (prepared.text().systemTime() != null || block.isInThePast()) {
      return null;
    }
    PlanOptions options = PlanOptions.of(settings);
    if (!isShort(prepared.plan(ground.read().names(), options)) || !prepared.mayBeTried()) {
      return null;
    }
    Run run = new Run(prepared, atOnce, parameters);
    SqlResult result = reporting(run, () -> attempt(run, options));
    if (result == null) {
      prepared.wouldWait();
    }
    return result;
  }

  private @Nullable SqlResult attempt(Run run, PlanOptions options) {
    try {
      return block
          .transaction()
          .tryStatement(
              statement -> {
                PreparedStatement plan = run.prepared().plan(statement.names(), options);
                if (plan == null || !isShort(plan)) {
                  return null;
                }
                Execution execution = execution(run, statement);
                Outcome outcome = plan.runShort(execution);
                return outcome == null ? null : said(run, execution, outcome);
              });
    } catch (ColonnadeException e) {
      if (!mayRerunAvoid(e.code())) {
        throw e;
      }
      return null;
    }
  }

  /**
   * Returns whether a statement that failed in an attempt may succeed when it runs again and may
   * wait: after a conflict it is restarted at a new snapshot or refreshes the transaction, which
   * needs the store, and it waits for locks. All other failures are independent of waiting: the
   * attempt reads the snapshot that a run would read, and checks rows in their newest version.
   */
  private static boolean mayRerunAvoid(ErrorCode code) {
    return code == ErrorCode.SERIALIZATION_FAILURE || code == ErrorCode.LOCK_NOT_AVAILABLE;
  }

  private SqlResult said(Run run, Execution execution, Outcome outcome) {
    execution.notices().said().forEach(notice -> notices.accept(SqlNotice.of(notice)));
    return result(run, outcome, SqlResult.Watcher.NONE);
  }

  private boolean isShort(@Nullable PreparedStatement plan) {
    return plan != null
        && plan.isShort()
        && (plan.effect() == Effect.READS || !settings.isOn("transaction_read_only"));
  }

  /** What is run. */
  private record Run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {}

  /** With the time limit of a statement that begins now. */
  Cancellation limited(Cancellation cancellation) {
    Duration timeout = settings.duration("statement_timeout");
    return timeout.isZero()
        ? cancellation
        : Cancellation.within(cancellation, ground::nanos, ground.nanos() + timeout.toNanos());
  }

  private SqlResult alone(Run run) {
    String systemTime = run.prepared().text().systemTime();
    if (systemTime != null) {
      return inThePast(run, systemTime);
    }
    StatementTransaction reading = ground.read();
    PreparedStatement plan = plan(run.prepared(), reading);
    return switch (plan.effect()) {
      case SESSION, READS -> result(run, reading(run, plan, reading), endingAlone);
      case LOCKS, WRITES -> result(run, changing(run), SqlResult.Watcher.NONE);
    };
  }

  private Outcome reading(Run run, PreparedStatement plan, StatementTransaction reading) {
    boolean done = false;
    try {
      Outcome outcome = run(plan, execution(run, reading));
      done = true;
      return outcome;
    } finally {
      if (!done) {
        ground.advisoryLocks().endTransaction();
      }
    }
  }

  /** Runs a statement that changes something in a transaction of its own. */
  private Outcome changing(Run run) {
    TransactionOptions options =
        TransactionTerms.options(
            settings, "default_transaction_isolation", "default_transaction_read_only");
    for (int tries = 1; ; tries++) {
      try (SessionTransaction transaction = ground.begin(options, true)) {
        StatementTransaction statement = transaction.statement(lockWait(run));
        Outcome outcome =
            restarting(
                run,
                new Begun(transaction, statement),
                options.readOnly(),
                Renewal.RESTART,
                this::run);
        transaction.commit();
        return outcome;
      } catch (ColonnadeException e) {
        boolean mayRetry =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.DEADLOCK_DETECTED;
        if (!mayRetry || tries == TRIES_MAX) {
          throw e;
        }
        run.cancellation().check();
      } finally {
        ground.advisoryLocks().endTransaction();
      }
    }
  }

  private SqlResult inThePast(Run run, String systemTime) {
    long timestamp = SystemTime.resolve(systemTime, ground.epochNanos());
    SessionTransaction transaction = ground.begin(TransactionOptions.asOf(timestamp), true);
    try {
      StatementTransaction statement = transaction.statement(lockWait(run));
      PreparedStatement plan = plan(run.prepared(), statement);
      requireAllowed(plan, run, true);
      return result(run, plan.run(execution(run, statement)), new Ending(transaction));
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
        block.hasBegun() ? block.transaction().statement(lockWait(run)) : ground.read();
    PreparedStatement plan = plan(run.prepared(), statement);
    if (plan.effect() == Effect.SESSION) {
      return result(run, run(plan, execution(run, statement)), SqlResult.Watcher.NONE);
    }
    if (!block.hasBegun()) {
      statement = block.transaction().statement(lockWait(run));
      plan = plan(run.prepared(), statement);
    }
    if (plan.effect() != Effect.READS) {
      boolean readOnly = settings.isOn("transaction_read_only");
      Outcome outcome =
          restarting(
              run,
              new Begun(block.transaction(), statement),
              readOnly,
              renewalInBlock(),
              this::run);
      return result(run, outcome, SqlResult.Watcher.NONE);
    }
    return tracked(run, plan, block.transaction().pinned());
  }

  /** A query whose rows may be fetched when other statements have followed. */
  private SqlResult tracked(Run run, PreparedStatement plan, PinnedStatement statement) {
    boolean done = false;
    try {
      Outcome outcome = run(plan, execution(run, statement));
      SqlResult result = result(run, outcome, new InBlock(block, statement));
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
  long @Nullable [] tryRunMany(
      SqlPrepared prepared, Cancellation cancellation, List<List<@Nullable Object>> rows) {
    if (prepared.text().systemTime() != null || plan(prepared, block.look()).manyRuns() == null) {
      return null;
    }
    Run run = new Run(prepared, limited(cancellation), List.of());
    SessionTransaction transaction = block.transaction();
    Savepoint before = transaction.savepoint();
    try {
      return reporting(run, () -> runMany(run, transaction, rows));
    } catch (ColonnadeException e) {
      transaction.rollbackTo(before);
      if (e.code() == ErrorCode.INTERNAL) {
        throw e; // no failure of a row
      }
      return null;
    }
  }

  private long @Nullable [] runMany(
      Run run, SessionTransaction transaction, List<List<@Nullable Object>> rows) {
    return restarting(
        run,
        new Begun(transaction, transaction.statement(lockWait(run))),
        settings.isOn("transaction_read_only"),
        renewalInBlock(),
        (plan, execution) -> {
          ManyRuns many = plan.manyRuns();
          return many == null ? null : many.run(execution, rows);
        });
  }

  /** How a statement comes to see what others have committed since it began. */
  private enum Renewal {
    /** Not at all. */
    NONE,
    /** It begins again at a later moment, whatever was read before it. */
    RESTART,
    /** The whole transaction goes to a later moment, if what it has read is the same there. */
    REFRESH
  }

  private Renewal renewalInBlock() {
    return switch (settings.show("transaction_isolation")) {
      case "read committed", "read uncommitted" -> Renewal.RESTART;
      case "serializable" -> block.isReading() ? Renewal.NONE : Renewal.REFRESH;
      default -> Renewal.NONE;
    };
  }

  /** A transaction, and a statement of it that has begun. */
  private record Begun(SessionTransaction transaction, StatementTransaction statement) {}

  /** What is done with a plan. */
  @FunctionalInterface
  private interface Use<T extends @Nullable Object> {
    T of(PreparedStatement plan, Execution execution);
  }

  private <T extends @Nullable Object> T restarting(
      Run run, Begun begun, boolean readOnly, Renewal renewal, Use<T> use) {
    StatementTransaction statement = begun.statement();
    for (int restarts = 0; ; restarts++) {
      try {
        PreparedStatement plan = plan(run.prepared(), statement);
        requireAllowed(plan, run, readOnly);
        return use.of(plan, execution(run, statement));
      } catch (ColonnadeException e) {
        if (e.code() != ErrorCode.SERIALIZATION_FAILURE || restarts == RESTARTS_MAX) {
          throw e;
        }
        run.cancellation().check();
        StatementTransaction again =
            switch (renewal) {
              case NONE -> null;
              case RESTART -> begun.transaction().restart(lockWait(run));
              case REFRESH -> begun.transaction().refresh(lockWait(run));
            };
        if (again == null) {
          throw e;
        }
        statement = again;
      }
    }
  }

  /** Runs a statement once, and passes on what it says. */
  private Outcome run(PreparedStatement plan, Execution execution) {
    Outcome outcome = plan.run(execution);
    execution.notices().said().forEach(notice -> notices.accept(SqlNotice.of(notice)));
    return outcome;
  }

  private static void requireAllowed(PreparedStatement plan, Run run, boolean readOnly) {
    if (readOnly && plan.effect() == Effect.WRITES) {
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute %s in a read-only transaction".formatted(run.prepared().command()));
    }
  }

  private LockWaitPolicy lockWait(Run run) {
    return TransactionTerms.lockWait(settings, run.cancellation());
  }

  private Execution execution(Run run, StatementTransaction statement) {
    return new Execution(statement, run.parameters(), run.cancellation(), settings);
  }

  private static SqlResult result(Run run, Outcome outcome, SqlResult.Watcher watcher) {
    return new SqlResult(run.prepared().text().text(), outcome, watcher);
  }

  /** Gives back what a statement on its own has locked for the time of its transaction. */
  private record EndingAlone(SqlSessionContext ground) implements SqlResult.Watcher {
    @Override
    public void failed() {}

    @Override
    public void closed(SqlResult result) {
      ground.advisoryLocks().endTransaction();
    }
  }

  /** Ends a transaction with its only result. */
  private record Ending(SessionTransaction transaction) implements SqlResult.Watcher {
    @Override
    public void failed() {}

    @Override
    public void closed(SqlResult result) {
      transaction.rollback();
    }
  }

  /** Fails the transaction with its result. */
  private record InBlock(TransactionBlock block, PinnedStatement statement)
      implements SqlResult.Watcher {
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
}
