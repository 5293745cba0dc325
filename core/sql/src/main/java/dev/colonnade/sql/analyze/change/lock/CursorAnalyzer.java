package dev.colonnade.sql.analyze.change.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds the keys of tables to the rows of a cursor: of those whose rows its query locks, or of the
 * only table, if each row of the result is one of its rows.
 */
public final class CursorAnalyzer {
  private final StatementAnalysis statement;

  /** Variables of the added columns, in their order, and the columns of the tables. */
  private final List<Assignment> added = new ArrayList<>();

  private final List<Column> columns = new ArrayList<>();
  private final List<CursorKeys.Key> keys = new ArrayList<>();

  /** Creates the analyzer of a cursor. */
  public CursorAnalyzer(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Query with the keys behind its columns. */
  public record Result(AnalyzedQuery query, CursorKeys keys) {}

  /** Returns the query with the keys. */
  public Result analyze(AnalyzedQuery query) {
    int count = query.columns().size();
    boolean isLocking = query.plan() instanceof LogicalChange.LockRows;
    LogicalPlan plan =
        query.plan() instanceof LogicalChange.LockRows lock
            ? locking(lock, count)
            : simple(query.plan(), count);
    List<ResultColumn> all = new ArrayList<>(query.columns());
    for (int i = 0; i < added.size(); i++) {
      Column column = columns.get(i);
      all.add(
          new ResultColumn(
              column.name(),
              added.get(i).variable(),
              ColumnTypes.of(column, statement.registry()),
              Origin.NONE));
    }
    return new Result(
        new AnalyzedQuery(plan == null ? query.plan() : plan, all),
        new CursorKeys(count, isLocking, keys));
  }

  /** Adds copies of the keys that locks need anyway. */
  private @Nullable LogicalPlan locking(LogicalChange.LockRows lock, int count) {
    if (!(lock.source() instanceof LogicalOperator.Project project)) {
      return null;
    }
    List<Assignment> own = project.assignments();
    int next = count;
    for (LogicalChange.LockTarget target : lock.targets()) {
      List<Column> key = target.table().schema().keyColumns();
      keys.add(new CursorKeys.Key(target.table().id(), count + added.size(), key.size()));
      for (Column column : key) {
        Assignment value = own.get(next++);
        add(column, value.variable(), value);
      }
    }
    List<Assignment> assignments = new ArrayList<>(own.subList(0, count));
    assignments.addAll(added);
    assignments.addAll(own.subList(count, own.size()));
    return lock.withInputs(List.of(new LogicalOperator.Project(project.input(), assignments)));
  }

  private void add(Column column, Variable key, Assignment value) {
    columns.add(column);
    added.add(new Assignment(statement.variables().copyOf(key), value.expression()));
  }

  /** Adds the key of the only table; returns null if rows of the result are not its rows. */
  private @Nullable LogicalPlan simple(LogicalPlan plan, int count) {
    LogicalSource.TableScan scan = scanOf(plan);
    if (scan == null) {
      return null;
    }
    List<Column> key = scan.table().schema().keyColumns();
    for (Column column : key) {
      for (LogicalSource.TableColumn read : scan.read()) {
        if (read.column().id() == column.id()) {
          add(column, read.variable(), Assignment.of(read.variable()));
        }
      }
    }
    if (added.size() < key.size()) {
      added.clear();
      columns.clear();
      return null;
    }
    keys.add(new CursorKeys.Key(scan.table().id(), count, key.size()));
    return withAdded(plan);
  }

  /** Returns the scan whose rows are those of the plan; null if there is none. */
  private static LogicalSource.@Nullable TableScan scanOf(LogicalPlan plan) {
    return switch (plan) {
      case LogicalSource.TableScan scan -> scan;
      case LogicalOperator.Project project -> scanOf(project.input());
      case LogicalOperator.Filter filter -> scanOf(filter.input());
      case LogicalOperator.Sort sort -> scanOf(sort.input());
      case LogicalOperator.Limit limit -> scanOf(limit.input());
      default -> null;
    };
  }

  /** Returns the plan with the added columns behind its own. */
  private LogicalPlan withAdded(LogicalPlan plan) {
    if (!hasProject(plan)) {
      return new LogicalOperator.Project(plan, assignments(passed(plan.columns()), added));
    }
    if (!(plan instanceof LogicalOperator.Project project)) {
      return plan.withInputs(List.of(withAdded(plan.inputs().getFirst())));
    }
    LogicalPlan input = project.input();
    return hasProject(input)
        ? new LogicalOperator.Project(
            withAdded(input), assignments(project.assignments(), passed(variables())))
        : new LogicalOperator.Project(input, assignments(project.assignments(), added));
  }

  private List<Variable> variables() {
    return added.stream().map(Assignment::variable).toList();
  }

  private static List<Assignment> passed(List<Variable> variables) {
    return variables.stream().map(Assignment::of).toList();
  }

  private static List<Assignment> assignments(List<Assignment> own, List<Assignment> more) {
    List<Assignment> all = new ArrayList<>(own);
    all.addAll(more);
    return all;
  }

  private static boolean hasProject(LogicalPlan plan) {
    return plan instanceof LogicalOperator.Project
        || plan.inputs().stream().anyMatch(CursorAnalyzer::hasProject);
  }
}
