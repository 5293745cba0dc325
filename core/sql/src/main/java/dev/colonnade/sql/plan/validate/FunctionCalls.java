package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.call.FunctionRegistry;
import dev.colonnade.sql.function.call.ResolvedFunction;
import dev.colonnade.sql.plan.lower.CastLowering;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Gives calls the function of ours that they mean, as soon as the types of their arguments are
 * known, and turns arguments without a type into what that function takes.
 */
final class FunctionCalls {
  private static final String HINT =
      " matches the given name and argument types. You might need to add explicit type casts.";

  private static final String PREFIX_HINT =
      "No operator matches the given name and argument type. You might need to add an explicit type"
          + " cast.";

  /** Prefix of the names of comparisons with the elements of an array. */
  private static final String ANY = "any ";

  private static final String ALL = "all ";

  private FunctionCalls() {}

  /** Returns whether a call may mean a function of ours and is not resolved yet. */
  static boolean isOpen(SqlBasicCall call) {
    SqlOperator operator = call.getOperator();
    if (operator instanceof ResolvedFunction || operator instanceof SqlAggFunction) {
      return false;
    }
    return FunctionRegistry.has(nameOf(operator))
        && call.getOperandList().stream().noneMatch(FunctionCalls::isNoArgument);
  }

  private static boolean isNoArgument(SqlNode operand) {
    return operand == null || operand instanceof SqlNodeList;
  }

  private static String nameOf(SqlOperator operator) {
    return operator instanceof SqlFunction
        ? operator.getName().toLowerCase(Locale.ROOT)
        : operator.getName();
  }

  /** Resolves an open call, if it is ours. */
  static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    List<SqlType> arguments = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      arguments.add(typeOf(validator, scope, operand));
    }
    boolean isFunction = call.getOperator() instanceof SqlFunction;
    if (!isFunction && !isOurs(call.getOperator(), arguments)) {
      return;
    }
    String name = nameOf(call.getOperator());
    ResolvedFunction function =
        FunctionRegistry.resolve(name, withSharedType(isFunction, arguments));
    if (function == null) {
      ColonnadeException unknown = unknown(name, isFunction, arguments);
      throw isFunction && !isOperator(name)
          ? SqlErrors.at(call.getParserPosition(), unknown)
          : SqlErrors.behind(call, unknown);
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).kind() == TypeKind.UNKNOWN) {
        call.setOperand(i, cast(call.operand(i), function.argumentTypes().get(i)));
      }
    }
    call.setOperator(function);
  }

  private static SqlType typeOf(SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    if (isUntyped(operand)) {
      return SqlType.of(TypeKind.UNKNOWN);
    }
    RelDataType type = validator.deriveType(scope, operand);
    return type.getSqlTypeName() == SqlTypeName.NULL
        ? SqlType.of(TypeKind.UNKNOWN)
        : CalciteTypes.sqlType(type);
  }

  /** Returns whether an expression takes the type that its place requires. */
  static boolean isUntyped(SqlNode node) {
    return node instanceof SqlDynamicParam
        || (node instanceof SqlLiteral literal
            && (literal.getTypeName() == SqlTypeName.CHAR
                || literal.getTypeName() == SqlTypeName.NULL));
  }

  /**
   * Returns whether the function is ours: Calcite may evaluate its own functions only, and has
   * neither our types nor our times.
   */
  private static boolean isOurs(SqlOperator operator, List<SqlType> arguments) {
    boolean isDateTime = arguments.stream().anyMatch(type -> isDateTime(type.kind()));
    boolean isOurs =
        arguments.stream()
            .anyMatch(type -> CalciteTypes.usesPostgresRules(type.kind()) && !type.kind().isOid());
    return switch (operator.getKind()) {
      case PLUS, MINUS -> isDateTime || isOurs;
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL -> isOurs;
      case GREATER_THAN, GREATER_THAN_OR_EQUAL, TIMES, DIVIDE, MINUS_PREFIX -> isOurs;
      default -> true;
    };
  }

  private static boolean isDateTime(TypeKind kind) {
    return switch (kind) {
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
      default -> false;
    };
  }

  /** A literal beside an operator is first taken for what the other side is. */
  private static List<SqlType> withSharedType(boolean isFunction, List<SqlType> arguments) {
    if (isFunction || arguments.size() != 2) {
      return arguments;
    }
    SqlType left = arguments.getFirst();
    SqlType right = arguments.getLast();
    boolean isLeftOpen = left.kind() == TypeKind.UNKNOWN;
    if (isLeftOpen == (right.kind() == TypeKind.UNKNOWN)) {
      return arguments;
    }
    SqlType known = isLeftOpen ? right : left;
    return known.kind() == TypeKind.INTERVAL || known.kind() == TypeKind.ARRAY
        ? List.of(known, known)
        : arguments;
  }

  private static SqlNode cast(SqlNode operand, SqlType type) {
    return SqlStdOperatorTable.CAST.createCall(
        operand.getParserPosition(), operand, KnownTypeSpec.of(type, operand.getParserPosition()));
  }

  /** Returns whether a function of ours implements the operator. */
  private static boolean isOperator(String name) {
    return name.startsWith(ANY) || name.startsWith(ALL);
  }

  /** Returns the error of an unknown operator, which is called as a function here. */
  private static ColonnadeException unknownOperator(String name, List<SqlType> arguments) {
    SqlType array = arguments.getLast();
    SqlType element = array.element();
    return element == null
        ? new ColonnadeException(
            ErrorCode.WRONG_OBJECT_TYPE, "op ANY/ALL (array) requires array on right side")
        : unknown(name.substring(ANY.length()), false, List.of(arguments.getFirst(), element));
  }

  private static ColonnadeException unknownSubscript(List<SqlType> arguments) {
    SqlType container = arguments.getFirst();
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        container.element() == null
            ? "cannot subscript type %s because it does not support subscripting"
                .formatted(container)
            : "array subscript must have type integer");
  }

  static ColonnadeException unknown(String name, boolean isFunction, List<SqlType> arguments) {
    if (isFunction && isOperator(name)) {
      return unknownOperator(name, arguments);
    }
    if (name.equals("array_item") || name.equals("array_slice")) {
      return unknownSubscript(arguments);
    }
    if (isFunction) {
      String types = arguments.stream().map(SqlType::toString).collect(Collectors.joining(", "));
      return new ColonnadeException(
          ErrorCode.UNKNOWN_FUNCTION,
          "function " + name + "(" + types + ") does not exist",
          ErrorFields.NONE.withHint("No function" + HINT));
    }
    String written =
        arguments.size() == 1
            ? name + " " + arguments.getFirst()
            : arguments.getFirst() + " " + name + " " + arguments.getLast();
    return new ColonnadeException(
        ErrorCode.UNKNOWN_FUNCTION,
        "operator does not exist: " + written,
        ErrorFields.NONE.withHint(arguments.size() == 1 ? PREFIX_HINT : "No operator" + HINT));
  }

  /** The name of the cast that is missing; null if the cast can be made. */
  static @Nullable String missingCast(RelDataType from, RelDataType to) {
    return CastLowering.isKnown(from, to)
        ? null
        : "cannot cast type " + CalciteTypes.sqlType(from) + " to " + CalciteTypes.sqlType(to);
  }
}
