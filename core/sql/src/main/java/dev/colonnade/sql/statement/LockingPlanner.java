package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Planner of SELECT ... FOR UPDATE and its weaker forms: a query for rows and their keys, of which
 * each is locked before it is returned. Where rows may be skipped, the limit counts those that are
 * left.
 */
final class LockingPlanner {
  private LockingPlanner() {}

  static PlannedChange plan(SqlNode query, List<LockingClause> clauses, StatementQueries queries) {
    LockingQuery locking = new LockingQuery(queries.names(), clauses);
    SqlNode keyed = locking.withKeys(query);
    SqlNode offset = null;
    SqlNode limit = null;
    if (locking.isSkipping() && keyed instanceof SqlOrderBy ordered) {
      offset = ordered.offset;
      limit = ordered.fetch;
      keyed =
          new SqlOrderBy(ordered.getParserPosition(), ordered.query, ordered.orderList, null, null);
    }
    PlannedQuery source = queries.plan(keyed);
    ModifyPlan.LockRows plan =
        new ModifyPlan.LockRows(source.physical(), locking.targets(), count(offset), count(limit));
    List<SqlType> types = new ArrayList<>(source.parameterTypes());
    addType(offset, types);
    addType(limit, types);
    List<SqlColumn> columns = PlannedColumns.of(source);
    return new PlannedChange(
        "SELECT", plan, columns.subList(0, plan.columns().size()), types, types);
  }

  private static @Nullable Expression count(@Nullable SqlNode count) {
    VectorType type = VectorType.of(TypeKind.BIGINT);
    return switch (count) {
      case null -> null;
      case SqlLiteral literal when literal.getTypeName() == SqlTypeName.NULL ->
          new Literal(type, null);
      case SqlLiteral literal -> new Literal(type, literal.longValue(true));
      case SqlDynamicParam parameter -> new Parameter(type, parameter.getIndex());
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "LIMIT of a query that skips locked rows has to be a number: limit=" + count);
    };
  }

  /** Sets the type of a parameter that only the row locks have. */
  private static void addType(@Nullable SqlNode count, List<SqlType> types) {
    if (count instanceof SqlDynamicParam parameter) {
      while (types.size() <= parameter.getIndex()) {
        types.add(SqlType.of(TypeKind.UNKNOWN));
      }
      types.set(parameter.getIndex(), SqlType.of(TypeKind.BIGINT));
    }
  }
}
