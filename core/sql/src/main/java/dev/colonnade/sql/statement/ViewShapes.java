package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.parse.StatementParser;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Recognizes views that are so simple that rows of their table can be changed through them. */
final class ViewShapes {
  /** Names of aggregates besides those of the grammar. */
  private static final Set<String> AGGREGATES =
      Set.of(
          "count",
          "sum",
          "avg",
          "min",
          "max",
          "string_agg",
          "array_agg",
          "bool_and",
          "bool_or",
          "every",
          "json_agg",
          "jsonb_agg",
          "json_object_agg",
          "jsonb_object_agg",
          "stddev",
          "variance",
          "bit_and",
          "bit_or");

  private static final String NOT_SINGLE =
      "Views that do not select from a single table or view are not automatically updatable.";

  private ViewShapes() {}

  /**
   * The query of a view of one table or view, or why it is none.
   *
   * @param obstacle PostgreSQL's words; null if there is none
   */
  record Shape(@Nullable SqlSelect select, @Nullable String obstacle) {}

  /** The shape of a view. */
  static Shape of(View view) {
    SqlNode node = StatementParser.parse(view.query());
    if (node instanceof SqlOrderBy ordered) {
      if (ordered.fetch != null || ordered.offset != null) {
        return not("Views containing LIMIT or OFFSET are not automatically updatable.");
      }
      node = ordered.query;
    }
    return switch (node.getKind()) {
      case WITH -> not("Views containing WITH are not automatically updatable.");
      case UNION, INTERSECT, EXCEPT ->
          not("Views containing UNION, INTERSECT, or EXCEPT are not automatically updatable.");
      case SELECT -> of((SqlSelect) node);
      default -> not(NOT_SINGLE);
    };
  }

  private static Shape of(SqlSelect select) {
    if (select.isDistinct()) {
      return not("Views containing DISTINCT are not automatically updatable.");
    }
    if (select.getGroup() != null) {
      return not("Views containing GROUP BY are not automatically updatable.");
    }
    if (select.getHaving() != null) {
      return not("Views containing HAVING are not automatically updatable.");
    }
    if (select.getFetch() != null || select.getOffset() != null) {
      return not("Views containing LIMIT or OFFSET are not automatically updatable.");
    }
    SqlNode list = select.getSelectList();
    if (has(list, call -> call.getKind() == SqlKind.OVER)) {
      return not("Views that return window functions are not automatically updatable.");
    }
    if (has(list, ViewShapes::isAggregate)) {
      return not("Views that return aggregate functions are not automatically updatable.");
    }
    return tableOf(select) == null ? not(NOT_SINGLE) : new Shape(select, null);
  }

  /** Returns the source of a simple query; null if that is not one table or view. */
  static @Nullable SqlIdentifier tableOf(SqlSelect select) {
    SqlNode from = select.getFrom();
    if (from instanceof SqlCall call && call.getKind() == SqlKind.AS && call.operandCount() == 2) {
      from = call.operand(0);
    }
    return from instanceof SqlIdentifier name ? name : null;
  }

  /** Returns the alias of the source of a simple query. */
  static String aliasOf(SqlSelect select) {
    return select.getFrom() instanceof SqlCall call
        ? call.operand(1).toString()
        : ((SqlIdentifier) List.of(select.getFrom()).getFirst()).names.getLast();
  }

  private static Shape not(String obstacle) {
    return new Shape(null, obstacle);
  }

  private static boolean isAggregate(SqlCall call) {
    return call.getOperator().isAggregator()
        || (call.getOperator() instanceof SqlFunction function
            && AGGREGATES.contains(function.getName().toLowerCase(Locale.ROOT)));
  }

  /** Returns whether an expression contains a subquery. */
  static boolean hasQuery(SqlNode node) {
    return has(node, call -> call.isA(SqlKind.QUERY));
  }

  /** Returns whether an expression contains such a call, outside of subqueries. */
  private static boolean has(SqlNode node, Predicate<SqlCall> wanted) {
    try {
      node.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (wanted.test(call)) {
                throw Util.FoundOne.NULL;
              }
              return call.isA(SqlKind.QUERY) ? null : super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }
}
