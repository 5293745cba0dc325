package dev.colonnade.sql.analyze.expression.invoke;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.operator.SequenceFunctions;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Calls of the functions of sequences. */
final class SequenceCalls {
  private final ExpressionState state;

  SequenceCalls(ExpressionState state) {
    this.state = requireNonNull(state, "state is null");
  }

  /** Returns a call of {@code nextval}, {@code currval}, {@code lastval} or {@code setval}. */
  Expression call(String name, List<TypedExpression> arguments) {
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Expression value = arguments.get(i).expression();
      values.add(i == 0 ? sequence(value) : value);
    }
    if (name.equals("setval") && arguments.size() == 2) {
      values.add(new Literal(VectorType.of(TypeKind.BOOLEAN), true));
    }
    values.add(ExpressionState.integer(state.nextCall()));
    String method =
        switch (name) {
          case "nextval" -> "next";
          case "currval" -> "current";
          case "lastval" -> "last";
          default -> "set";
        };
    return state
        .builder()
        .call(
            ExpressionState.scalar(SequenceFunctions.class, method, name), TypeKind.BIGINT, values);
  }

  /** Returns the catalog id of a sequence, at once if it is known. */
  private Expression sequence(Expression oid) {
    if (oid instanceof Literal literal && literal.value() instanceof Number number) {
      int id = SystemOids.idOf(number.longValue());
      boolean isSequence =
          id >= 0 && state.statement().names().findRelation(id) instanceof SequenceEntry;
      if (isSequence) {
        return new Literal(VectorType.of(TypeKind.BIGINT), (long) id);
      }
    }
    return state.call(
        SequenceFunctions.class,
        "sequenceOfOid",
        TypeKind.BIGINT,
        state.builder().cast(oid, TypeKind.BIGINT));
  }
}
