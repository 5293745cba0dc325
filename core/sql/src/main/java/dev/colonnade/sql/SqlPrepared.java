package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.copy.CopyTerms;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.statement.PlanOptions;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is ready to run, any number of times, in the session that has prepared it. It is
 * planned again by itself when the catalogue has changed. One thread.
 */
public final class SqlPrepared {
  /** Where a lock was taken once, it is likely to be so again: an attempt is for nothing then. */
  static final int LEFT_OUT_AFTER_WAIT = 8;

  private final SqlText text;
  private final List<@Nullable SqlType> givenTypes;
  private final @Nullable SessionCommand command;

  /** Null for a statement about the session itself, which has no plan. */
  private @Nullable PreparedStatement plan;

  /** What the plan was made for. */
  private @Nullable NameScope names;

  private PlanOptions options = PlanOptions.ALL;
  private int triesLeftOut;

  /** The statement that an EXECUTE names, or the query of a cursor. */
  private @Nullable SqlPrepared target;

  private SqlPrepared(
      SqlText text, List<@Nullable SqlType> givenTypes, @Nullable SessionCommand command) {
    this.text = requireNonNull(text, "text is null");
    this.givenTypes = givenTypes;
    this.command = command;
  }

  static SqlPrepared planned(SqlText text, List<@Nullable SqlType> givenTypes) {
    return new SqlPrepared(text, givenTypes, null);
  }

  static SqlPrepared of(SqlText text, SessionCommand command) {
    return new SqlPrepared(text, List.of(), command);
  }

  static SqlPrepared executing(SqlText text, SessionCommand command, SqlPrepared target) {
    SqlPrepared prepared = of(text, command);
    prepared.target = target;
    return prepared;
  }

  /** The statement. */
  public SqlText text() {
    return text;
  }

  /** The types of its parameters, in their order. */
  public List<SqlType> parameterTypes() {
    if (target != null && command instanceof SessionCommand.DeclareCursor) {
      return target.parameterTypes();
    }
    return plan == null ? List.of() : plan.parameterTypes();
  }

  /** The columns of its rows; empty if it returns none. */
  public List<SqlColumn> columns() {
    if (target != null && givesRowsOfTarget()) {
      return target.columns();
    }
    return plan == null ? List.of() : plan.columns();
  }

  /** The words that say what it does, as PostgreSQL's command tags have them. */
  public String command() {
    if (target != null && command instanceof SessionCommand.Execute) {
      return target.command();
    }
    if (command != null) {
      return command.tag();
    }
    return text.node() instanceof SqlStatement statement
        ? statement.getOperator().getName()
        : "SELECT";
  }

  /** What there is to know of a COPY, which takes or gives its rows in another way; else null. */
  public @Nullable CopyTerms copy() {
    return plan == null ? null : plan.copy();
  }

  /** Whether it returns rows, be it none and without columns. CREATE TABLE AS says SELECT too. */
  public boolean returnsRows() {
    if (target != null && givesRowsOfTarget()) {
      return target.returnsRows();
    }
    return !columns().isEmpty()
        || (command().equals("SELECT") && !(text.node() instanceof SqlDefinition));
  }

  private boolean givesRowsOfTarget() {
    return !(command instanceof SessionCommand.DeclareCursor);
  }

  /** The statement that this one is about. */
  SqlPrepared target() {
    return requireNonNull(target, "target is null");
  }

  List<@Nullable SqlType> givenTypes() {
    return givenTypes;
  }

  @Nullable SessionCommand sessionCommand() {
    return command;
  }

  /** The plan for these names and options; null if there is none yet. */
  @Nullable PreparedStatement plan(NameScope scope, PlanOptions wanted) {
    return names != null && scope.isSameAs(names) && options.equals(wanted) ? plan : null;
  }

  void plannedAs(PreparedStatement other, NameScope wanted, PlanOptions under) {
    options = under;
    plan = other;
    names = wanted;
  }

  /** Whether it is worth while to try it at once: not for a while after it would have waited. */
  boolean mayBeTried() {
    if (triesLeftOut == 0) {
      return true;
    }
    triesLeftOut--;
    return false;
  }

  /** It could not be done at once. */
  void wouldWait() {
    triesLeftOut = LEFT_OUT_AFTER_WAIT;
  }

  /** Has it planned anew when it is run next. */
  void forget() {
    names = null;
  }
}
