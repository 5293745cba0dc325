package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Prepared statement of a session, which can run any number of times. It is planned again
 * automatically when the catalog has changed. One thread.
 */
public final class SqlPrepared {
  /**
   * Number of executions without an attempt to run without waiting, after one that had to wait: a
   * contended lock is likely to stay contended.
   */
  public static final int SKIPPED_ATTEMPTS_AFTER_WAIT = 8;

  private final SqlText text;
  private final List<@Nullable SqlType> givenTypes;
  private final @Nullable SessionControl command;

  /** Positions of columns with values in their internal representation instead of texts. */
  private final Set<Integer> internalColumns;

  /** Plan; null for a command about the session itself. */
  private @Nullable PreparedStatement plan;

  /** Name resolution that the plan was made for. */
  private @Nullable NameScope names;

  private int skippedAttemptsLeft;
  private long executionCount;
  private int planCount;
  private long planningNanos;
  private long planStartNanos = Long.MIN_VALUE / 2;
  private long planEndNanos;

  /** True if literals have the values that they had when the statement was prepared. */
  private boolean hasFixedLiterals;

  /** True if a plan with other columns is refused. */
  private boolean hasFixedColumns;

  /** Statement of an EXECUTE, or query of a cursor. */
  private @Nullable SqlPrepared target;

  private SqlPrepared(
      SqlText text,
      List<@Nullable SqlType> givenTypes,
      @Nullable SessionControl command,
      Set<Integer> internalColumns) {
    this.internalColumns = Set.copyOf(internalColumns);
    this.text = requireNonNull(text, "text is null");
    this.givenTypes = givenTypes;
    this.command = command;
  }

  public static SqlPrepared planned(SqlText text, List<@Nullable SqlType> givenTypes) {
    return new SqlPrepared(text, givenTypes, null, Set.of());
  }

  public static SqlPrepared of(SqlText text, SessionControl command) {
    return new SqlPrepared(text, List.of(), command, Set.of());
  }

  public static SqlPrepared executing(SqlText text, SessionControl command, SqlPrepared target) {
    SqlPrepared prepared = of(text, command);
    prepared.target = target;
    return prepared;
  }

  /** Returns a statement that is not planned yet, with internal values in some columns. */
  public SqlPrepared withInternalColumns(Set<Integer> columns) {
    return new SqlPrepared(text, givenTypes, command, columns);
  }

  /** Returns the parsed statement. */
  public SqlText text() {
    return text;
  }

  /** Returns the types of its parameters, in their order. */
  public List<SqlType> parameterTypes() {
    if (target != null && command instanceof CursorCommand.Declare) {
      return target.parameterTypes();
    }
    return plan == null ? List.of() : plan.parameterTypes();
  }

  /** Returns the columns of its rows; empty if it returns none. */
  public List<SqlColumn> columns() {
    if (target != null && returnsRowsOfTarget()) {
      return target.columns();
    }
    return plan == null ? List.of() : plan.columns();
  }

  /** Returns the keys behind the rows of the query of a cursor; null if there is no plan of one. */
  public @Nullable CursorKeys cursorKeys() {
    return plan == null ? null : plan.cursorKeys();
  }

  /** Returns the command name, as in PostgreSQL's command tags. */
  public String command() {
    if (target != null && command instanceof PreparedCommand.Execute) {
      return target.command();
    }
    return text.tag();
  }

  /**
   * Returns the properties of a COPY, which transfers its rows in another way; null for other
   * statements.
   */
  public @Nullable CopyDescription copy() {
    return plan == null ? null : plan.copy();
  }

  /**
   * Returns whether the statement returns rows, possibly none and without columns. The command name
   * of CREATE TABLE AS is SELECT too.
   */
  public boolean returnsRows() {
    if (target != null && returnsRowsOfTarget()) {
      return target.returnsRows();
    }
    return !columns().isEmpty() || text.isQuery();
  }

  /** Returns whether the statement changes rows and returns rows. */
  public boolean returnsChangedRows() {
    PreparedStatement known = planOfRows();
    return known != null && known.effect() == Effect.WRITES && !known.columns().isEmpty();
  }

  private @Nullable PreparedStatement planOfRows() {
    return target != null && returnsRowsOfTarget() ? target.planOfRows() : plan;
  }

