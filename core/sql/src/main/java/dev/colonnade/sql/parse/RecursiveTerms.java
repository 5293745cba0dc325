package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses queries of WITH RECURSIVE that name themselves where PostgreSQL does not let them: run
 * step by step they would mean nothing, or never end.
 */
final class RecursiveTerms {
  /** Place where a query must not name itself, as the error names it. */
  private enum Place {
    ALLOWED(""),
    FIRST_TERM("its non-recursive term"),
    SUBQUERY("a subquery"),
    OUTER_JOIN("an outer join"),
    INTERSECT("INTERSECT"),
    EXCEPT("EXCEPT");

    final String words;

    Place(String words) {
      this.words = words;
    }
  }

  private static final List<String> AGGREGATES =
      List.of(
          "count",
          "sum",
          "avg",
          "min",
          "max",
          "array_agg",
          "string_agg",
          "json_agg",
          "jsonb_agg",
          "bool_and",
          "bool_or",
          "every",
          "bit_and",
          "bit_or",
          "stddev",
          "variance");

  private final SqlWithItem item;

  /** True if references are only counted. */
  private final boolean isCounting;

  private int count;

  private RecursiveTerms(SqlWithItem item, boolean isCounting) {
    this.item = item;
    this.isCounting = isCounting;
  }

