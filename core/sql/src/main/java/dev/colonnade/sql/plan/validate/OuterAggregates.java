package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Refuses aggregates in a subquery whose arguments are all columns of an outer query: they are
 * aggregates of that query, and would be evaluated as aggregates of the inner one.
 */
final class OuterAggregates {
  private OuterAggregates() {}

  /** UNSUPPORTED if a call is such an aggregate. */
  static void refuse(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    if (!call.getOperator().isAggregator()) {
      return;
    }
    SqlValidatorScope own = ownScope(scope);
    List<SqlIdentifier> columns = columnsOf(call);
    if (own == null || columns.isEmpty()) {
      return;
    }
    if (columns.stream().allMatch(column -> isOuter(validator, own, column))) {
      throw SqlErrors.at(
          call.getParserPosition(),
          new ColonnadeException(
              ErrorCode.UNSUPPORTED, "aggregates of an outer query are not supported"));
    }
  }

  /** The scope of the tables of the query itself. */
  private static @Nullable SqlValidatorScope ownScope(SqlValidatorScope scope) {
    SqlValidatorScope own = scope;
    while (!(own instanceof ListScope)) {
      if (!(own instanceof DelegatingScope delegating)) {
        return null;
      }
      own = delegating.getParent();
    }
    return own;
  }

  private static List<SqlIdentifier> columnsOf(SqlCall call) {
    List<SqlIdentifier> columns = new ArrayList<>();
    SqlBasicVisitor<@Nullable Void> collecting =
        new SqlBasicVisitor<>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            if (!name.isStar()) {
              columns.add(name);
            }
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall inner) {
            return inner.isA(SqlKind.QUERY) ? null : super.visit(inner);
          }
        };
    for (SqlNode operand : call.getOperandList()) {
      if (operand != null) {
        operand.accept(collecting);
      }
    }
    return columns;
  }

  private static boolean isOuter(
      SqlValidator validator, SqlValidatorScope own, SqlIdentifier column) {
    if (column.isSimple()) {
      return false;
    }
    SqlValidatorScope.ResolvedImpl found = new SqlValidatorScope.ResolvedImpl();
    own.resolve(
        column.names.subList(0, column.names.size() - 1),
        validator.getCatalogReader().nameMatcher(),
        false,
        found);
    return found.count() == 1 && !found.only().scope.equals(own);
  }
}
