package dev.colonnade.sql.analyze.change.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.change.lock.LockedSources.Source;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.query.KeyedQuery;
import dev.colonnade.sql.analyze.query.QueryAnalyzer;
import dev.colonnade.sql.analyze.query.from.KeyedTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalChange.LockTarget;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Analyzer of queries with row locks: the query returns the keys of its tables behind its own
 * columns. Where rows may be skipped, LIMIT counts those that are left.
 */
public final class LockAnalyzer {
  private final QueryContext context;
  private final Map<KeyedTable, LockTarget> targets = new LinkedHashMap<>();

  /** Creates the analyzer of a query. */
  public LockAnalyzer(QueryContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns the analyzed query. */
  public AnalyzedQuery analyze(Query.Qualified query) {
    Query.Select select = select(query);
    KeyedQuery keyed = new QueryAnalyzer(context).withKeys(query);
    requireRows(keyed.plan(), query);
    List<Source> sources = LockedSources.of(select.from().items());
    query.locking().forEach(clause -> choose(clause, sources, keyed.tables()));
    boolean isSkipping =
        targets.values().stream().anyMatch(target -> target.onLocked() == RowLockPolicy.SKIP);
    boolean isLimited = keyed.offset() != null || keyed.count() != null;
    LogicalPlan plan = keyed.plan();
    if (isLimited && !isSkipping) {
      plan = new LogicalOperator.Limit(plan, keyed.offset(), keyed.count(), List.of());
    }
    plan = source(plan, keyed.columns());
    if (targets.isEmpty()) {
      return new AnalyzedQuery(plan, keyed.columns());
    }
    return new AnalyzedQuery(
        new LogicalChange.LockRows(
            plan,
            List.copyOf(targets.values()),
            isSkipping ? keyed.offset() : null,
            isSkipping ? keyed.count() : null),
        keyed.columns());
  }

  /** Returns the columns of the result, then the keys of the targets. */
  private LogicalPlan source(LogicalPlan plan, List<ResultColumn> columns) {
    List<Assignment> assignments = new ArrayList<>();
    columns.forEach(column -> assignments.add(Assignment.of(column.variable())));
    List<Variable> used = new ArrayList<>(columns.stream().map(ResultColumn::variable).toList());
    List<Assignment> keys = new ArrayList<>();
    for (KeyedTable table : targets.keySet()) {
      for (Variable key : table.key()) {
        boolean isUsed = used.contains(key);
        used.add(key);
        keys.add(
            isUsed
                ? new Assignment(context.statement().variables().copyOf(key), key)
                : Assignment.of(key));
      }
    }
    assignments.addAll(keys);
    return new LogicalOperator.Project(plan, assignments);
  }

  private static String words(Query.Locking clause) {
    return switch (clause.strength()) {
      case UPDATE -> "FOR UPDATE";
      case NO_KEY_UPDATE -> "FOR NO KEY UPDATE";
      case SHARE -> "FOR SHARE";
      case KEY_SHARE -> "FOR KEY SHARE";
    };
  }

  private static Query.Select select(Query.Qualified query) {
    return switch (query.body()) {
      case Query.Select select -> {
        requirePlain(select, query);
        yield select;
      }
      case Query.Values _ -> throw refused(query, "%s cannot be applied to VALUES");
      case Query.Table table ->
          new Query.Select(
              null,
              List.of(),
              null,
              new Query.From(
                  List.of(
                      new dev.colonnade.sql.syntax.query.FromItem.Table(
                          table.relation(), null, null, table.position())),
                  null),
              Query.Aggregation.NONE,
              table.position());
      case Query.SetOperation _ ->
          throw refused(query, "%s is not allowed with UNION/INTERSECT/EXCEPT");
      case Query.Past _, Query.Qualified _ ->
          throw refused(query, "%s of such a query is not supported");
    };
  }

  private static void requirePlain(Query.Select select, Query.Qualified query) {
    if (select.distinct() != null) {
      throw refused(query, "%s is not allowed with DISTINCT clause");
    }
    if (select.aggregation().groupBy() != null) {
      throw refused(query, "%s is not allowed with GROUP BY clause");
    }
    if (select.aggregation().having() != null) {
      throw refused(query, "%s is not allowed with HAVING clause");
    }
  }

  /** Refuses queries whose rows are not rows of FROM. */
  private static void requireRows(LogicalPlan plan, Query.Qualified query) {
    switch (plan) {
      case LogicalOperator.Aggregate _ ->
          throw refused(query, "%s is not allowed with aggregate functions");
      case LogicalOperator.Window _ ->
          throw refused(query, "%s is not allowed with window functions");
      case LogicalOperator.Project project -> requireRows(project.input(), query);
      case LogicalOperator.Sort sort -> requireRows(sort.input(), query);
      case LogicalOperator.Filter filter -> requireRows(filter.input(), query);
      default -> {
        // A source of rows, or a join of several.
      }
    }
  }

  private static RuntimeException refused(Query.Qualified query, String message) {
    return ChangeErrors.unsupported(-1, message.formatted(words(query.locking().getFirst())));
  }

  private void choose(Query.Locking clause, List<Source> sources, List<KeyedTable> tables) {
    if (clause.tables().isEmpty()) {
      for (Source source : sources) {
        if (source.kind() != LockedSources.Kind.FUNCTION
            && source.kind() != LockedSources.Kind.JOIN) {
          add(clause, source, tables, clause.position());
        }
      }
    }
    for (QualifiedName name : clause.tables()) {
      add(clause, named(clause, name, sources), tables, name.position());
    }
  }

  private static Source named(Query.Locking clause, QualifiedName name, List<Source> sources) {
    if (name.parts().size() > 1) {
      throw ChangeErrors.at(
          name.position(),
          ErrorCode.SYNTAX_ERROR,
          "%s must specify unqualified relation names".formatted(words(clause)));
    }
    for (Source source : sources) {
      if (source.name().equals(name.last())) {
        return switch (source.kind()) {
          case FUNCTION ->
              throw ChangeErrors.unsupported(
                  name.position(), words(clause) + " cannot be applied to a function");
          case JOIN ->
              throw ChangeErrors.unsupported(
                  name.position(), words(clause) + " cannot be applied to a join");
          case TABLE, SUBQUERY -> source;
        };
      }
    }
    throw ChangeErrors.at(
        name.position(),
        ErrorCode.UNKNOWN_TABLE,
        "relation \"%s\" in %s clause not found in FROM clause"
            .formatted(name.last(), words(clause)));
  }

  private void add(Query.Locking clause, Source source, List<KeyedTable> tables, int position) {
    KeyedTable table = find(source, tables);
    if (table == null) {
      boolean isItem = context.findTable(source.name()) != null;
      if (isItem && clause.tables().isEmpty()) {
        return;
      }
      throw ChangeErrors.unsupported(
          isItem ? position : -1,
          isItem
              ? words(clause) + " cannot be applied to a WITH query"
              : "%s of \"%s\" is not supported: it is not a table"
                  .formatted(words(clause), source.name()));
    }
    if (source.isNullable()) {
      throw ChangeErrors.unsupported(
          -1, words(clause) + " cannot be applied to the nullable side of an outer join");
    }
    context.statement().require(table.table().id(), Privilege.UPDATE);
    LockTarget other = targets.get(table);
    LockStrength strength = strengthOf(clause.strength());
    RowLockPolicy policy = policyOf(clause.policy());
    if (other != null) {
      strength = other.strength().covers(strength) ? other.strength() : strength;
      policy = other.onLocked() == RowLockPolicy.WAIT ? policy : other.onLocked();
    }
    targets.put(table, new LockTarget(table.table(), strength, policy));
  }

  private static @Nullable KeyedTable find(Source source, List<KeyedTable> tables) {
    if (source.kind() != LockedSources.Kind.TABLE) {
      return null;
    }
    for (KeyedTable table : tables) {
      if (table.alias().equals(source.name())) {
        return table;
      }
    }
    return null;
  }

  private static LockStrength strengthOf(Query.LockStrength strength) {
    return switch (strength) {
      case KEY_SHARE -> LockStrength.KEY_SHARE;
      case SHARE -> LockStrength.SHARE;
      case NO_KEY_UPDATE -> LockStrength.NO_KEY_UPDATE;
      case UPDATE -> LockStrength.UPDATE;
    };
  }

  private static RowLockPolicy policyOf(Query.LockWait policy) {
    return switch (policy) {
      case WAIT -> RowLockPolicy.WAIT;
      case NOWAIT -> RowLockPolicy.FAIL;
      case SKIP_LOCKED -> RowLockPolicy.SKIP;
    };
  }
}