  /** Looks at all queries of a statement; INVALID_RECURSION if one is none. */
  static void require(SqlNode statement) {
    statement.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item && item.recursive.booleanValue()) {
              new RecursiveTerms(item, false).requireForm();
            }
            return super.visit(call);
          }
        });
  }

  private void requireForm() {
    String name = item.name.getSimple();
    if (!names(item.query)) {
      return;
    }
    SqlNode query = item.query;
    if (query instanceof SqlWith with) {
      items(with);
      query = with.body;
    }
    if (query instanceof SqlOrderBy ordered && isUnion(ordered.query)) {
      String clause =
          ordered.orderList.size() > 0 ? "ORDER BY" : ordered.fetch != null ? "LIMIT" : "OFFSET";
      throw error(
          query, ErrorCode.UNSUPPORTED, clause + " in a recursive query is not implemented");
    }
    if (!(query instanceof SqlCall union) || !isUnion(query)) {
      throw error(
          item,
          ErrorCode.INVALID_RECURSION,
          ("recursive query \"%s\" does not have the form"
                  + " non-recursive-term UNION [ALL] recursive-term")
              .formatted(name));
    }
    query(union.operand(0), Place.FIRST_TERM);
    query(union.operand(1), Place.ALLOWED);
  }

  private static boolean isUnion(SqlNode query) {
    return query.getKind() == SqlKind.UNION;
  }

  /** Returns whether a query names the item anywhere as a table. */
  private boolean names(SqlNode query) {
    RecursiveTerms counted = new RecursiveTerms(item, true);
    counted.query(query, Place.ALLOWED);
    return counted.count > 0;
  }

  private void query(SqlNode query, Place place) {
    switch (query) {
      case SqlOrderBy ordered -> {
        query(ordered.query, place);
        expression(ordered.orderList);
        expression(ordered.offset);
        expression(ordered.fetch);
      }
      case SqlWith with -> with(with, place);
      case SqlSelect select -> select(select, place);
      case SqlCall call when call.getOperator() instanceof SqlSetOperator operator ->
          sets(call, operator, place);
      case SqlCall call when call.getKind() == SqlKind.EXPLICIT_TABLE ->
          from(call.operand(0), place);
      case SqlCall values -> operands(values);
      default -> {}
    }
  }

  private void with(SqlWith with, Place place) {
    if (items(with)) {
      query(with.body, place);
    }
  }

  /**
   * Items of an inner WITH, which are queries of their own. False if one has our name, and so hides
   * it from what follows.
   */
  private boolean items(SqlWith with) {
    for (SqlNode inner : Nodes.of(with.withList)) {
      SqlWithItem other = (SqlWithItem) inner;
      boolean isHiding = other.name.getSimple().equals(item.name.getSimple());
      if (!isHiding || !other.recursive.booleanValue()) {
        query(other.query, Place.SUBQUERY);
      }
      if (isHiding) {
        return false;
      }
    }
    return true;
  }

  private void sets(SqlCall call, SqlSetOperator operator, Place place) {
    Place left = place;
    Place right = place;
    if (operator.getKind() == SqlKind.EXCEPT) {
      left = operator.isAll() ? Place.EXCEPT : place;
      right = Place.EXCEPT;
    } else if (operator.getKind() == SqlKind.INTERSECT && operator.isAll()) {
      left = Place.INTERSECT;
      right = Place.INTERSECT;
    }
    query(call.operand(0), left);
    query(call.operand(1), right);
  }

  private void select(SqlSelect select, Place place) {
    int before = count;
    SqlNode from = select.getFrom();
    boolean isNamedHere = from != null && isSource(from);
    if (from != null) {
      from(from, place);
    }
    if (count > before && isNamedHere && !isCounting) {
      refuseAggregates(select.getSelectList());
      refuseAggregates(select.getHaving());
    }
    expression(select.getSelectList());
    expression(select.getWhere());
    expression(select.getGroup());
    expression(select.getHaving());
    expression(select.getOrderList());
  }

  /** Returns whether the item itself is a table of a FROM, and not in a subquery of it. */
  private boolean isSource(SqlNode from) {
    return switch (from) {
      case SqlIdentifier name -> isItem(name);
      case SqlJoin join -> isSource(join.getLeft()) || isSource(join.getRight());
      case SqlCall call when call.getKind() == SqlKind.AS -> isSource(call.operand(0));
      default -> false;
    };
  }

  private boolean isItem(SqlIdentifier name) {
    return name.isSimple() && name.getSimple().equals(item.name.getSimple());
  }

  private void from(SqlNode from, Place place) {
    switch (from) {
      case SqlIdentifier name -> {
        if (isItem(name)) {
          meet(name, place);
        }
      }
      case SqlJoin join -> {
        JoinType type = join.getJoinType();
        from(join.getLeft(), type.generatesNullsOnLeft() ? Place.OUTER_JOIN : place);
        from(join.getRight(), type.generatesNullsOnRight() ? Place.OUTER_JOIN : place);
        expression(join.getCondition());
      }
      case SqlCall call when call.getKind() == SqlKind.AS || call.getKind() == SqlKind.LATERAL ->
          from(call.operand(0), place);
      case SqlCall call when call.isA(SqlKind.QUERY) -> query(call, place);
      default -> expression(from);
    }
  }

  private void meet(SqlIdentifier name, Place place) {
    count++;
    if (isCounting) {
      return;
    }
    String query = "recursive reference to query \"%s\" must not appear ".formatted(name);
    if (place != Place.ALLOWED) {
      throw error(name, ErrorCode.INVALID_RECURSION, query + "within " + place.words);
    }
    if (count > 1) {
      throw error(name, ErrorCode.INVALID_RECURSION, query + "more than once");
    }
  }

  /** Visits a node outside of FROM: the queries in it are subqueries. */
  private void expression(@Nullable SqlNode node) {
    switch (node) {
      case null -> {}
      case SqlNodeList list -> {
        for (SqlNode each : list) {
          expression(each);
        }
      }
      case SqlCall call when call.isA(SqlKind.QUERY) -> query(call, Place.SUBQUERY);
      case SqlCall call -> operands(call);
      default -> {}
    }
  }

  private void operands(SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      expression(operand);
    }
  }

  private static void refuseAggregates(@Nullable SqlNode node) {
    switch (node) {
      case null -> {}
      case SqlNodeList list -> {
        for (SqlNode each : list) {
          refuseAggregates(each);
        }
      }
      case SqlCall call when call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.OVER -> {}
      case SqlCall call -> {
        if (AGGREGATES.contains(call.getOperator().getName().toLowerCase(Locale.ROOT))) {
          throw error(
              call,
              ErrorCode.INVALID_RECURSION,
              "aggregate functions are not allowed in a recursive query's recursive term");
        }
        for (SqlNode operand : call.getOperandList()) {
          refuseAggregates(operand);
        }
      }
      default -> {}
    }
  }

  private static RuntimeException error(SqlNode node, ErrorCode code, String message) {
    return SqlErrors.at(node.getParserPosition(), new ColonnadeException(code, message));
  }
}