  private boolean returnsRowsOfTarget() {
    return !(command instanceof CursorCommand.Declare);
  }

  /** Returns the statement of an EXECUTE, or the query of a cursor. */
  public SqlPrepared target() {
    return requireNonNull(target, "target is null");
  }

  public List<@Nullable SqlType> givenTypes() {
    return givenTypes;
  }

  Set<Integer> internalColumns() {
    return internalColumns;
  }

  public @Nullable SessionControl sessionCommand() {
    return command;
  }

  /** Returns the plan for a name resolution and options; null if there is none yet. */
  public @Nullable PreparedStatement plan(NameScope scope) {
    return names != null && scope.isEquivalentTo(names) ? plan : null;
  }

  /**
   * Gives literals in plans from now on the values that they have when the plan is made, instead of
   * those that they have in an execution.
   *
   * @param fixing returns a plan with these values
   */
  void fixLiterals(UnaryOperator<PreparedStatement> fixing) {
    hasFixedLiterals = true;
    if (plan != null) {
      plan = fixing.apply(plan);
    }
  }

  boolean hasFixedLiterals() {
    return hasFixedLiterals;
  }

  /** Refuses plans with other columns from now on: a client relies on those that it knows. */
  public void fixColumns() {
    hasFixedColumns = true;
  }

  /**
   * Sets the plan.
   *
   * @throws ColonnadeException RESULT_TYPE_CHANGED if the columns are fixed and the plan has others
   */
  public void setPlan(PreparedStatement newPlan, NameScope newNames) {
    if (hasFixedColumns && plan != null && !isLike(newPlan.columns(), plan.columns())) {
      throw new ColonnadeException(
          ErrorCode.RESULT_TYPE_CHANGED, "cached plan must not change result type");
    }
    plan = newPlan;
    names = newNames;
  }

  private static boolean isLike(List<SqlColumn> columns, List<SqlColumn> others) {
    boolean isLike = columns.size() == others.size();
    for (int i = 0; isLike && i < columns.size(); i++) {
      SqlColumn column = columns.get(i);
      SqlColumn other = others.get(i);
      isLike = column.name().equals(other.name()) && column.type().equals(other.type());
    }
    return isLike;
  }

  /** Records that the statement was planned. */
  void recordPlanning(long startNanos, long endNanos) {
    planCount++;
    planningNanos += endNanos - startNanos;
    planStartNanos = startNanos;
    planEndNanos = endNanos;
  }

  /** Returns the start of the last planning, in the time of the monotonic clock. */
  public long planStartNanos() {
    return planStartNanos;
  }

  /** Returns the end of the last planning, in the time of the monotonic clock. */
  public long planEndNanos() {
    return planEndNanos;
  }

  /** Returns the number of times that the statement was planned since {@link #clearPlanning}. */
  public int planCount() {
    return planCount;
  }

  /** Returns the time of planning since {@link #clearPlanning}. */
  public long planningNanos() {
    return planningNanos;
  }

  public void clearPlanning() {
    planCount = 0;
    planningNanos = 0;
  }

  /** Returns the statement that is measured: that of an EXECUTE, otherwise this one. */
  public SqlPrepared measured() {
    return target != null && command instanceof PreparedCommand.Execute ? target : this;
  }

  /** Returns the lines of the present plan as EXPLAIN shows them; empty if there is none. */
  public List<String> explain() {
    return plan == null || names == null ? List.of() : plan.explain(names.catalog());
  }

  /** Counts an execution. */
  public void executed() {
    executionCount++;
  }

  /** Returns the number of executions. */
  long executionCount() {
    return executionCount;
  }

  /**
   * Returns whether to attempt to run without waiting: false for some executions after one that had
   * to wait.
   */
  public boolean shouldTryWithoutWaiting() {
    if (skippedAttemptsLeft == 0) {
      return true;
    }
    skippedAttemptsLeft--;
    return false;
  }

  /** Records that an attempt to run without waiting failed. */
  public void recordWait() {
    skippedAttemptsLeft = SKIPPED_ATTEMPTS_AFTER_WAIT;
  }

  /** Discards the plan; the statement is planned again when it runs next. */
  void discardPlan() {
    names = null;
  }
}
