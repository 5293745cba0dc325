package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import java.util.List;

/** Assignment to an element of a column that is an array: the array with another element. */
final class ElementAssignment {
  private static final String FUNCTION = "with element";

  private final ExpressionAnalyzer expressions;
  private final Registry registry;

  ElementAssignment(ExpressionAnalyzer expressions) {
    this.expressions = expressions;
    this.registry = expressions.context().statement().registry();
  }

  /**
   * Returns the new array.
   *
   * @param before the array without the assignment
   */
  Expression of(
      Column column,
      Change.TargetColumn target,
      Expression before,
      dev.colonnade.sql.syntax.query.Expression value) {
    Type array = ColumnTypes.of(column, registry).type();
    Type element = array.isArray() ? registry.types().elementOf(array) : null;
    boolean isElement =
        target.accessors().size() == 1
            && target.accessors().getFirst() instanceof Change.Accessor.ElementAccess;
    if (element == null || !isElement) {
      throw ChangeErrors.unsupported(
          target.position(), "assignment to a field or a slice of a column is not supported");
    }
    Change.Accessor.ElementAccess access =
        (Change.Accessor.ElementAccess) target.accessors().getFirst();
    TypeReference number = TypeReference.of(registry.types().require(TypeOids.INT4));
    TypedExpression index =
        expressions.assign(column.name(), expressions.analyze(access.index()), number);
    TypedExpression given =
        expressions.assign(
            column.name(),
            expressions.analyze(value).at(StartPositions.of(value)),
            TypeReference.of(element));
    return new ExpressionBuilder()
        .call(
            function().function(),
            TypeKind.ARRAY,
            List.of(before, index.expression(), given.expression()));
  }

  private Implementation.Method function() {
    if (registry.internals().named(FUNCTION).getFirst().implementation()
        instanceof Implementation.Method method) {
      return method;
    }
    throw new IllegalStateException("function is not a method: name=" + FUNCTION);
  }
}
