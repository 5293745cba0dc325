package dev.colonnade.sql.plan.validate;

import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Arguments that aggregates of Calcite's take, and those of PostgreSQL do not. */
final class AggregateArguments {
  private AggregateArguments() {}

  /** Refuses a call of an aggregate for arguments of which PostgreSQL has none. */
  static void require(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    if (!(call.getOperator() instanceof SqlAggFunction aggregate)
        || call.getOperandList().stream().anyMatch(AggregateArguments::isNoValue)) {
      return;
    }
    String name = aggregate.getName().toLowerCase(Locale.ROOT);
    switch (name) {
      case "count", "min", "max", "sum", "avg", "bool_and", "bool_or", "every", "string_agg" -> {
        SqlValidatorScope inner = scope.getOperandScope(call);
        List<SqlType> types =
            call.getOperandList().stream().map(node -> typeOf(validator, inner, node)).toList();
        if (!fits(name, types)) {
          throw SqlErrors.at(call.getParserPosition(), FunctionCalls.unknown(name, true, types));
        }
      }
      default -> {}
    }
  }

  private static boolean isNoValue(SqlNode operand) {
    return operand == null
        || operand instanceof SqlNodeList
        || (operand instanceof SqlIdentifier name && name.isStar());
  }

  private static SqlType typeOf(SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    return FunctionCalls.isUntyped(operand)
        ? SqlType.of(TypeKind.UNKNOWN)
        : CalciteTypes.sqlType(validator.deriveType(scope, operand));
  }

  private static boolean fits(String name, List<SqlType> types) {
    if (types.isEmpty()) {
      return true; // Calcite reports it
    }
    TypeKind first = types.getFirst().kind();
    boolean isOpen = first == TypeKind.UNKNOWN;
    return switch (name) {
      case "count" -> types.size() == 1;
      case "min", "max" -> isOrdered(first);
      case "sum", "avg" ->
          isOpen || first.isNumber() || first == TypeKind.INTERVAL || first == TypeKind.TIME;
      case "string_agg" ->
          types.stream().allMatch(type -> isText(type.kind()))
              || types.stream().allMatch(type -> type.kind() == TypeKind.BYTEA);
      default -> isOpen || first == TypeKind.BOOLEAN;
    };
  }

  private static boolean isText(TypeKind kind) {
    return kind.isText() || kind == TypeKind.UNKNOWN;
  }

  private static boolean isOrdered(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN, JSON, JSONB, UUID, BYTEA -> false;
      default -> true;
    };
  }
}
