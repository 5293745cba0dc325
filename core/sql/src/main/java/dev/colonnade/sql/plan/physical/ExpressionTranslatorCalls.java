package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.call.FunctionRegistry;
import dev.colonnade.sql.function.call.ResolvedFunction;
import dev.colonnade.sql.function.operator.CatalogOperators.CatalogOperator;
import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeFactory;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/** Translation of calls whose operands are all evaluated: functions, casts, arrays, arithmetic. */
final class ExpressionTranslatorCalls {
  private static final String ITEM = "array_item";

  private final ExpressionBuilder builder;

  ExpressionTranslatorCalls(ExpressionBuilder builder) {
    this.builder = builder;
  }

  /** Returns a test of ranges as comparisons. */
  RexNode expanded(RexCall search) {
    return RexUtil.expandSearch(new RexBuilder(new PostgresTypeFactory()), null, search);
  }

  /** Returns the expression of a call; UNSUPPORTED if there is none. */
  Expression translate(RexCall call, List<Expression> operands) {
    TypeKind kind = CalciteTypes.kindOf(call.getType());
    return switch (call.getKind()) {
      case CAST, SAFE_CAST, REINTERPRET ->
          call.getType().isStruct() ? operands.getFirst() : builder.cast(operands.getFirst(), kind);
      case ARRAY_VALUE_CONSTRUCTOR -> builder.array(elements(call, operands));
      case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX -> arithmetic(call, kind, operands);
      case PLUS_PREFIX -> operands.getFirst();
      case ITEM -> resolved(ITEM, call, operands);
      case LIKE -> like(call, operands);
      default -> function(call, kind, operands);
    };
  }

  private List<Expression> elements(RexCall call, List<Expression> operands) {
    SqlType element = CalciteTypes.sqlType(call.getType()).element();
    return element == null || element.kind() == TypeKind.UNKNOWN
        ? operands
        : operands.stream().map(operand -> builder.cast(operand, element.kind())).toList();
  }

  private Expression arithmetic(RexCall call, TypeKind kind, List<Expression> operands) {
    RuntimeFunction function = RuntimeFunctions.arithmetic(call.getKind(), kind);
    if (function == null) {
      return resolved(call.getOperator().getName(), call, operands);
    }
    List<Expression> numbers =
        operands.stream().map(operand -> builder.cast(operand, kind)).toList();
    return builder.call(function.scalar(), kind, numbers);
  }

  private Expression like(RexCall call, List<Expression> operands) {
    boolean ignoresCase = call.getOperator().getName().toUpperCase(Locale.ROOT).contains("ILIKE");
    boolean isEscaped = operands.size() == 3;
    RuntimeFunction function =
        ignoresCase
            ? isEscaped ? RuntimeFunctions.ILIKE_ESCAPED : RuntimeFunctions.ILIKE
            : isEscaped ? RuntimeFunctions.LIKE_ESCAPED : RuntimeFunctions.LIKE;
    return builder.call(function.scalar(), TypeKind.BOOLEAN, operands);
  }

  private Expression function(RexCall call, TypeKind kind, List<Expression> operands) {
    return switch (call.getOperator()) {
      case RuntimeFunction function -> builder.call(function.scalar(), kind, operands);
      case CatalogOperator operator -> builder.call(operator.function().scalar(), kind, operands);
      case ResolvedFunction function -> resolved(function, operands);
      default -> resolved(call.getOperator().getName(), call, operands);
    };
  }

  /** Returns the call of our function of the same name, such as UPPER or {@code ||}. */
  private Expression resolved(String name, RexCall call, List<Expression> operands) {
    List<SqlType> types = new ArrayList<>();
    for (RexNode operand : call.operands) {
      types.add(CalciteTypes.sqlType(operand.getType()));
    }
    @Nullable ResolvedFunction found =
        FunctionRegistry.resolve(name.toLowerCase(Locale.ROOT), types);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "expression is not supported: operator=%s kind=%s".formatted(name, call.getKind()));
    }
    return resolved(found, operands);
  }

  private Expression resolved(ResolvedFunction function, List<Expression> operands) {
    List<Expression> arguments = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      SqlType type = function.argumentTypes().get(i);
      boolean isCast = type.kind() != TypeKind.ARRAY && type.kind() != TypeKind.UNKNOWN;
      arguments.add(isCast ? builder.cast(operands.get(i), type.kind()) : operands.get(i));
    }
    return builder.call(function.function().scalar(), function.result().kind(), arguments);
  }
}
