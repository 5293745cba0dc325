package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.physical.ModifyPlan.LockTarget;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of a query whose rows are locked: which tables' rows are, and the same query with the
 * keys of those behind its own columns.
 */
final class LockingQuery {
  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "avg", "min", "max", "array_agg", "string_agg", "bool_and", "bool_or");

  /** No user's column is called so. */
  private static final String KEY_NAME = "key of a locked row ";

  private final NameScope names;
  private final List<LockingClause> clauses;
  private final List<Target> targets = new ArrayList<>();

  /** Tables of the query by the names that it calls them, and whether each may be missing. */
  private record Source(String name, @Nullable Table table, boolean isNullable) {}

  /** Rows that are locked. */
  private record Target(Table table, String name, LockStrength strength, RowLockPolicy onLocked) {}

  LockingQuery(NameScope names, List<LockingClause> clauses) {
    this.names = names;
    this.clauses = clauses;
  }

  List<LockTarget> targets() {
    return targets.stream()
        .map(target -> new LockTarget(target.table(), target.strength(), target.onLocked()))
        .toList();
  }

  /** Returns whether rows are skipped that other transactions have locked. */
  boolean isSkipping() {
    return targets.stream().anyMatch(target -> target.onLocked() == RowLockPolicy.SKIP);
  }

  /** Puts the keys of the rows to be locked behind the columns of the query. */
  SqlNode withKeys(SqlNode query) {
    return switch (query) {
      case SqlOrderBy ordered ->
          new SqlOrderBy(
              ordered.getParserPosition(),
              withKeys(ordered.query),
              ordered.orderList,
              ordered.offset,
              ordered.fetch);
      case SqlWith with ->
          new SqlWith(with.getParserPosition(), with.withList, withKeys(with.body));
      case SqlSelect select -> withKeys(select);
      default ->
          throw refused(
              query.getKind() == SqlKind.VALUES
                  ? "%s cannot be applied to VALUES"
                  : "%s is not allowed with UNION/INTERSECT/EXCEPT");
    };
  }

  private SqlSelect withKeys(SqlSelect select) {
    requireRows(select);
    List<Source> sources = new ArrayList<>();
    if (select.getFrom() != null) {
      collect(select.getFrom(), false, sources);
    }
    clauses.forEach(clause -> choose(clause, sources));
    SqlNodeList list = new SqlNodeList(select.getSelectList(), SqlParserPos.ZERO);
    for (Target target : targets) {
      for (Column key : target.table().schema().keyColumns()) {
        SqlIdentifier column =
            new SqlIdentifier(List.of(target.name(), key.name()), SqlParserPos.ZERO);
        // Of a name of its own, so that ORDER BY does not find two columns of one name.
        list.add(Returning.named(column, KEY_NAME + list.size()));
      }
    }
    select.setSelectList(list);
    return select;
  }

  private void requireRows(SqlSelect select) {
    if (select.isDistinct()) {
      throw refused("%s is not allowed with DISTINCT clause");
    }
    if (select.getGroup() != null) {
      throw refused("%s is not allowed with GROUP BY clause");
    }
    if (select.getHaving() != null) {
      throw refused("%s is not allowed with HAVING clause");
    }
    for (SqlNode item : select.getSelectList()) {
      SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
      if (expression.getKind() == SqlKind.OVER) {
        throw refused("%s is not allowed with window functions");
      }
      if (expression instanceof SqlCall call
          && call.getOperator() instanceof SqlFunction function
          && AGGREGATES.contains(function.getName().toLowerCase(Locale.ROOT))) {
        throw refused("%s is not allowed with aggregate functions");
      }
    }
  }

  private void collect(SqlNode from, boolean isNullable, List<Source> sources) {
    switch (from) {
      case SqlJoin join -> {
        JoinType type = join.getJoinType();
        collect(join.getLeft(), isNullable || type.generatesNullsOnLeft(), sources);
        collect(join.getRight(), isNullable || type.generatesNullsOnRight(), sources);
      }
      case SqlIdentifier name -> {
        Table table = tableOf(name);
        sources.add(new Source(name.names.getLast(), table, isNullable));
      }
      case SqlCall call when call.getKind() == SqlKind.AS -> {
        String alias = ((SqlIdentifier) call.operand(1)).getSimple();
        Table table = call.operand(0) instanceof SqlIdentifier name ? tableOf(name) : null;
        sources.add(new Source(alias, table, isNullable));
      }
      default -> {} // a subquery without a name: nothing of it can be named
    }
  }

  /** The table; null if the name stands for something else. */
  private @Nullable Table tableOf(SqlIdentifier name) {
    return names.findRelation(name.names) instanceof Table table ? table : null;
  }

  private void choose(LockingClause clause, List<Source> sources) {
    List<Source> chosen = new ArrayList<>();
    if (clause.tables().isEmpty()) {
      chosen.addAll(sources);
    }
    for (String name : clause.tables()) {
      chosen.add(
          sources.stream()
              .filter(source -> source.name().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(clause, name)));
    }
    for (Source source : chosen) {
      Table table = source.table();
      if (table == null) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "%s of \"%s\" is not supported: it is not a table"
                .formatted(clause.words(), source.name()));
      }
      if (source.isNullable()) {
        throw refused("%s cannot be applied to the nullable side of an outer join");
      }
      add(
          new Target(
              table, source.name(), strengthOf(clause.strength()), onLocked(clause.onLocked())));
    }
  }

  /** The stronger of two clauses for one table holds, and of two ways not to wait the first. */
  private void add(Target target) {
    for (int i = 0; i < targets.size(); i++) {
      Target other = targets.get(i);
      if (other.name().equals(target.name())) {
        targets.set(
            i,
            new Target(
                other.table(),
                other.name(),
                other.strength().covers(target.strength()) ? other.strength() : target.strength(),
                other.onLocked() == RowLockPolicy.WAIT ? target.onLocked() : other.onLocked()));
        return;
      }
    }
    targets.add(target);
  }

  private static LockStrength strengthOf(LockingClause.Strength strength) {
    return switch (strength) {
      case KEY_SHARE -> LockStrength.KEY_SHARE;
      case SHARE -> LockStrength.SHARE;
      case NO_KEY_UPDATE -> LockStrength.NO_KEY_UPDATE;
      case UPDATE -> LockStrength.UPDATE;
    };
  }

  private static RowLockPolicy onLocked(LockingClause.OnLocked onLocked) {
    return switch (onLocked) {
      case WAIT -> RowLockPolicy.WAIT;
      case NOWAIT -> RowLockPolicy.FAIL;
      case SKIP -> RowLockPolicy.SKIP;
    };
  }

  private static ColonnadeException unknown(LockingClause clause, String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_TABLE,
        "relation \"%s\" in %s clause not found in FROM clause".formatted(name, clause.words()));
  }

  private ColonnadeException refused(String message) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, message.formatted(clauses.getFirst().words()));
  }
}
