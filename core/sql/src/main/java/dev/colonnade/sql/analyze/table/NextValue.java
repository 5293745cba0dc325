package dev.colonnade.sql.analyze.table;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.function.operator.SequenceFunctions;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Next value of a sequence that is referenced by its id in the catalog. */
final class NextValue {
  private static final ScalarFunction FUNCTION = function();

  private NextValue() {}

  private static ScalarFunction function() {
    try {
      return ScalarFunction.of(
          "nextval",
          SequenceFunctions.class.getMethod("next", SequenceService.class, long.class, int.class),
          true,
          true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("no function of sequences", e);
    }
  }

  /**
   * Returns the expression.
   *
   * @param callNumber number that distinguishes the calls of a statement
   */
  static Expression of(int sequenceId, int callNumber) {
    return new FunctionCall(
        VectorType.of(TypeKind.BIGINT),
        FUNCTION,
        List.of(
            new Literal(VectorType.of(TypeKind.BIGINT), (long) sequenceId),
            new Literal(VectorType.of(TypeKind.INTEGER), callNumber)));
  }
}
