package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.plan.PlannedCondition;
import dev.colonnade.sql.system.FunctionTraits;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Requirements of index expressions: they depend on the row alone, and are immutable. Anything else
 * would leave stale entries behind.
 */
enum IndexConditions {
  EXPRESSION("index expression", "index expressions"),
  PREDICATE("index predicate", "index predicates");

  /** Casts that go by settings in PostgreSQL, though they do not here. */
  private static final Set<String> BY_SETTINGS =
      Set.of(
          "textToDate",
          "textToTime",
          "textToTimestamp",
          "textToInterval",
          "dateToText",
          "timestampToText");

  private final String one;
  private final String many;

  IndexConditions(String one, String many) {
    this.one = one;
    this.many = many;
  }

  /** Refuses what is more than a value of one row. */
  void requireOfOneRow(SqlNode expression) {
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            requireOfOneRow(call);
            return super.visit(call);
          }

          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            throw SqlErrors.at(
                parameter.getParserPosition(),
                new ColonnadeException(
                    ErrorCode.UNKNOWN_PARAMETER,
                    "there is no parameter $" + (parameter.getIndex() + 1)));
          }
        });
  }

  private void requireOfOneRow(SqlCall call) {
    if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.SCALAR_QUERY) {
      throw refused(call, ErrorCode.UNSUPPORTED, "cannot use subquery in " + one);
    }
    FunctionTraits traits = traits(call);
    if (call.getKind() == SqlKind.OVER || (traits != null && traits.isWindow())) {
      throw refused(call, ErrorCode.WINDOWING_ERROR, "window functions are not allowed in " + many);
    }
    if (traits != null && traits.isAggregate()) {
      throw refused(
          call, ErrorCode.GROUPING_ERROR, "aggregate functions are not allowed in " + many);
    }
    if (traits != null && traits.isSet()) {
      throw refused(
          call, ErrorCode.UNSUPPORTED, "set-returning functions are not allowed in " + many);
    }
  }

  private static @Nullable FunctionTraits traits(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        ? FunctionTraits.of(function.getName().toLowerCase(Locale.ROOT))
        : null;
  }

  private static CalciteContextException refused(SqlCall call, ErrorCode code, String message) {
    return SqlErrors.at(call.getParserPosition(), new ColonnadeException(code, message));
  }

  /** Refuses what may be another value for the same row later. */
  void requireImmutable(SqlNode expression, PlannedCondition planned) {
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            FunctionTraits traits = traits(call);
            require(traits == null || traits.isImmutable());
            return super.visit(call);
          }
        });
    planned
        .expression()
        .accept(
            new RexVisitorImpl<@Nullable Void>(true) {
              @Override
              public @Nullable Void visitCall(RexCall call) {
                require(isImmutable(call));
                return super.visitCall(call);
              }
            });
  }

  private static boolean isImmutable(RexCall call) {
    if (!call.getOperator().isDeterministic() || call.getOperator().isDynamicFunction()) {
      return false;
    }
    if (!(call.getOperator() instanceof RuntimeFunction function)) {
      return true;
    }
    boolean isOfLiterals = call.operands.stream().allMatch(RexLiteral.class::isInstance);
    return !function.dependsOnStatement()
        && (isOfLiterals || !BY_SETTINGS.contains(function.getName()));
  }

  private void require(boolean isImmutable) {
    if (!isImmutable) {
      throw new ColonnadeException(
          ErrorCode.INVALID_OBJECT_DEFINITION,
          "functions in %s must be marked IMMUTABLE".formatted(one));
    }
  }
}
